"""The events of judge sessions and scenarios as types; their names and fields are API.md's."""

from dataclasses import asdict, dataclass
from typing import Any, ClassVar


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened; whose it is, ``seq`` and ``timestamp`` are added when it is published."""

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


@dataclass(frozen=True, slots=True)
class LLMStarted(Event):
    """A model begins to answer an item of a scenario."""

    type: ClassVar[str] = "scenario:llm_started"
    model_id: int
    item_id: int
    position: int
    repetition: int


@dataclass(frozen=True, slots=True)
class LLMCompleted(Event):
    """A model has done with an item: with an answer, or for good without one (``status`` failed).

    ``verdict`` stands in the item's own frame.
    """

    type: ClassVar[str] = "scenario:llm_completed"
    model_id: int
    item_id: int
    position: int
    repetition: int
    status: str
    verdict: str | None = None
    confidence: float | None = None
    failure_code: str = ""


@dataclass(frozen=True, slots=True)
class LLMProgress(Event):
    """How far a model is with a scenario.

    ``completed`` counts answers, ``total`` calls; ``current_thread`` is the thread (of two, the item's
    first) that was begun last; ``avg_time_ms`` the mean time of the answers of late.
    """

    type: ClassVar[str] = "scenario:llm_progress"
    model_id: int
    completed: int
    failed: int
    total: int
    current_thread: int | None
    avg_time_ms: int | None


@dataclass(frozen=True, slots=True)
class Answered(Event):
    """A person has answered an item; ``done`` of the ``total`` items given to people need nothing more."""

    type: ClassVar[str] = "scenario:answered"
    item_id: int
    done: int
    total: int
