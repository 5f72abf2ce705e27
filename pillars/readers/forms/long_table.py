"""A table with one row a message: a thread's id, a role and a text; time and subject where there are any."""

from collections.abc import Iterator
from typing import ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from pillars.readers.cells import row_too_long, rows_of
from pillars.readers.columns import Columns, find_columns
from pillars.readers.documents import Document, Row, Table
from pillars.readers.drafts import ThreadDraft
from pillars.readers.faults import FileUnreadable, problem
from pillars.readers.forms.base import Form, Hints
from pillars.readers.parsed import Problem
from pillars.readers.roles import Roles
from pillars.readers.row_store import RowStore

WIDE_WORDS = frozenset({"client", "counsellor", "messages", "model"})
"""Words of a column map that only a table with one row a thread has."""


class LongTableForm(Form):
    """Messages keep the order of their rows; the rows of a thread need not stand together."""

    name: ClassVar[str] = "table_long"
    order: ClassVar[int] = 80
    title = gettext_lazy("table with one row a message")
    known_by = gettext_lazy("by its columns for thread, role and text")

    def matches(self, document: Document, hints: Hints) -> bool:
        """Whether the needed columns can be told, or the caller says which they are."""
        if not isinstance(document, Table):
            return False
        if hints.column_map is not None:
            return not WIDE_WORDS & hints.column_map.keys()
        return not find_columns(document.columns, None).missing

    def meanings(self, document: Document, hints: Hints) -> dict[str, str]:
        """See ``Form.meanings``."""
        if not isinstance(document, Table):
            return {}
        found = find_columns(document.columns, hints.column_map)
        return {column: word for word, column in found.of.items()} | dict.fromkeys(found.features, "feature")

    def drafts(self, document: Document, hints: Hints, notes: list[Problem]) -> Iterator[ThreadDraft]:
        """See ``Form.drafts``."""
        if not isinstance(document, Table):
            raise TypeError("a long table is a table")
        columns = find_columns(document.columns, hints.column_map)
        if columns.missing:
            raise FileUnreadable(_missing(columns, document))
        if not document.sample:
            raise FileUnreadable(problem("no_threads", "", "", _("The file holds no thread.")))
        with RowStore() as store:
            for row in document.stream():
                key = _cell(row, document, columns.of["thread"]).strip()
                if key:
                    store.add(key, row.line, row.cells)
                else:
                    yield _without_thread(row, document)
            further = _further(document, columns)
            for group in store.groups():
                rows = rows_of(group)
                if group.fault:
                    yield group.unreadable()
                else:
                    yield _thread(group.key, rows, document, columns, further, hints.roles)


def _missing(columns: Columns, table: Table) -> Problem:
    hint = _(
        "No column was found for: %(missing)s. Name it with column_map, for example "
        '{"thread": "…", "role": "…", "content": "…"}. The columns are: %(columns)s.'
    ) % {"missing": ", ".join(columns.missing), "columns": ", ".join(table.columns)}
    return problem("column_missing", "", ", ".join(columns.missing), hint)


def _cell(row: Row, table: Table, column: str) -> str:
    place = table.columns.index(column)
    return row.cells[place] if place < len(row.cells) else ""


def _without_thread(row: Row, table: Table) -> ThreadDraft:
    place = _("line %d") % row.line
    draft = ThreadDraft(place, raw=dict(zip(table.columns, row.cells, strict=False)))
    draft.fault("thread_missing", place, "", _("The row names no thread, so it belongs to none."))
    return draft


def _further(table: Table, columns: Columns) -> list[str]:
    """The columns without a meaning of their own, which are metadata."""
    taken = {*columns.of.values(), *columns.features, ""}
    return [name for name in table.columns if name not in taken]


def _thread(
    key: str, rows: list[Row], table: Table, columns: Columns, further: list[str], roles: Roles
) -> ThreadDraft:
    draft = ThreadDraft(
        _("thread %s") % key, raw=[dict(zip(table.columns, row.cells, strict=False)) for row in rows]
    )
    draft.identify(
        external_id=key,
        subject=_one_value(draft, rows, table, columns, "subject"),
        label=_one_value(draft, rows, table, columns, "label"),
    )
    draft.metadata = {name: value for name in further if (value := _all_values(draft, rows, table, name))}
    for row in rows:
        _message(draft, row, table, columns, roles)
    for column in columns.features:
        values = dict.fromkeys(_cell(row, table, column) for row in rows)
        for value in filter(str.strip, values):
            draft.feature(column, type=column, content=value)
    return draft


def _one_value(draft: ThreadDraft, rows: list[Row], table: Table, columns: Columns, word: str) -> str:
    """What the column says of the whole thread: its first value, with a note where there are others."""
    column = columns.of.get(word)
    if column is None:
        return ""
    values = [value for row in rows if (value := _cell(row, table, column).strip())]
    others = [value for value in dict.fromkeys(values) if value != values[0]]
    if others:
        hint = _("The rows of one thread differ here; the first value, “%s”, was taken.") % values[0]
        draft.notes.append(problem("values_differ", f"{draft.where}, {column}", ", ".join(others), hint))
    return values[0] if values else ""


def _all_values(draft: ThreadDraft, rows: list[Row], table: Table, column: str) -> str | list[str]:
    """What the column says of the thread: the value that all rows share, else all values, with a note."""
    values = [_cell(row, table, column) for row in rows]
    different = list(dict.fromkeys(values))
    if len(different) == 1:
        return different[0]
    hint = _("The rows of one thread differ here; the metadata has the values of all rows as a list.")
    draft.note("values_differ", f"{draft.where}, {column}", ", ".join(filter(None, different)), hint)
    return values


def _message(draft: ThreadDraft, row: Row, table: Table, columns: Columns, roles: Roles) -> None:
    place = _("line %d") % row.line
    if too_long := row_too_long(row, len(table.columns)):
        draft.faults.append(too_long)
        return
    said = _cell(row, table, columns.of["role"])
    timestamp = columns.of.get("timestamp")
    draft.message(
        place,
        role=roles.read_flag(said) if columns.role_is_flag else roles.read(said),
        said=said,
        content=_cell(row, table, columns.of["content"]),
        time=_cell(row, table, timestamp) if timestamp else None,
    )


FORM = LongTableForm()
