"""The answer of a rating: the summary and reasons first, then the ratings, then the confidence."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from statistics import fmean
from typing import Annotated, Any

from pydantic import BaseModel, Field

from evaluations.task_types.checks import Problem, each_once, known_once, natural
from evaluations.task_types.reading import Number
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

ROUNDING = 0.05
"""A model's own mean may differ by as much as rounding to one decimal does."""

_AFTER = ("confidence", "confidence_score")
_AnyNumber = Annotated[Number, Field(allow_inf_nan=False)]


@lru_cache(maxsize=128)
def result_shape(keys: tuple[str, ...], points: tuple[int, ...]) -> Shape:
    """The model's answer about the features with these keys on a scale of these points."""
    rating = closed(
        "FeatureRating",
        {
            "feature_id": one_of(keys),
            "reasoning": text(10, 300),
            "strengths": (text(0, 300), ""),
            "weaknesses": (text(0, 300), ""),
            "rating": point_on(points),
        },
    )
    model = closed(
        "RatingResult",
        {
            "thread_summary": text(30, 500),
            "reasoning": Reasoning,
            "ratings": list[rating],  # type: ignore[valid-type]
            "average_rating": (_AnyNumber | None, None),
            "confidence": Probability,
        },
    )
    return Shape("rating_result", model)


def rating_schema(keys: Sequence[str], points: tuple[int, ...], language: str) -> TypeSchema:
    """The schema for these features and points: each feature once, the mean computed by the program."""
    known = tuple(sorted(keys, key=natural))

    def finish(answer: dict[str, Any]) -> list[Problem]:
        problems = each_once("ratings", rated(answer), known)
        if not problems:
            set_average(answer)
        return problems

    return TypeSchema(result_shape(known, points), language, finish)


@lru_cache(maxsize=32)
def person_model(points: tuple[int, ...]) -> type[BaseModel]:
    """A person's answer on a scale of these points; any rating may be missing."""
    rating = closed(
        "PersonFeatureRating",
        {
            "feature_id": str,
            **open_to_persons(
                {
                    "reasoning": FreeText,
                    "strengths": FreeText,
                    "weaknesses": FreeText,
                    "rating": point_on(points),
                }
            ),
        },
    )
    ratings: Any = Annotated[list[rating], Field(max_length=1000)]  # type: ignore[valid-type]
    fields = {"thread_summary": FreeText, "ratings": ratings, "average_rating": _AnyNumber}
    return person("PersonRating", fields)


def rated(answer: Mapping[str, Any]) -> list[str]:
    """The keys that are named, as often as they are."""
    return [entry["feature_id"] for entry in answer.get("ratings", ())]


def misnamed(answer: Mapping[str, Any], keys: Sequence[str]) -> list[Problem]:
    """Features that are rated twice, or that the item does not have."""
    return known_once("ratings", rated(answer), keys)


def ratings_of(answer: Mapping[str, Any]) -> dict[str, int]:
    """The ratings by feature, in the natural order of the keys; those left open are left out."""
    given = {
        entry["feature_id"]: entry["rating"]
        for entry in answer.get("ratings", ())
        if entry.get("rating") is not None
    }
    return {key: given[key] for key in sorted(given, key=natural)}


def set_average(answer: dict[str, Any]) -> None:
    """Write the mean of the ratings; another figure that was given is kept in ``meta``."""
    given = answer.pop("average_rating", None)
    ratings = ratings_of(answer)
    if not ratings:
        return
    mean = fmean(ratings.values())
    confidence: dict[str, Any] = {key: answer.pop(key) for key in _AFTER if key in answer}
    answer.update({"average_rating": mean}, **confidence)
    if given is not None and abs(given - mean) > ROUNDING:
        answer["meta"] = {"average_rating_given": given}
