"""The answer of a mail rating: reasons first, then criteria, the overall rating, the confidence."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from statistics import fmean
from typing import Annotated, Any

from pydantic import BaseModel, Field

from evaluations.task_types.checks import Problem, each_once, known_once
from evaluations.task_types.schema_parts import (
    FreeText,
    Probability,
    Reasoning,
    Shape,
    TypeSchema,
    closed,
    one_of,
    open_to_persons,
    person,
    point_on,
    text,
)

YES_NO = ("yes", "no")
FAR_APART = 1.5
"""How far, on a scale from 1 to 5, an overall rating may be from the criteria's mean and still fit them."""

_Point = Annotated[str, Field(min_length=1, max_length=300)]


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked: the criteria's names, the points of the scale, and what a preset asks besides."""

    names: tuple[str, ...]
    points: tuple[int, ...]
    authenticity: bool = False
    feedback: bool = False


@lru_cache(maxsize=128)
def result_shape(asked: Asked) -> Shape:
    """The model's answer."""
    score = point_on(asked.points)
    criterion = closed(
        "CriterionRating", {"name": one_of(asked.names), "reasoning": text(10, 200), "score": score}
    )
    criteria: Any = Annotated[
        list[criterion], Field(min_length=len(asked.names), max_length=len(asked.names))  # type: ignore[valid-type]
    ]
    fields: dict[str, Any] = {
        "summary": text(50, 500),
        "strengths": Annotated[list[_Point], Field(min_length=1, max_length=5)],
        "areas_for_improvement": (Annotated[list[_Point], Field(max_length=5)], []),
        "reasoning": Reasoning,
        "criteria": criteria,
    }
    if asked.feedback:
        fields["feedback"] = text(20, 1000)
    if asked.authenticity:
        fields["authenticity"] = one_of(YES_NO)
    model = closed("MailRatingResult", fields | {"overall_rating": score, "confidence": Probability})
    return Shape("mail_rating_result", model)


def mail_rating_schema(asked: Asked, language: str) -> TypeSchema:
    """The schema for these criteria: each must be scored exactly once."""

    def finish(answer: dict[str, Any]) -> list[Problem]:
        return each_once("criteria", named(answer), asked.names)

    return TypeSchema(result_shape(asked), language, finish)


@lru_cache(maxsize=64)
def person_model(points: tuple[int, ...]) -> type[BaseModel]:
    """A person's answer on a scale of these points."""
    score = point_on(points)
    criterion = closed(
        "PersonCriterion", {"name": str, **open_to_persons({"reasoning": FreeText, "score": score})}
    )
    points_made: Any = Annotated[list[FreeText], Field(max_length=20)]
    criteria: Any = Annotated[list[criterion], Field(max_length=100)]  # type: ignore[valid-type]
    return person(
        "PersonMailRating",
        {
            "summary": FreeText,
            "strengths": points_made,
            "areas_for_improvement": points_made,
            "criteria": criteria,
            "feedback": FreeText,
            "authenticity": one_of(YES_NO),
            "overall_rating": score,
        },
    )


def named(answer: Mapping[str, Any]) -> list[str]:
    """The criteria that are named, as often as they are."""
    return [entry["name"] for entry in answer.get("criteria", ())]


def misnamed(answer: Mapping[str, Any], names: Sequence[str]) -> list[Problem]:
    """Criteria that stand twice, or that the scenario does not have."""
    return known_once("criteria", named(answer), names)


def scores_of(answer: Mapping[str, Any]) -> dict[str, int]:
    """The criteria's scores by name; those left open are left out."""
    return {
        entry["name"]: entry["score"]
        for entry in answer.get("criteria", ())
        if entry.get("score") is not None
    }


def contradicts(overall: int | None, scores: Iterable[int], *, low: int, high: int) -> bool:
    """Whether the overall rating is too far from the mean of the criteria (``FAR_APART``, scaled)."""
    given = list(scores)
    if overall is None or not given:
        return False
    return abs(overall - fmean(given)) > FAR_APART * (high - low) / 4
