"""Rating as the engine sees it."""

from collections.abc import Iterator, Mapping
from statistics import fmean
from typing import Any, ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from evaluations.llm.answer_schema import AnswerSchema
from evaluations.task_types import scales
from evaluations.task_types.base import USUAL_PARTS, DataSample, Question, Recorded, TaskType
from evaluations.task_types.beginnings import Beginning
from evaluations.task_types.blocks import Block
from evaluations.task_types.checks import refuse
from evaluations.task_types.common import (
    THREAD_VARIABLES,
    features_in_words,
    in_language,
    page_language,
    thread_values,
    with_both_confidences,
)
from evaluations.task_types.controls import Control
from evaluations.task_types.gaps import Gap
from evaluations.task_types.rating import form, settings
from evaluations.task_types.rating.beginnings import BEGINNINGS
from evaluations.task_types.rating.display import card_of, part_names
from evaluations.task_types.rating.schema import (
    misnamed,
    person_model,
    rating_schema,
    ratings_of,
    set_average,
)
from evaluations.task_types.reading import read_person_answer
from evaluations.task_types.values import Aspect, Level, Value


class Rating(TaskType):
    """A point on a scale for each feature; ``config``: ``{question, criteria, scale}``."""

    key: ClassVar[str] = "rating"
    name: ClassVar[str | Promise] = _("Rating")
    description: ClassVar[str | Promise] = _("Texts derived from a thread: how good is each of them?")
    variables: ClassVar[frozenset[str]] = THREAD_VARIABLES | {"features", "criteria", "scale"}
    required_variables: ClassVar[frozenset[str]] = frozenset({"features"})
    judges_features: ClassVar[bool] = True
    parts: ClassVar[Mapping[str, str | Promise]] = {
        "reasons": _("A reason for each rating"),
        **USUAL_PARTS,
    }

    def read_config(self, config: Mapping[str, Any]) -> dict[str, Any]:
        """The scale, and what is rated, as a text."""
        return settings.read_config(config)

    def notes(self, config: Mapping[str, Any]) -> tuple[str, ...]:
        """Whether the scale is turned."""
        return scales.notes_on(config.get("scale"))

    def question(self, config: Mapping[str, Any], language: str) -> str:
        """The scenario's own question, or the usual one."""
        return config["question"] or in_language(settings.QUESTION, language)

    def prompt_values(self, question: Question, *, mark: str) -> dict[str, str]:
        """Values for ``variables``."""
        config, language = question.config, question.language
        return {
            **thread_values(question, self.question(config, language), mark=mark),
            "features": features_in_words(question, mark=mark),
            "criteria": config["criteria"] or in_language(settings.CRITERIA, language),
            "scale": scales.in_words(config["scale"], language),
        }

    def answer_schema(self, question: Question) -> AnswerSchema:
        """The schema for these features on this scale."""
        return rating_schema(_keys(question), scales.points_of(question.config["scale"]), question.language)

    def parse_answer(self, payload: Mapping[str, Any], question: Question) -> dict[str, Any]:
        """A person's answer; the mean is the program's."""
        model = person_model(scales.points_of(question.config["scale"]))
        answer = read_person_answer(model, payload, question.language)
        refuse(misnamed(answer, _keys(question)), question.language)
        answer = with_both_confidences(answer)
        set_average(answer)
        return answer

    def verdict_gaps(self, answer: Mapping[str, Any], question: Question) -> list[Gap]:
        """One rating says something."""
        return [] if ratings_of(answer) else [Gap("ratings", gettext("No text has a rating."))]

    def record(self, payload: Mapping[str, Any], config: Mapping[str, Any], *, position: int) -> Recorded:
        """The verdict is the mean with two decimals."""
        ratings = ratings_of(payload)
        return Recorded(
            verdict=f"{fmean(ratings.values()):.2f}" if ratings else "",
            scores={"rating": ratings},
            confidence=payload.get("confidence"),
            reasoning=payload.get("reasoning", ""),
        )

    def aspects(self, config: Mapping[str, Any]) -> tuple[Aspect, ...]:
        """The rating of each feature."""
        points = scales.categories_of(config["scale"], page_language())
        return (Aspect("rating", gettext("Rating"), Level.ORDINAL, points, is_verdict=True),)

    def values(self, verdict: str, scores: Mapping[str, Any], config: Mapping[str, Any]) -> Iterator[Value]:
        """Each feature's rating."""
        for key, rating in scores.get("rating", {}).items():
            yield Value("rating", rating, key)

    def answer_names(self, config: Mapping[str, Any]) -> dict[str, str]:
        """The ratings with what speaks for and against each text."""
        return super().answer_names(config) | part_names()

    def form(self, question: Question) -> tuple[Control, ...]:
        """A scale for each text, and what else is asked."""
        return form.form_of(question)

    def payload_of(self, fields: Mapping[str, Any], question: Question) -> dict[str, Any]:
        """Fields to payload."""
        return form.payload_of(fields, question)

    def fields_of(self, payload: Mapping[str, Any], question: Question) -> dict[str, Any]:
        """Payload to fields."""
        return form.fields_of(payload)

    def card(self, payload: Mapping[str, Any], question: Question) -> tuple[Block, ...]:
        """The ratings with strengths and weaknesses."""
        return card_of(payload, question)

    def settings_form(self) -> tuple[Control, ...]:
        """Question, what is rated, scale."""
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
        """Derived texts that do not rival one another want to be rated."""
        if sample.threads and sample.features and not sample.has_rivals:
            return gettext("The threads have derived texts, each of which can be rated.")
        return ""


def _keys(question: Question) -> tuple[str, ...]:
    return tuple(feature.key for feature in question.texts.features)
