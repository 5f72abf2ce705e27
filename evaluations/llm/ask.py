"""``ask(model, request, schema)``: a validated answer or a typed failure.

One question may take several calls: another output mode where the provider refuses one, a second
and third attempt that tell the model what was wrong, a larger limit where the answer was cut, a
pause where the provider is busy. Every call is reported to ``on_attempt``, whatever came of it.
"""

import asyncio
import math
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Self

from django.utils import timezone
from django.utils.translation import gettext as _

from evaluations.llm import output_modes
from evaluations.llm.adapter import Adapter, Call, Memory, ModelSettings, OnChunk, Reply
from evaluations.llm.answer_reading import Unreadable, read_answer
from evaluations.llm.answer_schema import AnswerInvalid, AnswerSchema, Request
from evaluations.llm.failures import CORRECTABLE, TRANSIENT, CallFailed, FailureCode, Usage
from evaluations.llm.gate import Gate
from evaluations.llm.tokens import estimate_tokens


@dataclass(frozen=True, slots=True)
class Patience:
    """How often and how long a question is tried. Times in seconds.

    ``rate_limit_tries`` is for a provider that refuses everybody. While other questions get their
    answers, a refused one is tried up to ``crowded_tries`` times and pauses at most ``crowded_pause``.
    """

    attempts: int = 3
    transient_tries: int = 4
    rate_limit_tries: int = 9
    crowded_tries: int = 45
    first_pause: float = 0.5
    crowded_pause: float = 2.0
    longest_pause: float = 30.0
    limit_growth: int = 2

    def pause(self, number: int) -> float:
        """The pause after the ``number``-th failure in a row: doubled each time, with jitter of half."""
        whole: float = min(self.longest_pause, self.first_pause * 2 ** (number - 1))
        return whole * (0.5 + random.random() / 2)  # noqa: S311  (spreads load, decides nothing)


@dataclass(frozen=True, slots=True)
class AttemptRecord:
    """One call that was made; ``failure`` is ``None`` where it gave the answer."""

    number: int
    output_mode: str
    failure: FailureCode | None
    detail: str
    raw_text: str
    usage: Usage
    latency_ms: int
    started_at: datetime


@dataclass(frozen=True, slots=True)
class Answer:
    """A checked answer, with how it was got."""

    payload: dict[str, Any]
    output_mode: str
    model_version: str
    latency_ms: int


OnAttempt = Callable[[AttemptRecord], None]
OnStart = Callable[[], None]


@dataclass(slots=True)
class ConnectedModel:
    """A model ready to be asked within one event loop."""

    settings: ModelSettings
    adapter: Adapter
    memory: Memory
    gate: Gate
    patience: Patience = field(default_factory=Patience)


async def ask(
    model: ConnectedModel,
    request: Request,
    schema: AnswerSchema,
    *,
    on_attempt: OnAttempt,
    on_chunk: OnChunk | None = None,
    on_start: OnStart | None = None,
) -> Answer:
    """Ask once, with as many calls as that takes.

    Raises:
        CallFailed: the last call's failure, after what ``model.patience`` allows.
    """
    return await _Question(model, request, schema, _Listeners(on_attempt, on_chunk, on_start)).answer()


@dataclass(frozen=True, slots=True)
class _Listeners:
    """Who is told what: each call made, each piece of text, and when the first call begins."""

    on_attempt: OnAttempt
    on_chunk: OnChunk | None
    on_start: OnStart | None


