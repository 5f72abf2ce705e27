"""What readers give back: threads as they stand in a file, and what was wrong with it."""

import hashlib
import unicodedata
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any


@dataclass(frozen=True, slots=True)
class Problem:
    """Something in a file that could not be taken as it is.

    ``kind`` is a fixed English word for programs, ``where`` the place in the file, ``value`` what
    stands there (long values shortened with ``…``), ``hint`` a translated text that says what to do.
    """

    kind: str
    where: str
    value: str
    hint: str

    def as_dict(self) -> dict[str, str]:
        """The problem as JSON has it."""
        return {"kind": self.kind, "where": self.where, "value": self.value, "hint": self.hint}


@dataclass(frozen=True, slots=True)
class ParsedMessage:
    """One message; ``role`` is ``counsellor`` or ``client``, ``timestamp`` has a zone."""

    role: str
    content: str
    timestamp: datetime | None = None

    def as_dict(self) -> dict[str, Any]:
        """The message in LLARS' own form."""
        found: dict[str, Any] = {"role": self.role, "content": self.content}
        if self.timestamp is not None:
            found["timestamp"] = self.timestamp.isoformat()
        return found


@dataclass(frozen=True, slots=True)
class ParsedFeature:
    """One derived text with what the file says of its making."""

    type: str
    content: str
    external_id: str = ""
    model: str = ""
    provenance: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ParsedThread:
    """One thread, whole; ``where`` is its place in the file."""

    where: str
    messages: tuple[ParsedMessage, ...]
    external_id: str = ""
    subject: str = ""
    label: str = ""
    features: tuple[ParsedFeature, ...] = ()
    metadata: dict[str, Any] = field(default_factory=dict)

    @property
    def content_hash(self) -> str:
        """SHA-256 over subject, roles and texts: two threads with the same one are the same thread.

        Line ends and the way in which accents are composed do not count, as they change with
        the program that saved a file.
        """
        digest = hashlib.sha256(_canonical(self.subject))
        for message in self.messages:
            digest.update(b"\0" + message.role.encode() + b"\0" + _canonical(message.content))
        return digest.hexdigest()

    def as_dict(self) -> dict[str, Any]:
        """The thread's identity and messages in LLARS' own form."""
        return {
            "id": self.external_id,
            "subject": self.subject,
            "messages": [message.as_dict() for message in self.messages],
        }


@dataclass(frozen=True, slots=True)
class UnreadableThread:
    """A thread that could not be read: ``raw`` as the file has it, and why."""

    where: str
    raw: Any
    problems: tuple[Problem, ...]


@dataclass(slots=True)
class RoleSeen:
    """What a file's word for somebody was taken for (``""``: not understood), and in how many messages."""

    role: str
    count: int = 0


@dataclass(slots=True)
class Reading:
    """All that was read from a file; ``failed`` counts threads that could not be read."""

    format: str = ""
    encoding: str = ""
    threads: list[ParsedThread] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    failed: int = 0
    unreadable: list[UnreadableThread] = field(default_factory=list)
    roles: dict[str, RoleSeen] = field(default_factory=dict)


def _canonical(text: str) -> bytes:
    # The length in front keeps "a", "bc" and "ab", "c" apart, whatever the texts hold.
    body = unicodedata.normalize("NFC", text.replace("\r\n", "\n").replace("\r", "\n")).encode()
    return f"{len(body)}:".encode() + body
