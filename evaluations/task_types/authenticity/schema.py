"""The answer about authenticity: analyses first, then the indicators, the vote, and how sure it is."""

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any

from pydantic import Field

from evaluations.task_types.checks import Problem
from evaluations.task_types.schema_parts import (
    CONFIDENCE_SCORES,
    FreeText,
    Probability,
    Reasoning,
    Shape,
    TypeSchema,
    closed,
    one_of,
    person,
    point_on,
    text,
)

VOTES = ("real", "fake")
CLEAR_LEAD = 1 / 3
"""A side leads clearly whose weights exceed the other's by more than this share of all weights."""


@cache
def result_shape() -> Shape:
    """The model's answer."""
    model = closed(
        "AuthenticityResult",
        {
            "linguistic_analysis": text(30, 500),
            "behavioral_analysis": text(30, 500),
            "reasoning": Reasoning,
            "indicators": Annotated[list[_indicator()], Field(min_length=2, max_length=10)],  # type: ignore[misc]
            "vote": one_of(VOTES),
            "confidence_score": point_on(CONFIDENCE_SCORES),
            "confidence": Probability,
        },
    )
    return Shape("authenticity_result", model)


@cache
def _indicator() -> Any:
    return closed("Indicator", {"indicator": text(1, 300), "supports": one_of(VOTES), "weight": Probability})


def authenticity_schema(language: str) -> TypeSchema:
    """The schema of every question of this type."""
    return TypeSchema(result_shape(), language, _nothing_more)


def _nothing_more(answer: dict[str, Any]) -> list[Problem]:
    return []


PERSON_MODEL = person(
    "PersonAuthenticity",
    {
        "linguistic_analysis": FreeText,
        "behavioral_analysis": FreeText,
        "indicators": Annotated[list[_indicator()], Field(max_length=100)],  # type: ignore[misc]
        "vote": one_of(VOTES),
    },
)


def contradicts(answer: Mapping[str, Any]) -> bool:
    """Whether the weighted indicators clearly favour the other vote: by more than ``CLEAR_LEAD``."""
    weights = dict.fromkeys(VOTES, 0.0)
    for entry in answer.get("indicators", ()):
        weights[entry["supports"]] += entry["weight"]
    own = weights[answer["vote"]]
    other = sum(weights.values()) - own
    return other - own > CLEAR_LEAD * (own + other)
