"""Ids that people send: which of them a database can hold, and how an error names some of many."""

from collections.abc import Iterable

LARGEST = 2**63 - 1
_NAMED = 10


def possible(ids: Iterable[int]) -> list[int]:
    """Those that can be a row's; databases refuse to look for others."""
    return [pk for pk in ids if 0 < pk <= LARGEST]


def named(ids: Iterable[int]) -> str:
    """The ids, or the first ten of more, as an error lists them."""
    every = [str(pk) for pk in ids]
    return ", ".join(every if len(every) <= _NAMED else [*every[:_NAMED], "…"])
