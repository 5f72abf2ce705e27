"""A row of a table."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """``cells`` has as many entries as the file has, ``line`` counts from 1."""

    line: int
    cells: list[str]
