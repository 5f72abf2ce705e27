"""Excel workbooks as tests write them: by openpyxl, and part by part as Excel itself does."""

import io
import zipfile
from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO
from xml.sax.saxutils import escape

from openpyxl import Workbook

_XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_KIND = "application/vnd.openxmlformats-officedocument.spreadsheetml."
FRAME = {
    "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types">'
    f'<Override PartName="/xl/workbook.xml" ContentType="{_KIND}sheet.main+xml"/>'
    f'<Override PartName="/xl/sharedStrings.xml" ContentType="{_KIND}sharedStrings+xml"/>'
    f'<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{_KIND}worksheet+xml"/></Types>',
    "xl/workbook.xml": f'<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}"><sheets>'
    '<sheet name="Tabelle1" sheetId="1" r:id="rId1"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{_PACKAGE}/relationships">'
    f'<Relationship Id="rId1" Type="{_OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
}
"""All parts but the sheet and the texts."""


def as_workbook(*sheets: Iterable[Iterable[object]]) -> bytes:
    """Sheets of rows, written by openpyxl."""
    book = Workbook()
    book.remove(book.worksheets[0])
    for rows in sheets:
        sheet = book.create_sheet()
        for row in rows:
            sheet.append(list(row))
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def from_parts(sheet: str, texts: str = "") -> bytes:
    """A workbook whose sheet has this inside ``worksheet``, with these ``si`` as shared texts; not packed."""
    stream = io.BytesIO()
    _write_archive(
        stream,
        {
            "xl/worksheets/sheet1.xml": [f'{_XML}<worksheet xmlns="{_MAIN}">{sheet}</worksheet>'.encode()],
            "xl/sharedStrings.xml": [f'{_XML}<sst xmlns="{_MAIN}">{texts}</sst>'.encode()],
        },
        zipfile.ZIP_STORED,
    )
    return stream.getvalue()


def write_as_excel_does(path: Path, rows: Iterable[Iterable[str]]) -> None:
    """A workbook of texts, with each text once in a part of its own; as large as may be."""
    numbers: dict[int, int] = {}
    with ExitStack() as opened:
        sheet, texts = (opened.enter_context(TemporaryFile()) for _part in range(2))
        sheet.write(f'{_XML}<worksheet xmlns="{_MAIN}"><sheetData>'.encode())
        texts.write(f'{_XML}<sst xmlns="{_MAIN}">'.encode())
        for row in rows:
            sheet.write(b"<row>")
            for text in row:
                number = numbers.get(hash(text))
                if number is None:
                    number = numbers[hash(text)] = len(numbers)
                    texts.write(f'<si><t xml:space="preserve">{escape(text)}</t></si>'.encode())
                sheet.write(b'<c t="s"><v>%d</v></c>' % number)
            sheet.write(b"</row>")
        sheet.write(b"</sheetData></worksheet>")
        texts.write(b"</sst>")
        with path.open("wb") as stream:
            parts = {"xl/worksheets/sheet1.xml": sheet, "xl/sharedStrings.xml": texts}
            _write_archive(stream, {name: _pieces(part) for name, part in parts.items()})


def _pieces(part: IO[bytes]) -> Iterable[bytes]:
    part.seek(0)
    return iter(lambda: part.read(1024 * 1024), b"")


def _write_archive(
    stream: IO[bytes], parts: Mapping[str, Iterable[bytes]], packed: int = zipfile.ZIP_DEFLATED
) -> None:
    with zipfile.ZipFile(stream, "w", packed) as archive:
        for name, text in FRAME.items():
            archive.writestr(name, _XML + text)
        for name, pieces in parts.items():
            with archive.open(name, "w") as part:
                part.writelines(pieces)
