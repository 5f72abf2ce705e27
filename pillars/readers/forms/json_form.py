"""What the forms of JSON files have in common: one record after the other, each a thread or several."""

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from typing import Any

from django.utils.translation import gettext as _

from llars.errors import InvalidInput
from pillars.readers.documents import Document, JsonDocument
from pillars.readers.drafts import ThreadDraft
from pillars.readers.faults import problem
from pillars.readers.forms.base import Form, Hints
from pillars.readers.json_stream import BrokenRecord
from pillars.readers.parsed import Problem


class JsonForm(Form):
    """A form whose records can be told and read one by one."""

    @abstractmethod
    def fits(self, record: dict[str, Any]) -> bool:
        """Whether a record has this form."""

    @abstractmethod
    def drafts_of(
        self, record: dict[str, Any], number: int, hints: Hints, lost: set[str]
    ) -> Iterable[ThreadDraft]:
        """The record's threads; fields of messages that have no place go into ``lost``."""

    def matches(self, document: Document, hints: Hints) -> bool:
        """Whether any of the first records has this form."""
        return isinstance(document, JsonDocument) and any(
            isinstance(record, dict) and self.fits(record) for record in document.sample
        )

    def check(self, document: Document, hints: Hints) -> None:
        """See ``Form.check``."""
        if hints.column_map:
            message = _("column_map is for tables; this file is JSON.")
            raise InvalidInput(message, errors={"column_map": [message]})

    def drafts(self, document: Document, hints: Hints, notes: list[Problem]) -> Iterator[ThreadDraft]:
        """See ``Form.drafts``."""
        if not isinstance(document, JsonDocument):
            raise TypeError(f"{self.name} is JSON")
        lost: set[str] = set()
        for number, record in enumerate(document.stream(), start=1):
            yield from self._drafts(record, number, hints, lost)
        if lost:
            hint = _("Messages have no room for these fields; they were not taken over.")
            notes.append(problem("fields_not_kept", "messages", ", ".join(sorted(lost)), hint))

    def _drafts(self, record: Any, number: int, hints: Hints, lost: set[str]) -> Iterable[ThreadDraft]:
        if isinstance(record, dict) and self.fits(record):
            return self.drafts_of(record, number, hints, lost)
        if isinstance(record, BrokenRecord):
            return [broken_draft(record, number)]
        draft = ThreadDraft(_("thread %d") % number, raw=record)
        hint = _("This record has another form than the others; the form of the file is: %s.") % self.title
        draft.fault("not_a_thread", draft.where, record, hint)
        return [draft]


def broken_draft(record: BrokenRecord, number: int) -> ThreadDraft:
    """The draft of a record that could not be taken apart: it says why."""
    draft = ThreadDraft(_("thread %d") % number, raw=record.raw)
    draft.faults.append(record.problem)
    return draft
