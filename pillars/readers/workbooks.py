"""Tables in Excel workbooks (.xlsx), read row by row."""

import datetime as dt
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any

from django.utils.translation import gettext as _

from pillars.readers.book import Book, Cells, Sheet, open_book
from pillars.readers.documents import SAMPLE, Row, Table, names_of
from pillars.readers.faults import FileUnreadable, problem
from pillars.readers.parsed import Problem
from pillars.readers.source import Source
from pillars.readers.tables import MOST_IN_A_CELL

MOST_UNPACKED = 600 * 1024 * 1024
"""Bytes; a workbook that unpacks to more is refused."""

_MOST_PACKED = 200
"""How many times larger than itself a large workbook may become; texts are packed about tenfold."""

_SMALL = 10 * 1024 * 1024


def is_zip(beginning: bytes) -> bool:
    """Whether the bytes are those of a zip archive, as a workbook is one."""
    return beginning.startswith(b"PK\x03\x04")


def read_workbook(source: Source) -> tuple[Table, list[Problem]]:
    """The first sheet with content, and a note on sheets that were not read.

    Raises:
        FileUnreadable: it is no workbook, unpacks to far too much, or holds no table; the table's stream
            raises it, too, where the workbook is broken further on.
    """
    _check_size(source)
    with _whole(), open_book(source) as book:
        filled = [sheet for sheet in book.sheets if any(True for _row in islice(_rows(book, sheet), 1))]
        if not filled:
            raise FileUnreadable(problem("empty", "", "", _("The file is empty.")))
        first, *others = filled
        sample = list(islice(_rows(book, first), SAMPLE + 1))
    table = Table(names_of(sample), sample[1:], lambda: islice(_rows_anew(source, first), 1, None), "")
    if not others:
        return table, []
    hint = _("Only the first sheet with content is read. Save the others as files of their own.")
    return table, [problem("sheets_not_read", "", ", ".join(sheet.title for sheet in others), hint)]


def _check_size(source: Source) -> None:
    try:
        with source.open() as stream, zipfile.ZipFile(stream) as archive:
            names = set(archive.namelist())
            unpacked = sum(entry.file_size for entry in archive.infolist())
    except zipfile.BadZipFile:
        hint = _("The file is broken: it is no whole zip archive. Upload it again.")
        raise FileUnreadable(problem("workbook_broken", "", "", hint)) from None
    if "xl/workbook.xml" not in names:
        hint = _("This is an archive or another office file. Unpack it, or save its table as .xlsx or CSV.")
        raise FileUnreadable(problem("foreign_file", "", "zip", hint))
    if unpacked > MOST_UNPACKED or (unpacked > _SMALL and unpacked > _MOST_PACKED * source.size()):
        hint = _("The workbook would unpack to %d MB; this is refused. Save its table as CSV.")
        raise FileUnreadable(problem("too_large", "", "", hint % (unpacked // 1024**2)))


def _rows_anew(source: Source, sheet: Sheet) -> Iterator[Row]:
    with open_book(source) as book:
        yield from _rows(book, sheet)


def _rows(book: Book, sheet: Sheet) -> Iterator[Row]:
    """The rows of a sheet that are not blank.

    Raises:
        FileUnreadable: the sheet is broken, or a cell far too long, from some row on.
    """
    rows, line = book.rows(sheet), 0
    while True:
        with _whole(line + 1):
            row = next(rows, None)
        if row is None:
            return
        line, cells = row
        texts = _texts(cells)
        if max(map(len, texts), default=0) > MOST_IN_A_CELL:
            raise _too_long(line)
        if any(text.strip() for text in texts):
            yield Row(line, texts)


def _texts(cells: Cells) -> list[str]:
    """The cells of a row without gaps, up to the last one that has a text."""
    texts = {column: text for column, value in cells.items() if (text := _text(value))}
    return [texts.get(column, "") for column in range(1, max(texts, default=0) + 1)]


@contextmanager
def _whole(line: int = 0) -> Iterator[None]:
    """Tells of a broken workbook in our words; ``line``: where it is being read, 0 for nowhere."""
    try:
        yield
    except FileUnreadable:
        raise
    except Exception as error:  # openpyxl and lxml raise whatever their parts raise at broken files
        if "Text node too long" in str(error):
            raise _too_long(line) from None
        hint = _("This is no Excel workbook that can be read (%s). Save it anew as .xlsx, or as CSV.")
        where = _("line %d") % line if line else ""
        raise FileUnreadable(problem("workbook_broken", where, "", hint % type(error).__name__)) from None


def _too_long(line: int) -> FileUnreadable:
    hint = _("A cell of the workbook has more than %d million characters. Divide it, or leave it out.")
    where = _("line %d") % line if line else ""
    return FileUnreadable(problem("cell_too_long", where, "", hint % (MOST_IN_A_CELL // 1024**2)))


def _text(cell: Any) -> str:
    """A cell as a table in a text file would have it."""
    if cell is None:
        return ""
    if isinstance(cell, dt.datetime):
        return cell.isoformat(sep=" ", timespec="seconds")
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return str(cell)
