"""Try a model with one tiny question: is it there, and does it answer in the wanted form?"""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from django.utils.translation import get_language
from django.utils.translation import gettext as _
from pydantic import BaseModel, ConfigDict, ValidationError

from evaluations.llm.answer_schema import AnswerInvalid, AnswerSchema, Request
from evaluations.llm.ask import AttemptRecord, Patience, ask
from evaluations.llm.connect import connect, settings_of
from evaluations.llm.failures import CallFailed, FailureCode
from evaluations.llm.material import ComparisonMaterial, MessageText, ThreadText
from evaluations.models import Model

_ONCE = Patience(attempts=1, transient_tries=1, rate_limit_tries=1)
_TIMEOUT_S = 60.0
_SYSTEM = "You are asked for a sign of life. Answer in the form asked for."
_USER = 'Answer with the JSON object {"reply": "ok"}.'


@dataclass(frozen=True, slots=True)
class Probe:
    """What came of the question; ``failure`` is empty where all is well."""

    model: str
    failure: str = ""
    label: str = ""
    detail: str = ""
    output_mode: str = ""
    latency_ms: int = 0

    @property
    def ok(self) -> bool:
        """Whether the model answered as asked."""
        return not self.failure


class _SignOfLife(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    reply: Literal["ok"]


class _SignOfLifeSchema:
    name = "sign_of_life"
    strict: dict[str, Any] = {
        "type": "object",
        "properties": {"reply": {"type": "string", "enum": ["ok"]}},
        "required": ["reply"],
        "additionalProperties": False,
    }

    def check(self, answer: Mapping[str, Any]) -> dict[str, Any]:
        """The full check; raises ``AnswerInvalid``."""
        try:
            return _SignOfLife.model_validate(dict(answer)).model_dump()
        except ValidationError as error:
            raise AnswerInvalid([str(entry["msg"]) for entry in error.errors()]) from None


class _AnyAnswer(_SignOfLifeSchema):
    """For the baseline judge, which answers comparisons alone."""

    def check(self, answer: Mapping[str, Any]) -> dict[str, Any]:
        """Take what it says."""
        return dict(answer)


def probe(model: Model) -> Probe:
    """Ask once and say what came of it; a cut or empty answer names the token limit."""
    settings = settings_of(model)
    language = "en" if (get_language() or "").startswith("en") else "de"
    schema: AnswerSchema = _SignOfLifeSchema() if model.is_language_model else _AnyAnswer()
    request = Request(_SYSTEM, _USER, _material(), language=language)
    attempts: list[AttemptRecord] = []

    async def question() -> None:
        connected = connect(settings, in_flight=1, patience=_ONCE)
        try:
            async with asyncio.timeout(_TIMEOUT_S):
                await ask(connected, request, schema, on_attempt=attempts.append)
        finally:
            await connected.adapter.close()

    failure: CallFailed | None = None
    try:
        asyncio.run(question())
    except CallFailed as failed:
        failure = failed
    except TimeoutError:
        failure = CallFailed(FailureCode.TIMED_OUT)
    last = attempts[-1] if attempts else None
    return Probe(
        model=model.name,
        failure=failure.code if failure else "",
        label=str(failure.code.label) if failure else "",
        detail=_detail(failure, settings.max_output_tokens) if failure else "",
        output_mode=last.output_mode if last else "",
        latency_ms=last.latency_ms if last else 0,
    )


def _detail(failure: CallFailed, limit: int) -> str:
    if failure.code is FailureCode.EMPTY:
        return _(
            "The answer is empty. The limit is %(limit)d output tokens; a model that thinks may need more."
        ) % {"limit": limit}
    return failure.detail


def _material() -> ComparisonMaterial:
    thread = ThreadText((MessageText("client", "?"), MessageText("counsellor", "!")))
    return ComparisonMaterial(thread, thread, criteria=("quality",))
