"""What a form of thread files is: one module beside this one, with an instance called ``FORM``."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from django.utils.functional import Promise

from pillars.readers.documents import Document
from pillars.readers.drafts import ThreadDraft
from pillars.readers.faults import ThreadUnreadable
from pillars.readers.parsed import Problem, Reading, RoleSeen, UnreadableThread
from pillars.readers.roles import Roles


@dataclass(frozen=True, slots=True)
class Hints:
    """What the caller knows of the file: who is who, and which column is what (``None``: not said)."""

    roles: Roles
    column_map: Mapping[str, Any] | None = None


class Form(ABC):
    """One form of thread files.

    ``order``: forms are asked in this order, the most particular first. To add a form, add a
    module; nothing else changes. ``title`` and ``known_by`` are for people: what it is called, and what
    it is recognised by.
    """

    name: ClassVar[str]
    order: ClassVar[int]
    title: ClassVar[str | Promise]
    known_by: ClassVar[str | Promise]

    @abstractmethod
    def matches(self, document: Document, hints: Hints) -> bool:
        """Whether the document has this form."""

    def meanings(self, document: Document, hints: Hints) -> dict[str, str]:
        """What a table's columns are taken for: thread, role, content, feature …; none for other documents.

        Raises:
            InvalidInput: a hint does not fit the file.
        """
        return {}

    def check(self, document: Document, hints: Hints) -> None:
        """See whether the hints fit the file, before any of it is read.

        Raises:
            InvalidInput: one does not.
        """
        self.meanings(document, hints)

    @abstractmethod
    def drafts(self, document: Document, hints: Hints, notes: list[Problem]) -> Iterator[ThreadDraft]:
        """The threads one after the other; what concerns the whole file goes into ``notes``.

        Raises:
            FileUnreadable: none can be read, or none from some place on.
        """

    def read(self, document: Document, hints: Hints) -> Reading:
        """All threads and problems at once.

        Raises:
            FileUnreadable: not all of the file can be read.
            InvalidInput: a hint does not fit the file.
        """
        self.check(document, hints)
        reading = Reading(format=self.name)
        notes: list[Problem] = []
        for draft in self.drafts(document, hints, notes):
            take(draft, reading)
        reading.problems += notes
        return reading


def take(draft: ThreadDraft, reading: Reading) -> None:
    """Finish a draft into the reading: as a thread, or as a failed one with its problems."""
    try:
        reading.threads.append(draft.finish())
    except ThreadUnreadable as error:
        reading.failed += 1
        reading.problems += error.problems
        reading.unreadable.append(UnreadableThread(draft.where, draft.raw, error.problems))
    reading.problems += draft.notes
    for (said, role), count in draft.said.items():
        reading.roles.setdefault(said, RoleSeen(role)).count += count
