"""A table with one row a thread, or one for each model's answer: texts are features, or messages as JSON."""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from pillars.readers.cells import json_cell, row_too_long, rows_of
from pillars.readers.columns import check_names, plain_name
from pillars.readers.documents import Document, JsonDocument, Row, Table
from pillars.readers.drafts import ThreadDraft
from pillars.readers.faults import FileUnreadable, ThreadUnreadable, problem
from pillars.readers.forms.base import Form, Hints
from pillars.readers.forms.flat import Shape, draft_of, find_shape
from pillars.readers.forms.llars import FORM as LLARS
from pillars.readers.json_stream import BrokenRecord
from pillars.readers.parsed import Problem
from pillars.readers.row_store import Group, RowStore

_MESSAGES = ("messages", "nachrichten", "conversation", "thread_json")
_AS_JSON = {"metadata": "{", "features": "["}
"""Columns beside the messages that may hold JSON, and how it begins then."""
WORDS = ("thread", "client", "counsellor", "messages", "model", "subject", "label", "timestamp", "features")


class WideTableForm(Form):
    """Rows of one id are one thread: several models' texts about the same source."""

    name: ClassVar[str] = "table_wide"
    order: ClassVar[int] = 85
    title = gettext_lazy("table with one row a thread")
    known_by = gettext_lazy("by its columns with texts")

    def matches(self, document: Document, hints: Hints) -> bool:
        """Whether there are columns with texts to make threads of."""
        if not isinstance(document, Table) or not document.sample:
            return False
        given = hints.column_map or {}
        if {"role", "content"} & given.keys():
            return False
        return _messages_column(document, given) is not None or _shape(document, given).has_texts

    def meanings(self, document: Document, hints: Hints) -> dict[str, str]:
        """See ``Form.meanings``."""
        if not isinstance(document, Table):
            return {}
        given = dict(hints.column_map or {})
        check_names(given, WORDS, document.columns)
        column = _messages_column(document, given)
        if column is not None:
            return {column: "messages"}
        shape = _shape(document, given)
        named = {
            "thread": shape.thread, "client": shape.client, "counsellor": shape.counsellor,
            "model": shape.model, "subject": shape.subject, "label": shape.label,
            "timestamp": shape.timestamp,
        }  # fmt: skip
        found = {column: word for word, column in named.items() if column}
        return found | dict.fromkeys(shape.features, "feature")

    def drafts(self, document: Document, hints: Hints, notes: list[Problem]) -> Iterator[ThreadDraft]:
        """See ``Form.drafts``."""
        if not isinstance(document, Table):
            raise TypeError("a wide table is a table")
        given = hints.column_map or {}
        column = _messages_column(document, given)
        if column is not None:
            records = (_with_messages(document, row, column) for row in document.stream())
            yield from LLARS.drafts(JsonDocument((), lambda: records), hints, notes)
            return
        shape = _shape(document, given)
        if not shape.has_texts:
            hint = _(
                "No column holds texts. Say with column_map which one is “client”, “counsellor” or a feature."
            )
            raise FileUnreadable(problem("column_missing", "", ", ".join(document.columns), hint))
        with RowStore() as store:
            for row in document.stream():
                key = str(_record(document, row).get(shape.thread or "") or "").strip()
                store.add(key or f"\0{row.line}", row.line, row.cells)
            for group in store.groups():
                yield group.unreadable() if group.fault else _draft(group, document, shape)


def _draft(group: Group, table: Table, shape: Shape) -> ThreadDraft:
    rows = rows_of(group)
    draft = draft_of(group.key, [(_("line %d") % row.line, _record(table, row)) for row in rows], shape)
    draft.faults += filter(None, (row_too_long(row, len(table.columns)) for row in rows))
    return draft


def _record(table: Table, row: Row) -> dict[str, str]:
    return dict(zip(table.columns, row.cells, strict=False))


def _shape(table: Table, given: Mapping[str, Any]) -> Shape:
    samples = [_record(table, row) for row in table.sample]
    return find_shape([name for name in table.columns if name], samples, given)


def _messages_column(table: Table, given: Mapping[str, Any]) -> str | None:
    if "messages" in given:
        return str(given["messages"])
    names = {plain_name(name): place for place, name in enumerate(table.columns)}
    for word in _MESSAGES:
        place = names.get(word)
        if place is None:
            continue
        cells = [row.cells[place] for row in table.sample if place < len(row.cells)]
        if cells and all(cell.lstrip().startswith("[") for cell in cells if cell.strip()):
            return table.columns[place]
    return None


def _with_messages(table: Table, row: Row, column: str) -> dict[str, Any] | BrokenRecord:
    """A row as a thread in LLARS' own form: messages, metadata and features each stand in a cell."""
    cells = _record(table, row)
    if too_long := row_too_long(row, len(table.columns)):
        return BrokenRecord(too_long, cells | {"": row.cells[len(table.columns) :]})
    record: dict[str, Any] = {key: value for key, value in cells.items() if value and key != column}
    try:
        record["messages"] = json_cell(cells.get(column, "").strip() or "[]", row.line, column)
        for name in record.keys() & _AS_JSON.keys():
            if record[name].lstrip().startswith(_AS_JSON[name]):
                record[name] = json_cell(record[name], row.line, name)
    except ThreadUnreadable as error:
        return BrokenRecord(error.problems[0], cells)
    return record


FORM = WideTableForm()
