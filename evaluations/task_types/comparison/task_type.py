"""Comparison as the engine sees it."""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from evaluations.llm.answer_schema import AnswerSchema
from evaluations.llm.material import ComparisonMaterial, ThreadText
from evaluations.task_types.base import USUAL_PARTS, DataSample, Question, Recorded, TaskType
from evaluations.task_types.beginnings import Beginning
from evaluations.task_types.blocks import Block
from evaluations.task_types.common import (
    LANGUAGE_NAMES,
    in_language,
    metadata_values,
    page_language,
    with_both_confidences,
)
from evaluations.task_types.comparison import settings
from evaluations.task_types.comparison.beginnings import BEGINNINGS
from evaluations.task_types.comparison.criteria import Criterion
from evaluations.task_types.comparison.display import card_of, part_names
from evaluations.task_types.comparison.form import fields_of, form_of, payload_of
from evaluations.task_types.comparison.schema import ComparisonSchema, person_model
from evaluations.task_types.controls import Control
from evaluations.task_types.fences import fenced, thread_in_words
from evaluations.task_types.gaps import Gap
from evaluations.task_types.reading import read_person_answer
from evaluations.task_types.values import Aspect, Level, Value
from prompts.variables import METADATA

SWAPPED = {"A": "B", "B": "A", "TIE": "TIE"}
_SCALE = {"de": "1 bis 5, in Schritten von 0,5; 5 ist am besten", "en": "1 to 5, in steps of 0.5; 5 is best"}
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
    name: ClassVar[str | Promise] = _("Comparison")
    description: ClassVar[str | Promise] = _("Two threads side by side: which one is better?")
    variables: ClassVar[frozenset[str]] = frozenset(
        {
            "thread_a",
            "thread_b",
            "criteria",
            "scale",
            "language",
            "question",
            "pillar_a",
            "pillar_b",
            METADATA,
        }
    )
    required_variables: ClassVar[frozenset[str]] = frozenset({"thread_a", "thread_b"})
    threads_per_item: ClassVar[int] = 2
    parts: ClassVar[Mapping[str, str | Promise]] = {
        "strength": _("How clear the difference is"),
        "criteria": _("Scores on the criteria"),
        **USUAL_PARTS,
    }
    is_measurable: ClassVar[bool] = True

    def read_config(self, config: Mapping[str, Any]) -> dict[str, Any]:
        """Criteria in full, ``allow_tie`` (default yes) and an own question."""
        return settings.read_config(config)

    def question(self, config: Mapping[str, Any], language: str) -> str:
        """The scenario's own question, or the usual one."""
        return config["question"] or settings.QUESTION[language]

    def material(self, question: Question) -> ComparisonMaterial:
        """Both threads in the order shown."""
        first, second = _sides(question)
        return ComparisonMaterial(
            thread_a=first,
            thread_b=second,
            criteria=_keys(question.config),
            allow_tie=question.config["allow_tie"],
            language=question.language,
        )

    def prompt_values(self, question: Question, *, mark: str) -> dict[str, str]:
        """Values for ``variables``; pillars change sides with their threads."""
        first, second = _sides(question)
        pillars = (question.texts.pillar_a, question.texts.pillar_b)
        pillar_a, pillar_b = pillars if question.position == 1 else pillars[::-1]
        language, config = question.language, question.config
        return {
            "thread_a": fenced(thread_in_words(first), mark),
            "thread_b": fenced(thread_in_words(second), mark),
            "criteria": "\n".join(_criterion(entry).in_words(language) for entry in config["criteria"]),
            "scale": _SCALE[language],
            "language": LANGUAGE_NAMES[language],
            "question": config["question"],
            "pillar_a": pillar_a,
            "pillar_b": pillar_b,
            **_metadata(question),
        }

    def answer_schema(self, question: Question) -> AnswerSchema:
        """The schema for these criteria."""
        return _schema(_keys(question.config), question.config["allow_tie"], question.language)

    def parse_answer(self, payload: Mapping[str, Any], question: Question) -> dict[str, Any]:
        """A person's answer, in the frame shown."""
        model = person_model(_keys(question.config), allow_tie=question.config["allow_tie"])
        return with_both_confidences(read_person_answer(model, payload, question.language))

    def verdict_gaps(self, answer: Mapping[str, Any], question: Question) -> list[Gap]:
        """The winner must be there."""
        return (
            [] if "winner" in answer else [Gap("winner", gettext("It is not said which thread is better."))]
        )

    def record(self, payload: Mapping[str, Any], config: Mapping[str, Any], *, position: int) -> Recorded:
        """Verdict and scores turned back into the item's frame."""
        sides = ("score_a", "score_b") if position == 1 else ("score_b", "score_a")
        given = payload.get("criteria_scores", {})
        scores = {
            key: [entry[side] for side in sides]
            for key, entry in given.items()
            if all(entry.get(side) is not None for side in sides)
        }
        winner = payload["winner"]
        return Recorded(
            verdict=winner if position == 1 else SWAPPED[winner],
            scores=scores,
            confidence=payload.get("confidence"),
            reasoning=payload.get("final_justification", ""),
            is_contradictory=_contradicts(payload),
        )

    def aspects(self, config: Mapping[str, Any]) -> tuple[Aspect, ...]:
        """The winner, and on each criterion whose score is higher."""
        sides = (("A", gettext("Thread A")), ("TIE", gettext("no difference")), ("B", gettext("Thread B")))
        language = page_language()
        named = ((entry["key"], in_language(entry["name"], language)) for entry in config["criteria"])
        return (
            Aspect("winner", gettext("Winner"), Level.NOMINAL, sides, is_verdict=True, undecided="TIE"),
            *(Aspect(key, name, Level.NOMINAL, sides, undecided="TIE") for key, name in named),
        )

    def values(self, verdict: str, scores: Mapping[str, Any], config: Mapping[str, Any]) -> Iterator[Value]:
        """The winner, and the side that each criterion's scores prefer."""
        yield Value("winner", verdict)
        for key, (score_a, score_b) in scores.items():
            yield Value(key, "A" if score_a > score_b else "B" if score_b > score_a else "TIE")

    def shown_verdict(self, verdict: str, *, position: int) -> str:
        """In position 2 thread B stood first, as A."""
        return verdict if position == 1 else SWAPPED[verdict]

    def answer_names(self, config: Mapping[str, Any]) -> dict[str, str]:
        """The steps of thought, the criteria with both scores, the justification."""
        return super().answer_names(config) | part_names()

    def form(self, question: Question) -> tuple[Control, ...]:
        """A, tie or B, and what else is asked."""
        return form_of(question)

    def payload_of(self, fields: Mapping[str, Any], question: Question) -> dict[str, Any]:
        """The answer in the frame shown."""
        return payload_of(fields)

    def fields_of(self, payload: Mapping[str, Any], question: Question) -> dict[str, Any]:
        """The way back."""
        return fields_of(payload)

    def card(self, payload: Mapping[str, Any], question: Question) -> tuple[Block, ...]:
        """Winner, criteria A against B, the justification and the steps of thought."""
        return card_of(payload, question.config)

    def settings_form(self) -> tuple[Control, ...]:
        """Question, ties, criteria."""
        return settings.settings_form()

    def beginnings(self, language: str) -> tuple[Beginning, ...]:
        """See the base."""
        return BEGINNINGS

    def config_of(self, fields: Mapping[str, Any]) -> dict[str, Any]:
        """Settings to config."""
        return settings.config_of(fields)

    def settings_of(self, config: Mapping[str, Any]) -> dict[str, Any]:
        """Config to settings."""
        return settings.settings_of(config)

    def fits(self, sample: DataSample) -> str:
        """Threads of several sources want to be compared."""
        if sample.pillars > 1:
            return gettext("The threads come from several pillars, which can be held against one another.")
        return ""


