"""An Excel workbook, opened: its sheets, each row by row, with no more of it in memory than one row needs.

The XML is read by lxml within its bounds (no entities, no text of more than 10 MB); openpyxl knows what a
cell means.
"""

import tempfile
from array import array
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from typing import IO, Any

from lxml import etree
from openpyxl.cell.text import Text
from openpyxl.reader.excel import ExcelReader
from openpyxl.styles.stylesheet import apply_stylesheet
from openpyxl.worksheet._reader import WorkSheetParser
from openpyxl.xml.constants import SHARED_STRINGS, SHEET_MAIN_NS

from pillars.readers.source import Source

_MOST_ROWS = 2**20

Cells = dict[int, Any]
"""Values by their column, which counts from 1."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet of cells: its title, and its place in the archive."""

    title: str
    path: str


class Book:
    """The sheets of a workbook in their order; made by ``open_book``."""

    def __init__(self, reader: ExcelReader, texts: "_SharedTexts") -> None:
        reader.read_workbook()
        self._archive = reader.archive
        self._texts = texts
        self._how: Any = reader.wb
        apply_stylesheet(self._archive, self._how)
        self.sheets = [
            Sheet(sheet.name, relation.target)
            for sheet, relation in reader.parser.find_sheets()
            if relation.target in reader.valid_files and "chartsheet" not in relation.Type
        ]

    def rows(self, sheet: Sheet) -> Iterator[tuple[int, Cells]]:
        """The numbers of rows that are in the file, which skips empty ones, and their cells."""
        with self._archive.open(sheet.path) as part:
            parser = WorkSheetParser(
                part,
                self._texts,
                data_only=True,
                epoch=self._how.epoch,
                date_formats=self._how._date_formats,
                timedelta_formats=self._how._timedelta_formats,
            )
            for element in _elements(part, "row"):
                number, cells = parser.parse_row(element)
                if not 0 < number <= _MOST_ROWS:
                    raise ValueError("a row with a number that no sheet has")
                parser.row_dimensions.clear()
                yield number, {cell["column"]: cell["value"] for cell in cells}


@contextmanager
def open_book(source: Source) -> Iterator[Book]:
    """The workbook, whose files are closed afterwards.

    Raises whatever openpyxl and lxml raise at broken files, and so does reading on in its rows.
    """
    with ExitStack() as opened:
        stream = opened.enter_context(source.open())
        reader = ExcelReader(stream, read_only=True, data_only=True, keep_links=False)
        archive = opened.enter_context(closing(reader.archive))
        reader.read_manifest()
        manifest: Any = reader.package
        shared = manifest.find(SHARED_STRINGS)
        part = opened.enter_context(archive.open(shared.PartName[1:])) if shared else None
        kept = opened.enter_context(tempfile.TemporaryFile())
        yield Book(reader, _SharedTexts(part, kept))


class _SharedTexts:
    """The texts that cells name by number: read as far as one is asked for, and kept on disk."""

    def __init__(self, part: IO[bytes] | None, kept: IO[bytes]) -> None:
        self._elements = iter(_elements(part, "si") if part is not None else ())
        self._kept = kept
        self._ends = array("Q", [0])

    def __getitem__(self, number: int) -> str:
        """Raises ``IndexError`` where there is none of this number."""
        if number < 0:
            raise IndexError(number)
        while len(self._ends) <= number + 1:
            self._take_next()
        begin, end = self._ends[number], self._ends[number + 1]
        self._kept.seek(begin)
        return self._kept.read(end - begin).decode()

    def _take_next(self) -> None:
        element = next(self._elements, None)
        if element is None:
            raise IndexError(len(self._ends))
        # As openpyxl has it: "_x005F_" is how a workbook writes an underscore that would begin an escape.
        raw = Text.from_tree(element).content.replace("x005F_", "").encode()
        self._kept.seek(self._ends[-1])
        self._kept.write(raw)
        self._ends.append(self._ends[-1] + len(raw))


def _elements(part: Any, name: str) -> Iterator[Any]:
    """The elements of a name one after the other; each is let go of when the next one is asked for."""
    found = etree.iterparse(
        part,
        tag=f"{{{SHEET_MAIN_NS}}}{name}",
        resolve_entities=False,
        remove_comments=True,
        remove_pis=True,
        huge_tree=False,
    )
    for _event, element in found:
        if element.getroottree().docinfo.internalDTD is not None:
            raise ValueError("a document type in a workbook")
        yield element
        element.clear()
        while element.getprevious() is not None:
            del element.getparent()[0]
