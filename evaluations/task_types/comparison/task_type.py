"""Comparison as the engine sees it."""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, ClassVar

from evaluations.llm.answer_schema import AnswerSchema
from evaluations.llm.material import ComparisonMaterial, ThreadText
from evaluations.task_types.base import ItemTexts, Recorded, TaskType
from evaluations.task_types.comparison.criteria import Criterion, read_criteria
from evaluations.task_types.comparison.schema import ComparisonSchema
from evaluations.task_types.fences import fenced, thread_in_words

SWAPPED = {"A": "B", "B": "A", "TIE": "TIE"}
_SCALE = {"de": "1 bis 5, in Schritten von 0,5; 5 ist am besten", "en": "1 to 5, in steps of 0.5; 5 is best"}
_LANGUAGE_NAME = {"de": "Deutsch", "en": "English"}
_BETTER = re.compile(
    r"\b(?:verlauf|thread)\s+([AB])\s+(?:ist|is)\s+(?:(?!(?:nicht|kaum|nie|not|never|hardly|no)\b)\w+\s+){0,3}"
    r"(?:besser|stärker|überzeugender|überlegen|better|stronger|superior)\b",
    re.IGNORECASE,
)


@lru_cache(maxsize=64)
def _schema(criteria: tuple[str, ...], allow_tie: bool, language: str) -> ComparisonSchema:
    return ComparisonSchema(criteria, allow_tie=allow_tie, language=language)


class Comparison(TaskType):
    """Which of two threads is better; ``config``: ``{criteria, allow_tie, question}``."""

    key: ClassVar[str] = "comparison"
    variables: ClassVar[frozenset[str]] = frozenset(
        {"thread_a", "thread_b", "criteria", "scale", "language", "question", "pillar_a", "pillar_b"}
    )
    required_variables: ClassVar[frozenset[str]] = frozenset({"thread_a", "thread_b"})
    threads_per_item: ClassVar[int] = 2

    def read_config(self, config: Mapping[str, Any]) -> dict[str, Any]:
        """Criteria in full, ``allow_tie`` (default yes) and an own question."""
        unknown = sorted(set(config) - {"criteria", "allow_tie", "question"})
        if unknown:
            raise ValueError(f"unknown: {', '.join(unknown)}")
        return {
            "criteria": [criterion.model_dump() for criterion in read_criteria(config.get("criteria"))],
            "allow_tie": bool(config.get("allow_tie", True)),
            "question": str(config.get("question", "")),
        }

    def material(
        self, texts: ItemTexts, config: Mapping[str, Any], *, position: int, language: str
    ) -> ComparisonMaterial:
        """Both threads in the order shown."""
        first, second = _sides(texts, position)
        return ComparisonMaterial(
            thread_a=first,
            thread_b=second,
            criteria=_keys(config),
            allow_tie=config["allow_tie"],
            language=language,
        )

    def prompt_values(
        self, texts: ItemTexts, config: Mapping[str, Any], *, position: int, language: str, mark: str
    ) -> dict[str, str]:
        """Values for ``variables``; pillars change sides with their threads."""
        first, second = _sides(texts, position)
        pillars = (texts.pillar_a, texts.pillar_b)
        pillar_a, pillar_b = pillars if position == 1 else pillars[::-1]
        return {
            "thread_a": fenced(thread_in_words(first), mark),
            "thread_b": fenced(thread_in_words(second), mark),
            "criteria": "\n".join(_criterion(entry).in_words(language) for entry in config["criteria"]),
            "scale": _SCALE[language],
            "language": _LANGUAGE_NAME[language],
            "question": config["question"],
            "pillar_a": pillar_a,
            "pillar_b": pillar_b,
        }

    def answer_schema(self, config: Mapping[str, Any], *, language: str) -> AnswerSchema:
        """The schema for these criteria."""
        return _schema(_keys(config), config["allow_tie"], language)

    def record(self, payload: Mapping[str, Any], config: Mapping[str, Any], *, position: int) -> Recorded:
        """Verdict and scores turned back into the item's frame."""
        sides = ("score_a", "score_b") if position == 1 else ("score_b", "score_a")
        scores = {key: [entry[side] for side in sides] for key, entry in payload["criteria_scores"].items()}
        winner = payload["winner"]
        return Recorded(
            verdict=winner if position == 1 else SWAPPED[winner],
            scores=scores,
            confidence=payload["confidence"],
            reasoning=payload["final_justification"],
            is_contradictory=_contradicts(payload),
        )


def _keys(config: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(entry["key"] for entry in config["criteria"])


def _criterion(entry: Mapping[str, Any]) -> Criterion:
    return Criterion.model_construct(**entry)


def _sides(texts: ItemTexts, position: int) -> tuple[ThreadText, ThreadText]:
    if texts.thread_b is None:
        raise ValueError("a comparison needs two threads")
    return (texts.thread_a, texts.thread_b) if position == 1 else (texts.thread_b, texts.thread_a)


def _contradicts(payload: Mapping[str, Any]) -> bool:
    """Whether the justification calls the other thread better, or every scored difference favours it."""
    winner = payload["winner"]
    if winner == "TIE":
        return False
    named = {match.upper() for match in _BETTER.findall(payload["final_justification"])}
    if named == {SWAPPED[winner]}:
        return True
    differences = [entry["score_a"] - entry["score_b"] for entry in payload["criteria_scores"].values()]
    towards_winner = differences if winner == "A" else [-difference for difference in differences]
    return min(towards_winner, default=0) < 0 and max(towards_winner, default=0) <= 0
