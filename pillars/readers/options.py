"""What the caller knows of a file."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """How to read a file; everything left out is found out.

    ``form``: the key of a form; ``encoding``: a codec; ``delimiter``: of a table; ``role_map``: names in the
    file and ``counsellor``, ``client`` or ``leave_out`` for each; ``column_map``: our words and the columns
    for them.
    """

    form: str = ""
    encoding: str = ""
    delimiter: str = ""
    role_map: Mapping[str, str] = field(default_factory=dict)
    column_map: Mapping[str, Any] = field(default_factory=dict)
