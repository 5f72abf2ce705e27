"""The answer of a ranking: reasons first, then the buckets, then the confidence.

Buckets stand in the payload in the order of ``BUCKETS``; which one is better says ``WORTH``.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Annotated, Any

from pydantic import Field

from evaluations.task_types.checks import Problem, all_there, each_once, known_once, natural
from evaluations.task_types.schema_parts import (
    Closed,
    FreeText,
    Probability,
    Reasoning,
    Shape,
    TypeSchema,
    closed,
    open_to_persons,
    person,
    some_of,
    text,
)

BUCKETS = ("gut", "mittel", "schlecht", "neutral")
WORTH = {"gut": 3, "mittel": 2, "neutral": 1, "schlecht": 0}
"""What a bucket is worth; from the best to the worst."""


@lru_cache(maxsize=128)
def result_shape(keys: tuple[str, ...]) -> Shape:
    """The model's answer about the features with these keys."""
    bucket = closed("RankingBucket", {"reasoning": text(10, 500), "feature_ids": some_of(keys)})
    buckets = closed("RankingBuckets", dict.fromkeys(BUCKETS, bucket))
    model = closed(
        "RankingResult",
        {
            "reasoning": Reasoning,
            "overall_assessment": text(50, 500),
            "buckets": buckets,
            "confidence": Probability,
        },
    )
    return Shape("ranking_result", model)


def ranking_schema(keys: Sequence[str], language: str) -> TypeSchema:
    """The schema for the features with these keys: each must stand in exactly one bucket."""
    known = tuple(sorted(keys, key=natural))

    def finish(answer: dict[str, Any]) -> list[Problem]:
        return each_once("buckets", placed(answer), known)

    return TypeSchema(result_shape(known), language, finish)


class PersonBucket(Closed):
    """A bucket of a person's answer; the order of the keys is the order within the bucket."""

    feature_ids: Annotated[list[str], Field(max_length=1000)] = []
    reasoning: FreeText | None = None


_PERSON_BUCKETS = closed("PersonBuckets", open_to_persons(dict.fromkeys(BUCKETS, PersonBucket)))

PERSON_MODEL = person("PersonRanking", {"overall_assessment": FreeText, "buckets": _PERSON_BUCKETS})
"""A person's answer; how many features must be placed is the scenario's to say."""


def placed(answer: Mapping[str, Any]) -> list[str]:
    """The keys that have a bucket, as often as they were named."""
    buckets = answer.get("buckets", {})
    return [key for name in BUCKETS for key in buckets.get(name, {}).get("feature_ids", ())]


def misplaced(answer: Mapping[str, Any], keys: Sequence[str]) -> list[Problem]:
    """Keys that stand twice, or that the item does not have."""
    return known_once("buckets", placed(answer), keys)


def unplaced(answer: Mapping[str, Any], keys: Sequence[str], least: int) -> list[Problem]:
    """What is missing until at least ``least`` of the features have a bucket."""
    given = set(placed(answer))
    if least >= len(keys):
        return all_there("buckets", given, keys)
    if len(given) >= least:
        return []
    return [
        Problem(
            "buckets",
            f"mindestens {least} müssen eingeordnet sein, es sind {len(given)}",
            f"at least {least} must have a bucket, {len(given)} do",
        )
    ]