class _Question:
    """The state of one question between its calls."""

    def __init__(
        self, model: ConnectedModel, request: Request, schema: AnswerSchema, listeners: _Listeners
    ) -> None:
        self._model = model
        self._request = request
        self._schema = schema
        self._listeners = listeners
        self._mode = self._own_mode = ""
        self._limit = model.settings.max_output_tokens
        self._follow_up: tuple[dict[str, str], ...] = ()
        self._calls = 0
        self._failures: dict[str, int] = {}
        self._answers_seen = model.memory.answers
        self._refused_with_all = 0

    async def answer(self) -> Answer:
        """Call until there is an answer or a failure that stands."""
        self._check_length()
        while True:
            try:
                return await self._call_once()
            except CallFailed as failure:
                pause = self._next_step(failure)
                if pause is None:
                    raise
                if pause:
                    await self._model.gate.pause(pause)

    def _check_length(self) -> None:
        window = self._model.settings.context_tokens
        if window is None:
            return
        tokens = estimate_tokens(self._request.system) + estimate_tokens(self._request.user)
        if tokens > window:
            raise CallFailed(
                FailureCode.CONTEXT_TOO_LONG,
                _(
                    "The texts have about %(tokens)d tokens; "
                    "the model's window holds %(window)d. Nothing was sent."
                )
                % {"tokens": tokens, "window": window},
            )

    async def _call_once(self) -> Answer:
        async with self._model.gate, _FindingOut(self._model.memory) as finding:
            self._mode = self._own_mode or self._model.memory.first_mode
            call = Call(self._request, self._schema, self._mode, self._limit, self._follow_up)
            self._calls += 1
            if self._calls == 1 and self._listeners.on_start is not None:
                self._listeners.on_start()
            started, clock = timezone.now(), asyncio.get_running_loop().time()
            on_chunk = finding.passing_on(self._listeners.on_chunk)
            reply, failure = Reply(), None
            try:
                reply = await self._model.adapter.send(call, on_chunk=on_chunk)
                payload = self._read(reply)
            except CallFailed as failed:
                failure = failed
            latency_ms = round((asyncio.get_running_loop().time() - clock) * 1000)
        self._report(call, reply, failure, latency_ms, started)
        if failure is not None:
            raise failure
        self._model.memory.prove(call.output_mode)
        return Answer(payload, call.output_mode, reply.model_version, latency_ms)

    def _read(self, reply: Reply) -> dict[str, Any]:
        def failed(code: FailureCode, detail: str = "") -> CallFailed:
            return CallFailed(code, detail, raw_text=reply.text, usage=reply.usage)

        if reply.refusal:
            raise failed(FailureCode.REFUSED, reply.refusal)
        if reply.finish == "content_filter":
            raise failed(FailureCode.FILTERED)
        if reply.finish == "length":
            limit = _("The limit is %(limit)d output tokens.") % {"limit": self._limit}
            raise failed(FailureCode.TRUNCATED, limit)
        if not reply.text.strip():
            raise failed(FailureCode.EMPTY if reply.finish else FailureCode.UNREACHABLE)
        try:
            return self._schema.check(read_answer(reply.text))
        except Unreadable as error:
            if not reply.finish:
                lost = _("The connection ended in the middle of the answer.")
                raise failed(FailureCode.UNREACHABLE, lost) from None
            raise failed(FailureCode.MALFORMED, str(error)) from None
        except AnswerInvalid as error:
            raise failed(FailureCode.INVALID, "\n".join(error.problems)) from None

    def _report(
        self, call: Call, reply: Reply, failure: CallFailed | None, latency_ms: int, started: datetime
    ) -> None:
        self._listeners.on_attempt(
            AttemptRecord(
                number=self._calls,
                output_mode=call.output_mode,
                failure=failure.code if failure else None,
                detail=failure.detail if failure else "",
                raw_text=failure.raw_text if failure else reply.text,
                usage=failure.usage if failure else reply.usage,
                latency_ms=latency_ms,
                started_at=started,
            )
        )

    def _next_step(self, failure: CallFailed) -> float | None:
        """What to change before the next call: the pause in seconds, or ``None`` where the failure stands."""
        patience = self._model.patience
        if failure.code is FailureCode.MODE_REFUSED:
            return self._leave_mode()
        if failure.code is FailureCode.RATE_LIMITED:
            return self._wait_for_room(failure)
        if failure.code in TRANSIENT:
            number = self._count("transient")
            return None if number >= patience.transient_tries else self._pause(number, failure)
        if failure.code is FailureCode.TRUNCATED:
            return self._with_larger_limit()
        if failure.code in CORRECTABLE:
            return self._correct(failure)
        return None

    def _count(self, kind: str) -> int:
        self._failures[kind] = self._failures.get(kind, 0) + 1
        return self._failures[kind]

    def _wait_for_room(self, failure: CallFailed) -> float | None:
        """After a 429: how long a pause, or ``None`` where it is no use to go on."""
        patience, answers = self._model.patience, self._model.memory.answers
        others_get_through = answers != self._answers_seen
        self._answers_seen = answers
        self._refused_with_all = 0 if others_get_through else self._refused_with_all + 1
        number = self._count("rate")
        if self._refused_with_all >= patience.rate_limit_tries or number >= patience.crowded_tries:
            return None
        if others_get_through:
            return self._pause(number, failure, longest=patience.crowded_pause)
        return self._pause(self._refused_with_all, failure)

    def _pause(self, number: int, failure: CallFailed, *, longest: float = math.inf) -> float:
        """The pause before the next call: what the provider asks for, else one that grows, to ``longest``."""
        patience = self._model.patience
        if failure.retry_after_s is not None:
            seconds = min(failure.retry_after_s, patience.longest_pause * 10)
            self._model.gate.close_for(seconds)
            return seconds
        return min(longest, patience.pause(number))

    def _with_larger_limit(self) -> float | None:
        if self._count("truncated") > 1:
            return None
        self._limit *= self._model.patience.limit_growth
        return 0.0

    def _correct(self, failure: CallFailed) -> float | None:
        if self._count("correctable") >= self._model.patience.attempts:
            return None
        unproven = self._model.memory.output_mode != self._mode
        if failure.code is not FailureCode.INVALID and unproven and self._failures["correctable"] > 1:
            self._own_mode = output_modes.next_mode(self._mode) or self._mode
        self._follow_up = _correction(failure, self._request.language)
        return 0.0

    def _leave_mode(self) -> float | None:
        """Go to the mode that another question has found meanwhile, else to the next less strict one."""
        memory, refused = self._model.memory, self._mode
        following = output_modes.next_mode(refused)
        if following is not None:
            memory.refuse(refused, following)
        self._own_mode = ""
        return 0.0 if memory.first_mode != refused else None


