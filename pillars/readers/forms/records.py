"""JSON in no form of its own: turns under any name, or texts under names."""

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from llars.errors import InvalidInput
from pillars.readers.documents import Document, JsonDocument
from pillars.readers.drafts import ThreadDraft
from pillars.readers.faults import problem
from pillars.readers.forms.base import Form, Hints
from pillars.readers.forms.flat import Shape, draft_of, find_shape
from pillars.readers.forms.json_form import broken_draft
from pillars.readers.forms.turns import IDS, MODELS, add_turns, begin, find_turns, key_for
from pillars.readers.json_stream import BrokenRecord
from pillars.readers.parsed import Problem
from pillars.readers.row_store import RowStore

_LONG = 40


class RecordsForm(Form):
    """Turns become messages, other long texts features with the record's model; short fields are metadata."""

    name: ClassVar[str] = "records"
    order: ClassVar[int] = 95
    title = gettext_lazy("JSON with other names")
    known_by = gettext_lazy("by its turns or texts, which were told by name and length")

    def matches(self, document: Document, hints: Hints) -> bool:
        """Whether the first records have turns, or texts to make threads of."""
        if not isinstance(document, JsonDocument):
            return False
        records = _objects(document)
        if any(find_turns(one) for one in records):
            return True
        shape = find_shape(_names(records), records, hints.column_map or {})
        return bool(records) and (shape.client is not None or shape.counsellor is not None)

    def check(self, document: Document, hints: Hints) -> None:
        """See ``Form.check``."""
        if not isinstance(document, JsonDocument):
            return
        known = _names(_objects(document))
        for name in [value for value in (hints.column_map or {}).values() if isinstance(value, str)]:
            if name not in known:
                message = _("There is no field “%s” in this file.") % name
                raise InvalidInput(message, errors={"column_map": [message]})

    def drafts(self, document: Document, hints: Hints, notes: list[Problem]) -> Iterator[ThreadDraft]:
        """See ``Form.drafts``; records of one id are one thread, wherever they stand."""
        if not isinstance(document, JsonDocument):
            raise TypeError("records are JSON")
        sample = _objects(document)
        shape = find_shape(_names(sample), sample, hints.column_map or {})
        lost: set[str] = set()
        with RowStore() as store:
            for number, record in enumerate(document.stream(), start=1):
                if isinstance(record, dict):
                    store.add(_key(record, number, shape), number, record)
                else:
                    yield _no_object(record, number)
            for group in store.groups():
                if group.fault:
                    yield group.unreadable()
                else:
                    yield from _together(group.key, group.entries, shape, hints, lost)
        if lost:
            hint = _("Messages have no room for these fields; they were not taken over.")
            notes.append(problem("fields_not_kept", "messages", ", ".join(sorted(lost)), hint))


def _objects(document: JsonDocument) -> list[dict[str, Any]]:
    return [one for one in document.sample if isinstance(one, dict)]


def _no_object(record: Any, number: int) -> ThreadDraft:
    if isinstance(record, BrokenRecord):
        return broken_draft(record, number)
    draft = ThreadDraft(_("thread %d") % number, raw=record)
    draft.fault("not_a_thread", draft.where, record, _("A thread is an object."))
    return draft


def _key(record: dict[str, Any], number: int, shape: Shape) -> str:
    """The record's id; one of its own where it has none."""
    name = key_for(record, IDS) if find_turns(record) else shape.thread
    return str(record.get(name or "") or "").strip() or f"\0{number}"


def _together(
    key: str, members: list[tuple[int, dict[str, Any]]], shape: Shape, hints: Hints, lost: set[str]
) -> Iterable[ThreadDraft]:
    """The threads of records with one id."""
    flat: list[tuple[str, dict[str, Any]]] = []
    with_turns: list[ThreadDraft] = []
    for number, record in members:
        if find_turns(record) is not None:
            with_turns.append(_with_turns(record, number, hints, lost))
        else:
            flat.append((_("thread %d") % number, record))
    yield from _merged(with_turns)
    if flat:
        yield draft_of(key, list(flat), shape)


def _with_turns(record: dict[str, Any], number: int, hints: Hints, lost: set[str]) -> ThreadDraft:
    turns = find_turns(record)
    assert turns is not None  # noqa: S101  (only records with turns come here)
    model = key_for(record, MODELS)
    texts = [key for key, value in record.items() if isinstance(value, str) and len(value) >= _LONG]
    draft = begin(record, number, taken=(turns.key, *texts))
    add_turns(draft, record[turns.key], turns, hints.roles, lost)
    for key in texts:
        draft.feature(key, type=key, content=record[key], model=record.get(model) if model else None)
    return draft


def _merged(drafts: list[ThreadDraft]) -> list[ThreadDraft]:
    """Records with one id and the same turns are one thread, about which several models wrote something."""
    found: dict[object, ThreadDraft] = {}
    for draft in drafts:
        key = (
            (draft.external_id, tuple(draft.messages))
            if draft.external_id and not draft.faults
            else draft.where
        )
        first = found.setdefault(key, draft)
        if first is not draft:
            first.features += draft.features
            first.notes += draft.notes
            differing = {
                name: value for name, value in draft.metadata.items() if first.metadata.get(name) != value
            }
            for name, value in differing.items():
                first.metadata.setdefault("further", []).append({name: value})
    return list(found.values())


def _names(records: list[dict[str, Any]]) -> list[str]:
    return list(dict.fromkeys(key for record in records for key in record))


FORM = RecordsForm()
