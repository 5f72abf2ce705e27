"""A table with one row a thread, or one for each model's answer: texts are features, or messages as JSON."""

import json
from collections.abc import Mapping
from typing import Any, ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from pillars.readers.columns import check_names, plain_name
from pillars.readers.documents import Document, JsonDocument, Row, Table
from pillars.readers.faults import FileUnreadable, problem
from pillars.readers.forms.base import Form, Hints, take
from pillars.readers.forms.flat import Shape, draft_of, find_shape, grouped
from pillars.readers.forms.llars import FORM as LLARS
from pillars.readers.forms.long_table import row_too_long
from pillars.readers.parsed import Reading

_LOOKED_AT = 200
_MESSAGES = ("messages", "nachrichten", "conversation", "thread_json")
WORDS = ("thread", "client", "counsellor", "messages", "model", "subject", "label", "timestamp", "features")


class WideTableForm(Form):
    """Rows of one id are one thread: several models' texts about the same source."""

    name: ClassVar[str] = "table_wide"
    order: ClassVar[int] = 85
    title = gettext_lazy("table with one row a thread")
    known_by = gettext_lazy("by its columns with texts")

    def matches(self, document: Document, hints: Hints) -> bool:
        """Whether there are columns with texts to make threads of."""
        if not isinstance(document, Table) or not document.rows:
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

    def read(self, document: Document, hints: Hints) -> Reading:
        """See ``Form.read``."""
        if not isinstance(document, Table):
            raise TypeError("a wide table is a table")
        given = dict(hints.column_map or {})
        check_names(given, WORDS, document.columns)
        reading = Reading(format=self.name)
        column = _messages_column(document, given)
        if column is not None:
            return _with_messages(document, column, hints, self.name)
        shape = _shape(document, given)
        if not shape.has_texts:
            hint = _(
                "No column holds texts. Say with column_map which one is “client”, “counsellor” or a feature."
            )
            raise FileUnreadable(problem("column_missing", "", ", ".join(document.columns), hint))
        rows = [(_("line %d") % row.line, _record(document, row)) for row in document.rows]
        width = len(document.columns)
        too_long = {_("line %d") % row.line: row for row in document.rows if len(row.cells) > width}
        for key, members in grouped(rows, shape).items():
            draft = draft_of(key, members, shape)
            for place in (place for place, _cells in members if place in too_long):
                row_too_long(draft, too_long[place], document)
            take(draft, reading)
        return reading


def _record(table: Table, row: Row) -> dict[str, str]:
    return dict(zip(table.columns, row.cells, strict=False))


def _shape(table: Table, given: Mapping[str, Any]) -> Shape:
    samples = [_record(table, row) for row in table.rows[:_LOOKED_AT]]
    return find_shape([name for name in table.columns if name], samples, given)


def _messages_column(table: Table, given: Mapping[str, Any]) -> str | None:
    if "messages" in given:
        return str(given["messages"])
    names = {plain_name(name): place for place, name in enumerate(table.columns)}
    for word in _MESSAGES:
        place = names.get(word)
        if place is None:
            continue
        cells = [row.cells[place] for row in table.rows[:_LOOKED_AT] if place < len(row.cells)]
        if cells and all(cell.lstrip().startswith("[") for cell in cells if cell.strip()):
            return table.columns[place]
    return None


def _with_messages(table: Table, column: str, hints: Hints, name: str) -> Reading:
    """Read each row as a thread in LLARS' own form whose messages stand in one cell."""
    records: list[Any] = []
    for row in table.rows:
        cells = _record(table, row)
        try:
            messages = json.loads(cells.pop(column, "") or "[]")
        except (ValueError, RecursionError):
            where = f"{_('line %d') % row.line}, {column}"
            raise FileUnreadable(
                problem("json_broken", where, "", _("JSON is expected in this cell."))
            ) from None
        records.append({key: value for key, value in cells.items() if value} | {"messages": messages})
    reading = LLARS.read(JsonDocument(records), Hints(hints.roles))
    reading.format = name
    return reading


FORM = WideTableForm()
