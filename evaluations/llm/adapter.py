"""What an adapter does: carry one call to a provider kind and bring back the whole reply."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

from evaluations.llm.answer_schema import AnswerSchema, Request
from evaluations.llm.failures import Usage

OnChunk = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """A model row as the calls need it, apart from the database."""

    pk: int
    name: str
    kind: str
    base_url: str = ""
    api_key: str = ""
    is_system: bool = True
    max_in_flight: int = 16
    timeout_s: float = 300.0
    max_output_tokens: int = 8000
    context_tokens: int | None = None
    extra_body: dict[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class Memory:
    """What was found out about a model by calling it.

    ``output_mode`` is the mode that has given an answer (empty: none yet), ``first_mode`` the
    strictest that was not refused, ``is_accepted`` whether the provider has begun to answer in it;
    ``dropped`` names request fields that it refuses. While nothing is accepted, ``finding`` lets
    one call at a time find out. ``answers`` counts the answers got.
    """

    output_mode: str = ""
    first_mode: str = "json_schema"
    is_accepted: bool = False
    dropped: set[str] = field(default_factory=set)
    finding: asyncio.Lock = field(default_factory=asyncio.Lock)
    answers: int = 0

    def __post_init__(self) -> None:
        if self.output_mode:
            self.first_mode, self.is_accepted = self.output_mode, True

    def prove(self, mode: str) -> None:
        """The mode has given an answer."""
        self.answers += 1
        self.output_mode = self.first_mode = mode
        self.is_accepted = True

    def refuse(self, mode: str, following: str) -> None:
        """The provider takes no calls in this mode; begin with the following one."""
        if mode == self.output_mode:
            self.output_mode = ""
        if mode == self.first_mode:
            self.first_mode, self.is_accepted = following, False


@dataclass(frozen=True, slots=True)
class Call:
    """One call as it is sent: the conversation so far, and how the answer is to be structured."""

    request: Request
    schema: AnswerSchema
    output_mode: str
    max_output_tokens: int
    follow_up: tuple[dict[str, str], ...] = ()


@dataclass(slots=True)
class Reply:
    """What a provider answered; ``finish`` is empty where the stream ended without a reason."""

    text: str = ""
    finish: str = ""
    refusal: str = ""
    usage: Usage = field(default_factory=Usage)
    model_version: str = ""


class Adapter(Protocol):
    """One provider kind; an instance belongs to one event loop."""

    async def send(self, call: Call, *, on_chunk: OnChunk | None) -> Reply:
        """Make the call; ``on_chunk`` gets the text as it arrives.

        Raises:
            CallFailed: the provider gave no usable reply.
        """

    async def close(self) -> None:
        """Release connections."""
