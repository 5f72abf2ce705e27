"""Read files of threads: find out encoding and form, give back threads and problems.

``forms`` holds one module a form. A problem never stops the rest of a file; what is unreadable
as a whole comes back as a reading without threads.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pillars.readers.forms import form_choices
from pillars.readers.options import ReadOptions
from pillars.readers.parsed import (
    ParsedFeature,
    ParsedMessage,
    ParsedThread,
    Problem,
    Reading,
    RoleSeen,
    UnreadableThread,
)
from pillars.readers.source import Source
from pillars.readers.thread_file import ColumnGuess, ThreadFile, open_threads

__all__ = [
    "ColumnGuess",
    "ParsedFeature",
    "ParsedMessage",
    "ParsedThread",
    "Problem",
    "ReadOptions",
    "Reading",
    "RoleSeen",
    "Source",
    "ThreadFile",
    "UnreadableThread",
    "form_choices",
    "open_threads",
    "read_threads",
]


def read_threads(
    file: bytes | Path,
    *,
    name: str = "",
    role_map: Mapping[str, str] | None = None,
    column_map: Mapping[str, Any] | None = None,
) -> Reading:
    """Read all threads of a file, given as its bytes or its path, into memory.

    Args:
        name: what its owner calls the file; the path's own name where it is left out.
        role_map: names in the file, and ``counsellor``, ``client`` or ``leave_out`` for each.
        column_map: our words (``thread``, ``role``, ``content``, ``timestamp``, ``subject``,
            ``label``; ``features``: a list) and the table's columns for them.

    Raises:
        InvalidInput: a map is wrong in itself or does not fit the file.
        OSError: the path cannot be read.
    """
    options = ReadOptions(role_map=role_map or {}, column_map=column_map or {})
    return open_threads(Source.of(file, name), options).reading()
