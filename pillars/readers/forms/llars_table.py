"""LLARS' own table, as the export writes it: see ``pillars.thread_table``."""

import json
from collections.abc import Iterator
from typing import Any, ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from pillars.readers.documents import Document, JsonDocument, Row, Table
from pillars.readers.drafts import ThreadDraft
from pillars.readers.faults import FileUnreadable, problem
from pillars.readers.forms.base import Form, Hints
from pillars.readers.forms.llars import FORM as LLARS
from pillars.readers.parsed import Problem
from pillars.readers.row_store import RowStore
from pillars.thread_table import COLUMNS, unguarded

_THREAD = COLUMNS.index("thread")
_OF_THREAD = ("id", "subject", "label")
_AS_JSON = ("metadata", "features")


class LlarsTableForm(Form):
    """Known by its columns; it is turned into LLARS' own JSON and read as such."""

    name: ClassVar[str] = "llars_table"
    order: ClassVar[int] = 5
    title = gettext_lazy("table exported by LLARS")
    known_by = gettext_lazy("by its columns, which are those of LLARS")

    def matches(self, document: Document, hints: Hints) -> bool:
        """Whether the columns are exactly these, and the caller does not say otherwise."""
        return isinstance(document, Table) and document.columns == list(COLUMNS) and not hints.column_map

    def drafts(self, document: Document, hints: Hints, notes: list[Problem]) -> Iterator[ThreadDraft]:
        """See ``Form.drafts``."""
        if not isinstance(document, Table):
            raise TypeError("LLARS' own table is a table")
        with RowStore() as store:
            for row in document.stream():
                _check_width(row)
                store.add(row.cells[_THREAD], row)
            records = (_record(rows) for _key, rows in store.threads())
            yield from LLARS.drafts(JsonDocument((), lambda: records), hints, notes)


def _check_width(row: Row) -> None:
    if len(row.cells) != len(COLUMNS):
        hint = _("The row has %(count)d cells, and the table %(columns)d columns.")
        values = {"count": len(row.cells), "columns": len(COLUMNS)}
        raise FileUnreadable(problem("row_too_long", _("line %d") % row.line, "", hint % values))


def _record(rows: list[Row]) -> dict[str, Any]:
    threads: dict[str, dict[str, Any]] = {}
    for row in rows:
        _add(row, threads)
    return next(iter(threads.values()))


def _add(row: Row, threads: dict[str, dict[str, Any]]) -> None:
    cells = {name: unguarded(cell) for name, cell in zip(COLUMNS, row.cells, strict=True)}
    thread = threads.get(cells["thread"])
    if thread is None:
        thread = threads[cells["thread"]] = _head(cells, row.line)
    message = {"role": cells["role"], "content": cells["content"]}
    if cells["timestamp"]:
        message["timestamp"] = cells["timestamp"]
    thread["messages"].append(message)


def _head(cells: dict[str, str], line: int) -> dict[str, Any]:
    thread: dict[str, Any] = {name: cells[name] for name in _OF_THREAD if cells[name]}
    for name in _AS_JSON:
        if not cells[name]:
            continue
        try:
            thread[name] = json.loads(cells[name])
        except (ValueError, RecursionError):
            where = f"{_('line %d') % line}, {name}"
            raise FileUnreadable(
                problem("json_broken", where, cells[name], _("JSON is expected in this cell."))
            ) from None
    return thread | {"messages": []}


FORM = LlarsTableForm()
