"""What a form of thread files is: one module beside this one, with an instance called ``FORM``."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from django.utils.functional import Promise

from pillars.readers.documents import Document
from pillars.readers.drafts import ThreadDraft
from pillars.readers.faults import ThreadUnreadable
from pillars.readers.parsed import Reading, RoleSeen, UnreadableThread
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

    @abstractmethod
    def read(self, document: Document, hints: Hints) -> Reading:
        """Its threads and problems.

        Raises:
            FileUnreadable: none can be read at all.
            InvalidInput: a hint does not fit the file.
        """


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
