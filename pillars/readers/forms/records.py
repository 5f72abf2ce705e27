"""JSON in no form of its own: turns under any name, or texts under names."""

from collections.abc import Iterable
from typing import Any, ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from llars.errors import InvalidInput
from pillars.readers.documents import Document, JsonDocument
from pillars.readers.drafts import ThreadDraft
from pillars.readers.faults import problem
from pillars.readers.forms.base import Form, Hints, take
from pillars.readers.forms.flat import draft_of, find_shape, grouped
from pillars.readers.forms.turns import MODELS, add_turns, begin, find_turns, key_for
from pillars.readers.parsed import Reading

_LOOKED_AT = 200
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
        records = [one for one in document.records[:_LOOKED_AT] if isinstance(one, dict)]
        if any(find_turns(one) for one in records):
            return True
        shape = find_shape(_names(records), records, hints.column_map or {})
        return bool(records) and (shape.client is not None or shape.counsellor is not None)

    def read(self, document: Document, hints: Hints) -> Reading:
        """See ``Form.read``."""
        if not isinstance(document, JsonDocument):
            raise TypeError("records are JSON")
        reading = Reading(format=self.name)
        records = [one for one in document.records if isinstance(one, dict)]
        lost: set[str] = set()
        with_turns: list[ThreadDraft] = []
        flat: list[tuple[str, dict[str, Any]]] = []
        for number, record in enumerate(document.records, start=1):
            if not isinstance(record, dict):
                draft = ThreadDraft(_("thread %d") % number, raw=record)
                draft.fault("not_a_thread", draft.where, record, _("A thread is an object."))
                take(draft, reading)
            elif find_turns(record) is not None:
                with_turns.append(_with_turns(record, number, hints, lost))
            else:
                flat.append((_("thread %d") % number, record))
        for draft in (*_merged(with_turns), *_flat(flat, records, hints)):
            take(draft, reading)
        if lost:
            hint = _("Messages have no room for these fields; they were not taken over.")
            reading.problems.append(problem("fields_not_kept", "messages", ", ".join(sorted(lost)), hint))
        return reading


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


def _flat(
    flat: list[tuple[str, dict[str, Any]]], records: list[dict[str, Any]], hints: Hints
) -> Iterable[ThreadDraft]:
    if not flat:
        return
    columns = _names(records)
    given = dict(hints.column_map or {})
    for column in [value for value in given.values() if isinstance(value, str)]:
        if column not in columns:
            message = _("There is no field “%s” in this file.") % column
            raise InvalidInput(message, errors={"column_map": [message]})
    shape = find_shape(columns, records[:_LOOKED_AT], given)
    for key, members in grouped(flat, shape).items():
        yield draft_of(key, members, shape)


def _names(records: list[dict[str, Any]]) -> list[str]:
    return list(dict.fromkeys(key for record in records for key in record))


FORM = RecordsForm()
