"""A seventh task type: how urgent a client's concern is. Only tests find it, beside the six."""

from collections.abc import Iterator, Mapping
from typing import Any

from evaluations.task_types.base import Question, Recorded, TaskType
from evaluations.task_types.blocks import Block, Passage, Verdict
from evaluations.task_types.common import (
    THREAD_VARIABLES,
    confidence_control,
    kept,
    reasoning_control,
    thread_values,
    with_both_confidences,
)
from evaluations.task_types.config_reading import check_known
from evaluations.task_types.controls import Choice, Control, Option
from evaluations.task_types.reading import read_person_answer
from evaluations.task_types.schema_parts import TypeSchema
from evaluations.task_types.values import Aspect, Level, Value

from .schema import DEGREES, PERSON_MODEL, SHAPE


class Urgency(TaskType):
    """Low, middle or high; there is nothing to set."""

    key = "urgency"
    name = "Urgency"
    description = "How urgent is the concern?"
    variables = THREAD_VARIABLES
    required_variables = frozenset({"thread_content"})

    def read_config(self, config: Mapping[str, Any]) -> dict[str, Any]:
        """Nothing."""
        check_known(config, ())
        return {}

    def question(self, config: Mapping[str, Any], language: str) -> str:
        """The question."""
        return "Wie dringend ist das Anliegen?" if language == "de" else "How urgent is the concern?"

    def prompt_values(self, question: Question, *, mark: str) -> dict[str, str]:
        """The thread and the question."""
        return thread_values(question, self.question(question.config, question.language), mark=mark)

    def answer_schema(self, question: Question) -> TypeSchema:
        """The same for every item."""
        return TypeSchema(SHAPE, question.language, lambda answer: [])

    def parse_answer(self, payload: Mapping[str, Any], question: Question) -> dict[str, Any]:
        """A person's answer."""
        return with_both_confidences(read_person_answer(PERSON_MODEL, payload, question.language))

    def record(self, payload: Mapping[str, Any], config: Mapping[str, Any], *, position: int) -> Recorded:
        """The degree."""
        return Recorded(
            verdict=payload["urgency"],
            scores={"urgency": DEGREES.index(payload["urgency"])},
            confidence=payload.get("confidence"),
            reasoning=payload.get("reasoning", ""),
        )

    def aspects(self, config: Mapping[str, Any]) -> tuple[Aspect, ...]:
        """The degree, in order."""
        return (Aspect("urgency", "Urgency", Level.ORDINAL, tuple(enumerate(DEGREES)), is_verdict=True),)

    def values(self, verdict: str, scores: Mapping[str, Any], config: Mapping[str, Any]) -> Iterator[Value]:
        """The degree."""
        yield Value("urgency", scores["urgency"])

    def form(self, question: Question) -> tuple[Control, ...]:
        """A choice."""
        options = tuple(Option(degree, degree, str(n)) for n, degree in enumerate(DEGREES, start=1))
        choice = Choice(name="urgency", label="How urgent?", required=True, options=options)
        return (choice, *confidence_control(question), *reasoning_control(question))

    def payload_of(self, fields: Mapping[str, Any], question: Question) -> dict[str, Any]:
        """Fields to payload."""
        return kept(fields, "urgency", "confidence_score", "reasoning")

    def fields_of(self, payload: Mapping[str, Any], question: Question) -> dict[str, Any]:
        """Payload to fields."""
        return kept(payload, "urgency", "confidence_score", "reasoning")

    def card(self, payload: Mapping[str, Any], question: Question) -> tuple[Block, ...]:
        """The degree and the reason."""
        return (Verdict(payload["urgency"]), Passage("Reasoning", payload.get("reasoning", "")))

    def settings_form(self) -> tuple[Control, ...]:
        """Nothing."""
        return ()

    def config_of(self, fields: Mapping[str, Any]) -> dict[str, Any]:
        """Nothing."""
        return {}

    def settings_of(self, config: Mapping[str, Any]) -> dict[str, Any]:
        """Nothing."""
        return {}


TASK_TYPE = Urgency()
