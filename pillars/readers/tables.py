"""Tables in text files: which separator, and one row after the other."""

import csv
import io
import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TextIO

from django.utils.translation import gettext as _

from pillars.readers.faults import FileUnreadable, problem
from pillars.readers.row import Row

DELIMITERS = (",", ";", "\t", "|")
MOST_IN_A_CELL = 10 * 1024 * 1024
"""Characters; a cell with more is taken for a quotation mark that is missing."""

_SNIFFED_ROWS = 200
_SNIFFED_CHARS = 1024 * 1024
_SEPARATOR_LINE = re.compile(r"sep=(.)\r?\n")
# The csv module refuses fields of more than 128 KiB by default; a thread's text may be longer.
csv.field_size_limit(MOST_IN_A_CELL)


@dataclass(frozen=True, slots=True)
class Layout:
    """The separator, and how many lines before the table say no more than that."""

    delimiter: str
    skipped: int


def find_layout(text: TextIO, wanted: str) -> Layout:
    """What cuts the rows: the wanted separator, the one that a first line ``sep=;`` names, or a guess."""
    head = text.read(_SNIFFED_CHARS)
    named = _SEPARATOR_LINE.match(head)
    body = head[named.end() :] if named else head
    if len(head) == _SNIFFED_CHARS:
        body = body[: body.rfind("\n") + 1] or body
    found = wanted or (named[1] if named else "") or max(DELIMITERS, key=lambda one: _likelihood(body, one))
    return Layout(found, 1 if named else 0)


def _likelihood(text: str, delimiter: str) -> tuple[float, int]:
    """How well a delimiter cuts the first rows into equally many columns, then how many these are."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    widths: list[int] = []
    try:
        widths += (len(cells) for cells in itertools.islice(reader, _SNIFFED_ROWS) if any(cells))
    except csv.Error:
        return (0.0, text.partition("\n")[0].count(delimiter))
    if not widths or widths[0] < 2:
        return (0.0, 0)
    return (widths.count(widths[0]) / len(widths), widths[0])


def read_rows(text: TextIO, layout: Layout) -> Iterator[Row]:
    """The rows that are not blank.

    Raises:
        FileUnreadable: the table is broken from some row on.
    """
    for _number in range(layout.skipped):
        text.readline()
    reader = csv.reader(text, delimiter=layout.delimiter, strict=True)
    line = 1 + layout.skipped
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                yield Row(line, cells)
            line = reader.line_num + 1 + layout.skipped
    except csv.Error as error:
        where = _("line %d") % line
        if "field larger than field limit" in str(error):
            hint = _("A cell has more than %d million characters; a quotation mark is probably missing.")
            raise FileUnreadable(
                problem("cell_too_long", where, "", hint % (MOST_IN_A_CELL // 1024**2))
            ) from None
        hint = _("The table is broken from %(where)s on: %(message)s. Check the quotation marks.") % {
            "where": where,
            "message": error,
        }
        raise FileUnreadable(problem("table_broken", where, str(error), hint)) from None
