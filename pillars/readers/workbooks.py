"""Tables in Excel workbooks (.xlsx), by openpyxl; entities in their XML are refused (defusedxml)."""

import datetime as dt
import zipfile
from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _
from openpyxl import load_workbook

from pillars.readers.documents import Row, Table, table_of
from pillars.readers.faults import FileUnreadable, problem
from pillars.readers.parsed import Problem
from pillars.readers.source import Source

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
        FileUnreadable: it is no workbook, unpacks to far too much, or holds no table.
    """
    _check_size(source)
    try:
        book = load_workbook(source.open(), read_only=True, data_only=True)
    except Exception as error:  # openpyxl raises whatever its parts raise at broken files
        hint = _("This is no Excel workbook that can be read (%s). Save it anew as .xlsx, or as CSV.")
        raise FileUnreadable(problem("workbook_broken", "", "", hint % type(error).__name__)) from None
    found: Table | None = None
    others: list[str] = []
    for sheet in book.worksheets:
        rows = list(_rows(sheet))
        if rows and found is None:
            found = table_of(rows, "")
        elif rows:
            others.append(sheet.title)
    if found is None:
        raise FileUnreadable(problem("empty", "", "", _("The file is empty.")))
    if not others:
        return found, []
    hint = _("Only the first sheet with content is read. Save the others as files of their own.")
    return found, [problem("sheets_not_read", "", ", ".join(others), hint)]


def _check_size(source: Source) -> None:
    try:
        with zipfile.ZipFile(source.open()) as archive:
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


def _rows(sheet: Any) -> Iterator[Row]:
    for number, cells in enumerate(sheet.iter_rows(values_only=True), start=1):
        texts = [_text(cell) for cell in cells]
        while texts and not texts[-1]:
            texts.pop()
        if any(text.strip() for text in texts):
            yield Row(number, texts)


def _text(cell: Any) -> str:
    """A cell as a table in a text file would have it."""
    if cell is None:
        return ""
    if isinstance(cell, dt.datetime):
        return cell.isoformat(sep=" ", timespec="seconds")
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return str(cell)
