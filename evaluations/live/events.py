"""The events of judge sessions as types; their names and fields are API.md's."""

from dataclasses import asdict, dataclass
from typing import Any, ClassVar


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened in a session; ``seq`` and ``timestamp`` are added when it is published."""

    type: ClassVar[str]

    def fields(self) -> dict[str, Any]:
        """The event's own fields with its type."""
        return {"type": self.type, **asdict(self)}


@dataclass(frozen=True, slots=True)
class Status(Event):
    """Where the session stands; sent on joining and whenever the status changes."""

    type: ClassVar[str] = "judge:status"
    status: str
    status_reason: str
    completed: int
    failed: int
    total: int


@dataclass(frozen=True, slots=True)
class ComparisonStart(Event):
    """A call begins."""

    type: ClassVar[str] = "judge:comparison_start"
    comparison_id: int
    position: int
    repetition: int


@dataclass(frozen=True, slots=True)
class LLMStream(Event):
    """A piece of an answer as it arrives; ``offset`` counts the characters before it."""

    type: ClassVar[str] = "judge:llm_stream"
    comparison_id: int
    chunk: str
    offset: int


@dataclass(frozen=True, slots=True)
class ComparisonComplete(Event):
    """A task has ended: with an answer, or for good without one (``status`` failed)."""

    type: ClassVar[str] = "judge:comparison_complete"
    comparison_id: int
    status: str
    winner: str | None = None
    confidence: float | None = None
    failure_code: str = ""


@dataclass(frozen=True, slots=True)
class Progress(Event):
    """How far the session is, read from the queue."""

    type: ClassVar[str] = "judge:progress"
    completed: int
    failed: int
    total: int


@dataclass(frozen=True, slots=True)
class SessionComplete(Event):
    """No task is open any more."""

    type: ClassVar[str] = "judge:session_complete"
    status: str
    completed: int
    failed: int
    total: int
