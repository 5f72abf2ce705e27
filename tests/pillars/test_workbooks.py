"""Excel workbooks, and files that are no threads whatever their name says."""

import io
import zipfile
from datetime import datetime
from pathlib import Path

import pytest

from pillars.readers import Source, open_threads, read_threads
from tests.pillars.workbooks import as_workbook, from_parts, write_as_excel_does

pytestmark = pytest.mark.database_free


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
    reading = read_threads(as_workbook([], rows, [["noch", "eines"]]))
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
        (as_workbook([]), "empty"),
        (b"[" * 100_000 + b"]" * 100_000, "json_broken"),
    ],
    ids=["pdf", "png", "gzip", "zip", "half a zip", "no workbook", "zip bomb", "empty sheets", "deep JSON"],
)
def test_what_holds_no_threads_gets_a_clear_error(content: bytes, kind: str) -> None:
    reading = read_threads(content)
    assert not reading.threads
    assert reading.problems[0].kind == kind
    assert reading.problems[0].hint


def _row(*cells: str, more: str = "") -> str:
    return f"<row{more}>{''.join(cells)}</row>"


def _inline(text: str, place: str = "") -> str:
    return f'<c t="inlineStr"{place}><is><t>{text}</t></is></c>'


HEAD = _row(*map(_inline, ("thread", "role", "content")))
GOOD = _row(*map(_inline, ("f1", "client", "Hallo")))


def _said(raw: bytes) -> list[str]:
    return [one.content for each in read_threads(raw).threads for one in each.messages]


def test_texts_that_stand_apart_from_the_cells_are_read(tmp_path: Path) -> None:
    said = [f"Text {number} „ü“ 🙂" for number in range(1000)]
    rows = [["thread", "role", "content"], *(["f1", "client", text] for text in said)]
    path = tmp_path / "book.xlsx"
    write_as_excel_does(path, rows)
    [thread] = read_threads(path).threads
    assert [one.content for one in thread.messages] == said


def test_cells_stand_where_they_say_and_rows_keep_their_numbers() -> None:
    rows = [
        "<dimension ref='A1'/><sheetData>",
        _row(*map(_inline, ("thread", "role", "", "content")), more=' r="3" ht="20"'),
        _row(_inline("nobody knows", ' r="D7"'), _inline("f1", ' r="A7"'), more=' r="7"'),
        _row('<c r="A9" t="n"><v>7</v></c>', _inline("client", ' r="B9"'), _inline("Hallo", ' r="D9"')),
        "</sheetData>",
    ]
    reading = read_threads(from_parts("".join(rows)))
    assert [(one.external_id, one.messages[0].content) for one in reading.threads] == [("7", "Hallo")]
    assert [(one.kind, one.where) for one in reading.problems] == [("unknown_role", "Verlauf f1, Zeile 7")]


def test_parts_of_a_text_in_different_fonts_are_one_text() -> None:
    fonts = "<si><r><t>Ich </t></r><r><rPr><b/></rPr><t>kann</t></r><r><t> nicht</t></r></si>"
    shared = '<c t="s"><v>0</v></c>'
    rows = HEAD + _row(_inline("f1"), _inline("client"), shared) + _row(_inline("f1"), _inline("bot"), shared)
    assert _said(from_parts(f"<sheetData>{rows}</sheetData>", fonts)) == ["Ich kann nicht"] * 2


MISSING = _row('<c t="s"><v>5</v></c>')
LONG = _row(_inline("x" * 11_000_000))
LONG_IN_PARTS = _row('<c t="inlineStr"><is>', *["<r><t>" + "x" * 6_000_000 + "</t></r>"] * 2, "</is></c>")
BEYOND = _row(_inline("f1"), more=f' r="{10**20}"')
BELOW = _row(_inline("f1"), more=' r="-3"')
BROKEN = {
    "cut off": (f"<sheetData>{HEAD}{GOOD * 400}<row>", "workbook_broken", "402"),
    "no such text": (f"<sheetData>{HEAD}{GOOD}{MISSING}</sheetData>", "workbook_broken", "3"),
    "a cell far too long": (f"<sheetData>{HEAD}{GOOD}{LONG}</sheetData>", "cell_too_long", "3"),
    "a row number that is none": (f"<sheetData>{HEAD}{GOOD}{BEYOND}</sheetData>", "workbook_broken", "3"),
    "one below all": (f"<sheetData>{HEAD}{GOOD}{BELOW}</sheetData>", "workbook_broken", "3"),
    "one in parts": (f"<sheetData>{HEAD}{GOOD}{LONG_IN_PARTS}</sheetData>", "cell_too_long", "3"),
}


@pytest.mark.parametrize(("sheet", "kind", "line"), BROKEN.values(), ids=BROKEN.keys())
def test_a_workbook_that_breaks_off_is_named_by_its_row(sheet: str, kind: str, line: str) -> None:
    reading = read_threads(from_parts(sheet))
    assert not reading.threads
    assert [(one.kind, one.where) for one in reading.problems] == [(kind, f"Zeile {line}")]


def test_a_sheet_is_read_only_as_far_as_it_is_asked_for() -> None:
    file = open_threads(Source(from_parts(f"<sheetData>{HEAD}{GOOD * 400}<broken")))
    assert (file.form, file.is_broken) == ("table_long", False)
    list(file.outcomes())
    assert file.is_broken


def test_entities_in_a_workbook_are_refused() -> None:
    entity = b'<!DOCTYPE worksheet [<!ENTITY a "aaaa">]><worksheet'
    parts = zipfile.ZipFile(io.BytesIO(from_parts(f"<sheetData>{HEAD}{GOOD}</sheetData>")))
    files = {name: parts.read(name) for name in parts.namelist()}
    sheet = "xl/worksheets/sheet1.xml"
    files[sheet] = files[sheet].replace(b"<worksheet", entity).replace(b"Hallo", b"&a;")
    reading = read_threads(_zip(**{name.replace("/", "__"): content for name, content in files.items()}))
    assert not reading.threads
    assert [one.kind for one in reading.problems] == ["workbook_broken"]


def test_all_files_are_closed_again(tmp_path: Path) -> None:
    path = tmp_path / "book.xlsx"
    write_as_excel_does(path, [["thread", "role", "content"], ["f1", "client", "Hallo"]])
    before = len(list(Path("/proc/self/fd").iterdir()))
    file = open_threads(Source(path))
    assert len(list(Path("/proc/self/fd").iterdir())) == before
    list(file.outcomes())
    assert len(list(Path("/proc/self/fd").iterdir())) == before
