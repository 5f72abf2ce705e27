"""What the forms of JSON files have in common: one record after the other, each a thread or several."""

from abc import abstractmethod
from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _

from llars.errors import InvalidInput
from pillars.readers.documents import Document, JsonDocument
from pillars.readers.drafts import ThreadDraft
from pillars.readers.faults import problem
from pillars.readers.forms.base import Form, Hints, take
from pillars.readers.parsed import Reading


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
        """Whether any record has this form."""
        return isinstance(document, JsonDocument) and any(
            isinstance(record, dict) and self.fits(record) for record in document.records
        )

    def read(self, document: Document, hints: Hints) -> Reading:
        """See ``Form.read``."""
        if not isinstance(document, JsonDocument):
            raise TypeError(f"{self.name} is JSON")
        if hints.column_map:
            message = _("column_map is for tables; this file is JSON.")
            raise InvalidInput(message, errors={"column_map": [message]})
        reading = Reading(format=self.name)
        lost: set[str] = set()
        for number, record in enumerate(document.records, start=1):
            for draft in self._drafts(record, number, hints, lost):
                take(draft, reading)
        if lost:
            hint = _("Messages have no room for these fields; they were not taken over.")
            reading.problems.append(problem("fields_not_kept", "messages", ", ".join(sorted(lost)), hint))
        return reading

    def _drafts(self, record: Any, number: int, hints: Hints, lost: set[str]) -> Iterable[ThreadDraft]:
        if isinstance(record, dict) and self.fits(record):
            return self.drafts_of(record, number, hints, lost)
        draft = ThreadDraft(_("thread %d") % number, raw=record)
        hint = _("This record has another form than the others; the form of the file is: %s.") % self.title
        draft.fault("not_a_thread", draft.where, record, hint)
        return [draft]