def _keys(config: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(entry["key"] for entry in config["criteria"])


def _criterion(entry: Mapping[str, Any]) -> Criterion:
    return Criterion.model_construct(**entry)


def _sides(question: Question) -> tuple[ThreadText, ThreadText]:
    texts = question.texts
    if texts.thread_b is None:
        raise ValueError("a comparison needs two threads")
    sides = (texts.thread_a, texts.thread_b)
    return sides if question.position == 1 else sides[::-1]


def _metadata(question: Question) -> dict[str, str]:
    """What both threads say under each key asked for, told apart where they differ."""
    sides = (question.texts.metadata, question.texts.metadata_b)
    first, second = sides if question.position == 1 else sides[::-1]
    return metadata_values(
        {
            key: first.get(key, "") if first.get(key) == second.get(key) else _of_both(first, second, key)
            for key in {**first, **second}
        }
    )


def _of_both(first: Mapping[str, str], second: Mapping[str, str], key: str) -> str:
    return f"A: {first.get(key, '')}; B: {second.get(key, '')}"


def _contradicts(payload: Mapping[str, Any]) -> bool:
    """Whether the justification calls the other thread better, or every scored difference favours it."""
    winner = payload["winner"]
    if winner == "TIE":
        return False
    named = {match.upper() for match in _BETTER.findall(payload.get("final_justification", ""))}
    if named == {SWAPPED[winner]}:
        return True
    differences = [
        entry["score_a"] - entry["score_b"]
        for entry in payload.get("criteria_scores", {}).values()
        if entry.get("score_a") is not None and entry.get("score_b") is not None
    ]
    towards_winner = differences if winner == "A" else [-difference for difference in differences]
    return min(towards_winner, default=0) < 0 and max(towards_winner, default=0) <= 0
