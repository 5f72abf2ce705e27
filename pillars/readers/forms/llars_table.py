"""LLARS' own table, as the export writes it: see ``pillars.thread_table``."""

from collections.abc import Iterator
from itertools import zip_longest
from typing import Any, ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from pillars.readers.cells import json_cell, row_too_long, rows_of
from pillars.readers.documents import Document, JsonDocument, Table
from pillars.readers.drafts import ThreadDraft
from pillars.readers.faults import FileUnreadable, ThreadUnreadable, problem
from pillars.readers.forms.base import Form, Hints
from pillars.readers.forms.llars import FORM as LLARS
from pillars.readers.json_stream import BrokenRecord
from pillars.readers.parsed import Problem
from pillars.readers.row_store import Group, RowStore
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
        if not document.sample:
            raise FileUnreadable(problem("no_threads", "", "", _("The file holds no thread.")))
        with RowStore() as store:
            for row in document.stream():
                store.add(unguarded(row.cells[_THREAD]), row.line, row.cells)
            records = (_record(group) for group in store.groups())
            yield from LLARS.drafts(JsonDocument((), lambda: records), hints, notes)


def _record(group: Group) -> dict[str, Any] | BrokenRecord:
    rows = rows_of(group)
    raw = [dict(zip_longest(COLUMNS, row.cells, fillvalue="")) for row in rows]
    if fault := group.fault or next(filter(None, (row_too_long(row, len(COLUMNS)) for row in rows)), None):
        return BrokenRecord(fault, raw)
    cells = [{name: unguarded(cell) for name, cell in row.items()} for row in raw]
    try:
        return _head(cells[0], rows[0].line) | {"messages": [_message(one) for one in cells]}
    except ThreadUnreadable as error:
        return BrokenRecord(error.problems[0], raw)


def _message(cells: dict[str, str]) -> dict[str, str]:
    message = {"role": cells["role"], "content": cells["content"]}
    return message | ({"timestamp": cells["timestamp"]} if cells["timestamp"] else {})


def _head(cells: dict[str, str], line: int) -> dict[str, Any]:
    thread: dict[str, Any] = {name: cells[name] for name in _OF_THREAD if cells[name]}
    for name in _AS_JSON:
        if cells[name]:
            thread[name] = json_cell(cells[name], line, name)
    return thread


FORM = LlarsTableForm()
