"""From text to a document: JSON records, or a table with named columns."""

import csv
import itertools
import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from pillars.readers.faults import FileUnreadable, problem, shown

DELIMITERS = (",", ";", "\t")
IMPORT_FORMAT = "llars-import-v1"
_SNIFFED_ROWS = 200
_LINE_OF_JSON = re.compile(r"[^\n]*\n|[^\n]+")
_LINE_OF_TABLE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_SEPARATOR_LINE = re.compile(r"sep=(.)\r?\n")
# The csv module refuses fields of more than 128 KiB by default; a thread's text may be longer.
csv.field_size_limit(2**31 - 1)


@dataclass(frozen=True, slots=True)
class JsonDocument:
    """The records of a JSON file: the entries of its list, or its one object."""

    records: list[Any]


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a table; ``cells`` has as many entries as the file has, ``line`` counts from 1."""

    line: int
    cells: list[str]


@dataclass(frozen=True, slots=True)
class Table:
    """A table: the names in its first row, and the other rows that are not blank."""

    columns: list[str]
    rows: list[Row]
    delimiter: str = ","


Document = JsonDocument | Table


def read_document(text: str, delimiter: str = "") -> Document:
    """The document in ``text``: JSON (or one JSON object a line) where it begins like it, else a table.

    A ``delimiter`` that is given makes it a table.

    Raises:
        FileUnreadable: it is empty, or broken JSON, or a broken table.
    """
    if not text.strip():
        raise FileUnreadable(problem("empty", "", "", _("The file is empty.")))
    if text.lstrip()[0] in "[{" and not delimiter:
        return JsonDocument(_records(_read_json(text)))
    return _read_table(text, delimiter)


def _lines(text: str, line: re.Pattern[str]) -> Iterator[str]:
    """One line after the other, with its end: a large file is not copied whole, as ``StringIO`` would."""
    return (match.group() for match in line.finditer(text))


def _read_json(text: str) -> Any:
    try:
        return _parsed(text)
    except json.JSONDecodeError as error:
        if error.msg == "Extra data":
            lines = enumerate(_lines(text, _LINE_OF_JSON), start=1)
            return [_read_line(number, line) for number, line in lines if line.strip()]
        raise _broken_json(error.lineno, error.colno, error.msg) from None
    except (RecursionError, ValueError) as error:
        raise _broken_json(1, 1, _in_words(error)) from None


def _read_line(number: int, line: str) -> Any:
    try:
        return _parsed(line)
    except json.JSONDecodeError as error:
        raise _broken_json(number, error.colno, error.msg) from None
    except (RecursionError, ValueError) as error:
        raise _broken_json(number, 1, _in_words(error)) from None


def _in_words(error: RecursionError | ValueError) -> str:
    return _("nested too deeply") if isinstance(error, RecursionError) else str(error)


def _parsed(text: str) -> Any:
    return json.loads(text, parse_constant=_no_constant, object_pairs_hook=_each_key_once)


def _each_key_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        doubled, _count = Counter(key for key, _value in pairs).most_common(1)[0]
        hint = _("An object has the key “%s” twice, and nothing tells which of the two counts.")
        raise FileUnreadable(problem("key_twice", "", doubled, hint % shown(doubled)))
    return found


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


def _broken_json(line: int, column: int, message: str) -> FileUnreadable:
    where = _("line %(line)d, column %(column)d") % {"line": line, "column": column}
    hint = _("The JSON is broken at %(where)s: %(message)s.") % {"where": where, "message": message}
    return FileUnreadable(problem("json_broken", where, message, hint))


def _records(data: Any) -> list[Any]:
    if isinstance(data, list):
        return data
    if isinstance(data, dict) and isinstance(data.get("threads"), list):
        form = data.get("format", IMPORT_FORMAT)
        if form != IMPORT_FORMAT:
            hint = _("This version of the form is not known; known is %s.") % IMPORT_FORMAT
            raise FileUnreadable(problem("unknown_format", "format", form, hint))
        records: list[Any] = data["threads"]
        return records
    return [data]


def _read_table(text: str, wanted: str) -> Table:
    named = _SEPARATOR_LINE.match(text)
    skipped = 1 if named else 0
    body = text[named.end() :] if named else text
    delimiter = (
        wanted or (named[1] if named else "") or max(DELIMITERS, key=lambda one: _likelihood(body, one))
    )
    return table_of(list(_rows(body, delimiter, skipped)), delimiter)


def table_of(rows: list[Row], delimiter: str) -> Table:
    """The table of rows of which the first has the columns' names.

    Raises:
        FileUnreadable: there is no row, or two columns have the same name.
    """
    if not rows:
        raise FileUnreadable(problem("empty", "", "", _("The file is empty.")))
    columns = [cell.strip() for cell in rows[0].cells]
    doubled = sorted({name for name in columns if name and columns.count(name) > 1})
    if doubled:
        hint = _("Two columns have the same name; give each its own.")
        raise FileUnreadable(problem("column_twice", _("line %d") % rows[0].line, ", ".join(doubled), hint))
    return Table(columns, rows[1:], delimiter)


def _likelihood(text: str, delimiter: str) -> tuple[float, int]:
    """How well a delimiter cuts the first rows into equally many columns, then how many these are."""
    reader = csv.reader(_lines(text, _LINE_OF_TABLE), delimiter=delimiter, strict=True)
    try:
        widths = [len(cells) for cells in itertools.islice(reader, _SNIFFED_ROWS) if any(cells)]
    except csv.Error:
        return (0.0, text.partition("\n")[0].count(delimiter))
    if not widths or widths[0] < 2:
        return (0.0, 0)
    return (widths.count(widths[0]) / len(widths), widths[0])


def _rows(text: str, delimiter: str, skipped: int) -> Iterator[Row]:
    reader = csv.reader(_lines(text, _LINE_OF_TABLE), delimiter=delimiter, strict=True)
    line = 1 + skipped
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                yield Row(line, cells)
            line = reader.line_num + 1 + skipped
    except csv.Error as error:
        where = _("line %d") % line
        hint = _("The table is broken from %(where)s on: %(message)s. Check the quotation marks.") % {
            "where": where,
            "message": error,
        }
        raise FileUnreadable(problem("table_broken", where, str(error), hint)) from None