class _FindingOut:
    """While it is not known which mode a provider takes, one call at a time finds out.

    The others wait until that call's answer begins to arrive, or until it has failed.
    """

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._holds = False

    async def __aenter__(self) -> Self:
        if not self._memory.is_accepted:
            await self._memory.finding.acquire()
            self._holds = True
            if self._memory.is_accepted:
                self._let_go()
        return self

    async def __aexit__(self, *error: object) -> None:
        self._let_go()

    def passing_on(self, on_chunk: OnChunk | None) -> OnChunk | None:
        """``on_chunk``, which lets the others go with the first piece."""
        if not self._holds:
            return on_chunk

        def first_of_all(text: str) -> None:
            if self._holds:
                self._memory.is_accepted = True
                self._let_go()
            if on_chunk is not None:
                on_chunk(text)

        return first_of_all

    def _let_go(self) -> None:
        if self._holds:
            self._holds = False
            self._memory.finding.release()


_AGAIN = {
    "de": "Deine Antwort konnte nicht verwendet werden:\n{problems}\n\n"
    "Antworte noch einmal vollständig, mit genau einem JSON-Objekt in der verlangten Form.",
    "en": "Your answer could not be used:\n{problems}\n\n"
    "Answer once more, completely, with exactly one JSON object in the form asked for.",
}


def _correction(failure: CallFailed, language: str) -> tuple[dict[str, str], ...]:
    problems = failure.detail or str(failure.code.label)
    again = {"role": "user", "content": _AGAIN[language].format(problems=problems)}
    if not failure.raw_text:
        return (again,)
    return ({"role": "assistant", "content": failure.raw_text}, again)
