"""Excel workbooks, and files that are no threads whatever their name says."""

import io
import zipfile
from datetime import datetime

import pytest
from openpyxl import Workbook

from pillars.readers import read_threads

pytestmark = pytest.mark.database_free


def _book(*sheets: list[list[object]]) -> bytes:
    book = Workbook()
    book.remove(book.worksheets[0])
    for rows in sheets:
        sheet = book.create_sheet()
        for row in rows:
            sheet.append(row)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def _zip(**files: bytes) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name.replace("__", "/"), content)
    return stream.getvalue()


def test_the_first_sheet_with_content_is_a_table() -> None:
    rows: list[list[object]] = [
        ["Fall", "Rolle", "Text", "Datum"],
        [7, "Ratsuchende Person", "Größe; „Zitat“\nund mehr", datetime(2024, 3, 1, 10, 5)],
        [7, "Beratende Person", "Guten Tag", None],
    ]
    reading = read_threads(_book([], rows, [["noch", "eines"]]))
    assert [(one.kind) for one in reading.problems] == ["sheets_not_read"]
    thread = reading.threads[0]
    assert (thread.external_id, thread.messages[0].content) == ("7", "Größe; „Zitat“\nund mehr")
    assert f"{thread.messages[0].timestamp:%Y-%m-%d %H:%M}" == "2024-03-01 10:05"
    assert thread.messages[1].role == "counsellor"


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (b"%PDF-1.7", "foreign_file"),
        (b"\x89PNG\r\n\x1a\n", "foreign_file"),
        (b"\x1f\x8b\x08\x00", "foreign_file"),
        (_zip(a=b"x"), "foreign_file"),
        (_zip(xl__workbook=b"x")[:40], "workbook_broken"),
        (_zip(**{"xl__workbook.xml": b"<broken"}), "workbook_broken"),
        (_zip(**{"xl__workbook.xml": bytes(30 * 1024 * 1024)}), "too_large"),
        (_book([]), "empty"),
        (b"[" * 100_000 + b"]" * 100_000, "json_broken"),
    ],
    ids=["pdf", "png", "gzip", "zip", "half a zip", "no workbook", "zip bomb", "empty sheets", "deep JSON"],
)
def test_what_holds_no_threads_gets_a_clear_error(content: bytes, kind: str) -> None:
    reading = read_threads(content)
    assert not reading.threads
    assert reading.problems[0].kind == kind
    assert reading.problems[0].hint
