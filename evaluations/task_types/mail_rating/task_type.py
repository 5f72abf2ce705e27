"""Mail rating as the engine sees it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from evaluations.llm.answer_schema import AnswerSchema
from evaluations.task_types import scales
from evaluations.task_types.base import USUAL_PARTS, DataSample, Question, Recorded, TaskType
from evaluations.task_types.beginnings import Beginning
from evaluations.task_types.blocks import Block
from evaluations.task_types.checks import refuse, spellings
from evaluations.task_types.common import (
    THREAD_VARIABLES,
    in_language,
    page_language,
    thread_values,
    with_both_confidences,
)
from evaluations.task_types.controls import Control
from evaluations.task_types.gaps import Gap
from evaluations.task_types.mail_rating import form, settings
from evaluations.task_types.mail_rating.beginnings import BEGINNINGS
from evaluations.task_types.mail_rating.display import card_of, part_names, seems_authentic
from evaluations.task_types.mail_rating.schema import (
    YES_NO,
    Asked,
    contradicts,
    mail_rating_schema,
    misnamed,
    person_model,
    scores_of,
)
from evaluations.task_types.reading import read_person_answer
from evaluations.task_types.values import Aspect, Level, Value

OVERALL, AUTHENTICITY = "overall_rating", "authenticity"
_AUTHENTICITY = {
    "de": "Wirkt der Verlauf echt, wie ein wirklicher Austausch zwischen zwei Menschen? "
    "`authenticity` ist `yes` oder `no`.",
    "en": "Does the thread seem authentic, a real exchange between two people? "
    "`authenticity` is `yes` or `no`.",
}
_FEEDBACK = {
    "de": "Gib in `feedback` der beratenden Person eine Rückmeldung in ganzen Sätzen.",
    "en": "Give the counsellor feedback in whole sentences, in `feedback`.",
}


class MailRating(TaskType):
    """Criteria and an overall rating of one thread.

    ``config``: ``{question, preset, criteria, authenticity, feedback, scale}``.
    """

    key: ClassVar[str] = "mail_rating"
    name: ClassVar[str | Promise] = _("Mail rating")
    description: ClassVar[str | Promise] = _("One thread: how good is the counselling?")
    variables: ClassVar[frozenset[str]] = THREAD_VARIABLES | {"criteria", "scale"}
    required_variables: ClassVar[frozenset[str]] = frozenset({"thread_content"})
    parts: ClassVar[Mapping[str, str | Promise]] = {
        "reasons": _("A reason for each criterion"),
        **USUAL_PARTS,
    }

    def read_config(self, config: Mapping[str, Any]) -> dict[str, Any]:
        """A preset or own criteria, and the scale."""
        return settings.read_config(config)

    def notes(self, config: Mapping[str, Any]) -> tuple[str, ...]:
        """Whether the scale is turned."""
        return scales.notes_on(config.get("scale"))

    def question(self, config: Mapping[str, Any], language: str) -> str:
        """The scenario's own question, or the usual one."""
        return config["question"] or in_language(settings.QUESTION, language)

    def prompt_values(self, question: Question, *, mark: str) -> dict[str, str]:
        """Values for ``variables``; what a preset asks besides stands with the criteria."""
        config, language = question.config, question.language
        lines = [_in_words(entry, config["scale"], language) for entry in config["criteria"]]
        lines += [_AUTHENTICITY[language]] if config["authenticity"] else []
        lines += [_FEEDBACK[language]] if config["feedback"] else []
        return {
            **thread_values(question, self.question(config, language), mark=mark),
            "criteria": "\n".join(lines),
            "scale": scales.in_words(config["scale"], language),
        }

    def answer_schema(self, question: Question) -> AnswerSchema:
        """The schema for these criteria on this scale."""
        config = question.config
        asked = Asked(
            names=_names(config),
            points=scales.points_of(config["scale"]),
            authenticity=config["authenticity"],
            feedback=config["feedback"],
        )
        return mail_rating_schema(asked, question.language)

    def parse_answer(self, payload: Mapping[str, Any], question: Question) -> dict[str, Any]:
        """A person's answer; criteria may be called by their names in either language."""
        config = question.config
        model = person_model(scales.points_of(config["scale"]))
        answer = read_person_answer(model, payload, question.language)
        known = _spellings(config["criteria"])
        for entry in answer.get("criteria", ()):
            entry["name"] = known.get(entry["name"].strip().casefold(), entry["name"])
        refuse(misnamed(answer, _names(config)), question.language)
        return with_both_confidences(answer)

    def verdict_gaps(self, answer: Mapping[str, Any], question: Question) -> list[Gap]:
        """One score says something, of a criterion or of the whole."""
        if OVERALL in answer or scores_of(answer):
            return []
        return [Gap(OVERALL, gettext("There is no score, neither overall nor of a criterion."))]

    def record(self, payload: Mapping[str, Any], config: Mapping[str, Any], *, position: int) -> Recorded:
        """The verdict is the overall rating; contradictory where it is far from the criteria's mean."""
        overall, scores = payload.get(OVERALL), scores_of(payload)
        scale = config["scale"]
        besides = {key: payload[key] for key in (OVERALL, AUTHENTICITY) if payload.get(key) is not None}
        return Recorded(
            verdict="" if overall is None else str(overall),
            scores=besides | scores,
            confidence=payload.get("confidence"),
            reasoning=payload.get("reasoning", ""),
            is_contradictory=contradicts(overall, scores.values(), low=scale["min"], high=scale["max"]),
        )

    def aspects(self, config: Mapping[str, Any]) -> tuple[Aspect, ...]:
        """The overall rating, each criterion, and authenticity where it is asked for."""
        language = page_language()
        points = scales.categories_of(config["scale"], language)
        criteria = tuple(
            Aspect(entry["name"], in_language(entry["label"], language), Level.ORDINAL, points)
            for entry in config["criteria"]
        )
        answers = tuple((answer, seems_authentic(answer)) for answer in YES_NO)
        asked = (Aspect(AUTHENTICITY, gettext("Authenticity"), Level.NOMINAL, answers),)
        return (
            Aspect(OVERALL, gettext("Overall rating"), Level.ORDINAL, points, is_verdict=True),
            *criteria,
            *(asked if config["authenticity"] else ()),
        )

    def values(self, verdict: str, scores: Mapping[str, Any], config: Mapping[str, Any]) -> Iterator[Value]:
        """Each score that was given."""
        for key, score in scores.items():
            yield Value(key, score)

    def answer_names(self, config: Mapping[str, Any]) -> dict[str, str]:
        """The summary, the criteria with their scores, and what a preset asks besides."""
        return super().answer_names(config) | part_names()

    def form(self, question: Question) -> tuple[Control, ...]:
        """Criteria, the overall rating, and what else is asked."""
        return form.form_of(question)

    def payload_of(self, fields: Mapping[str, Any], question: Question) -> dict[str, Any]:
        """Fields to payload."""
        return form.payload_of(fields, question)

    def fields_of(self, payload: Mapping[str, Any], question: Question) -> dict[str, Any]:
        """Payload to fields."""
        return form.fields_of(payload, question)

    def card(self, payload: Mapping[str, Any], question: Question) -> tuple[Block, ...]:
        """The overall rating and the criteria with the summary."""
        return card_of(payload, question)

    def settings_form(self) -> tuple[Control, ...]:
        """Question, preset or criteria, scale."""
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
        """Threads of one source without derived texts want to be rated as they are."""
        if sample.threads and sample.pillars == 1 and not sample.features:
            return gettext("The threads come from one pillar and can each be rated as a whole.")
        return ""


def _names(config: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(entry["name"] for entry in config["criteria"])


def _spellings(criteria: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """The criteria's names by all that they may be called: themselves, with blanks, their labels."""
    names = [entry["name"] for entry in criteria]
    labels = [(label, entry["name"]) for entry in criteria for label in entry["label"].values()]
    return spellings([*zip(names, names, strict=True), *((n.replace("_", " "), n) for n in names), *labels])


def _in_words(entry: Mapping[str, Any], scale: Mapping[str, Any], language: str) -> str:
    """A criterion as one line of a prompt."""
    label = in_language(entry["label"], language)
    shown = entry["name"] if label == entry["name"] else f"{entry['name']} ({label})"
    anchors = {
        scale["min"]: in_language(entry["anchor_low"], language),
        scale["max"]: in_language(entry["anchor_high"], language),
    }
    meanings = [f"{point} = {text}" for point, text in anchors.items() if text]
    said = " ".join(part for part in (in_language(entry["description"], language), *meanings) if part)
    return f"- {shown}: {said}" if said else f"- {shown}"
