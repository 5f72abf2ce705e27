"""What the answers' schemas are made of; free of Django.

A ``Shape`` is a Pydantic model with its strict view; a ``TypeSchema`` puts it to one question.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, Literal

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
    ValidationError,
    create_model,
)

from evaluations.llm.answer_schema import AnswerInvalid
from evaluations.task_types.checks import Problem
from evaluations.task_types.reading import Number, problems_in_words, read_whole
from evaluations.task_types.strict_schema import strict_view

LONGEST_TEXT = 2000
"""No field of a person's answer is longer, in characters."""

CONFIDENCE_SCORES = (1, 2, 3, 4, 5)

Reasoning = Annotated[str, StringConstraints(strip_whitespace=True, min_length=20, max_length=2000)]
Probability = Annotated[Number, Field(ge=0.0, le=1.0, allow_inf_nan=False)]
FreeText = Annotated[str, StringConstraints(strip_whitespace=True, max_length=LONGEST_TEXT)]


class Closed(BaseModel):
    """An object without other fields than its own, whose values are of the very type."""

    model_config = ConfigDict(extra="forbid", strict=True)


def closed(name: str, fields: Mapping[str, Any]) -> type[BaseModel]:
    """A closed object; a field is its type, or a pair of type and default."""
    given: dict[str, Any] = {k: v if isinstance(v, tuple) else (v, ...) for k, v in fields.items()}
    return create_model(name, __base__=Closed, **given)


def text(low: int, high: int) -> Any:
    """A text of ``low`` to ``high`` characters, blanks around it not counted."""
    return Annotated[str, StringConstraints(strip_whitespace=True, min_length=low, max_length=high)]


def one_of(values: Sequence[str]) -> Any:
    """One of these words."""
    return Literal[tuple(values)]


def some_of(values: Sequence[str], low: int = 0) -> Any:
    """A list of these words, at least ``low`` of them."""
    words: Any = one_of(values)
    return Annotated[list[words], Field(min_length=low)]


def point_on(points: Sequence[int]) -> Any:
    """One of these whole numbers; ``"4"`` and ``4.0`` are read as 4."""
    return Annotated[Literal[tuple(points)], BeforeValidator(read_whole)]


class Shape:
    """A model's answer: the Pydantic model that fits it, and what a provider is sent."""

    def __init__(self, name: str, model: type[BaseModel]) -> None:
        self.name = name
        self.model = model

    @cached_property
    def strict(self) -> dict[str, Any]:
        """The strict view."""
        return strict_view(self.model)


Finish = Callable[[dict[str, Any]], list[Problem]]
"""Looks at an answer whose form is right, completes it in place, and says what its content lacks."""


@dataclass(frozen=True, slots=True)
class TypeSchema:
    """The two views of the answer to one question (``AnswerSchema``)."""

    shape: Shape
    language: str
    finish: Finish

    @property
    def name(self) -> str:
        """The name a provider is told."""
        return self.shape.name

    @property
    def strict(self) -> dict[str, Any]:
        """The view that a provider is sent."""
        return self.shape.strict

    def check(self, answer: Mapping[str, Any]) -> dict[str, Any]:
        """The full check; optional fields that are empty are left out of the normal form.

        ``meta`` is the program's, never taken from a model.

        Raises:
            AnswerInvalid: the form is not right, or what stands in it.
        """
        given = {key: value for key, value in answer.items() if key != "meta"}
        try:
            read = self.shape.model.model_validate(given).model_dump(exclude_defaults=True)
        except ValidationError as error:
            raise AnswerInvalid(problems_in_words(error.errors(), self.language)) from None
        if problems := self.finish(read):
            raise AnswerInvalid([problem.in_words(self.language) for problem in problems])
        return read


def open_to_persons(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The fields as a person's model has them: each may be left out."""
    return {name: (kind | None, None) for name, kind in fields.items()}


def person(name: str, fields: Mapping[str, Any]) -> type[BaseModel]:
    """A person's answer: these fields between reasoning and confidence, any of them may be missing."""
    return closed(
        name,
        open_to_persons(
            {
                "reasoning": FreeText,
                **fields,
                "confidence": Probability,
                "confidence_score": point_on(CONFIDENCE_SCORES),
            }
        ),
    )
