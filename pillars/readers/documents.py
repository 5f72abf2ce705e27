"""From a file to a document: JSON records, or a table with named columns; both are read piece by piece."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from typing import Any, TextIO

from django.utils.translation import gettext as _

from pillars.readers.faults import FileUnreadable, problem
from pillars.readers.json_stream import (
    IMPORT_FORMAT,
    looks_like_lines,
    stream_lines,
    stream_records,
)
from pillars.readers.row import Row
from pillars.readers.tables import Layout, find_layout, read_rows

__all__ = ["IMPORT_FORMAT", "SAMPLE", "Document", "JsonDocument", "Row", "Table", "names_of", "read_document"]

SAMPLE = 200
"""How many records or rows decide on what a file is."""

MOST_COLUMNS = 1000
"""A table with more is refused: nobody could say of each what it means."""

Opener = Callable[[], TextIO]


@dataclass(frozen=True, slots=True)
class JsonDocument:
    """The records of a JSON file: the entries of its list, its lines, or its one object.

    ``sample`` has the first of them; ``stream`` reads all from the beginning, each time it is called.
    """

    sample: Sequence[Any]
    stream: Callable[[], Iterable[Any]]

    @classmethod
    def of(cls, records: Sequence[Any]) -> "JsonDocument":
        """The document of records that are in memory."""
        return cls(records[:SAMPLE], lambda: records)


@dataclass(frozen=True, slots=True)
class Table:
    """A table: the names in its first row, and the other rows that are not blank.

    ``sample`` has the first of them; ``stream`` reads all from the beginning, each time it is called.
    """

    columns: list[str]
    sample: Sequence[Row]
    stream: Callable[[], Iterable[Row]]
    delimiter: str = ","


Document = JsonDocument | Table


def read_document(opened: Opener, delimiter: str = "") -> Document:
    """The document in a text: JSON (or one JSON object a line) where it begins like it, else a table.

    A ``delimiter`` that is given makes it a table. A first line that is broken, with JSON objects in
    the lines behind it, makes it no table, and keeps nothing but itself out.

    Args:
        opened: opens the text, again each time it is called, with its line ends as they are.

    Raises:
        FileUnreadable: it is empty, or broken within its first records or rows.
    """
    first = _first_character(opened)
    if not first:
        raise FileUnreadable(problem("empty", "", "", _("The file is empty.")))
    if first in "[{" and not delimiter:
        return _json_document(opened)
    if not delimiter and _is_lines(opened):
        return _lines_document(opened)
    with _closing(opened) as text:
        layout = find_layout(text, delimiter)
    sample = list(islice(_rows(opened, layout), SAMPLE + 1))
    columns = names_of(sample)
    return Table(columns, sample[1:], lambda: islice(_rows(opened, layout), 1, None), layout.delimiter)


def names_of(rows: Sequence[Row]) -> list[str]:
    """The columns' names, which stand in the first of these rows.

    Raises:
        FileUnreadable: there is no row, two columns have the same name, or there are far too many.
    """
    if not rows:
        raise FileUnreadable(problem("empty", "", "", _("The file is empty.")))
    columns = [cell.strip() for cell in rows[0].cells]
    if len(columns) > MOST_COLUMNS:
        hint = _(
            "The table has %(count)d columns; up to %(most)d are read. Leave out those that are not needed."
        )
        hint %= {"count": len(columns), "most": MOST_COLUMNS}
        raise FileUnreadable(problem("too_many_columns", _("line %d") % rows[0].line, "", hint))
    doubled = sorted(name for name, count in Counter(columns).items() if name and count > 1)
    if doubled:
        hint = _("Two columns have the same name; give each its own.")
        raise FileUnreadable(problem("column_twice", _("line %d") % rows[0].line, ", ".join(doubled), hint))
    return columns


def _records(opened: Opener) -> Iterator[Any]:
    with _closing(opened) as text:
        yield from stream_records(text)


def _json_document(opened: Opener) -> JsonDocument:
    sample: list[Any] = []
    try:
        for record in islice(_records(opened), SAMPLE):
            sample.append(record)
    except FileUnreadable:
        if sample or not _is_lines(opened):
            raise
        return _lines_document(opened)
    return JsonDocument(sample, lambda: _records(opened))


def _lines_document(opened: Opener) -> JsonDocument:
    return JsonDocument(list(islice(_lines(opened), SAMPLE)), lambda: _lines(opened))


def _lines(opened: Opener) -> Iterator[Any]:
    with _closing(opened) as text:
        yield from stream_lines(text)


def _is_lines(opened: Opener) -> bool:
    with _closing(opened) as text:
        return looks_like_lines(text)


def _rows(opened: Opener, layout: Layout) -> Iterator[Row]:
    with _closing(opened) as text:
        yield from read_rows(text, layout)


def _first_character(opened: Opener) -> str:
    with _closing(opened) as text:
        while chunk := text.read(65_536):
            if chunk.strip():
                return chunk.lstrip()[0]
    return ""


@contextmanager
def _closing(opened: Opener) -> Iterator[TextIO]:
    text = opened()
    try:
        yield text
    finally:
        text.close()
