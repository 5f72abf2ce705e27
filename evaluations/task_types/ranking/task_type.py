"""Ranking as the engine sees it."""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from evaluations.llm.answer_schema import AnswerSchema
from evaluations.task_types.base import USUAL_PARTS, DataSample, Question, Recorded, TaskType
from evaluations.task_types.beginnings import Beginning
from evaluations.task_types.blocks import Block
from evaluations.task_types.checks import natural, refuse
from evaluations.task_types.common import (
    THREAD_VARIABLES,
    features_in_words,
    in_language,
    page_language,
    shortened,
    thread_values,
    with_both_confidences,
)
from evaluations.task_types.controls import Control
from evaluations.task_types.gaps import Gap
from evaluations.task_types.ranking import form, settings
from evaluations.task_types.ranking.beginnings import BEGINNINGS
from evaluations.task_types.ranking.display import card_of, part_names
from evaluations.task_types.ranking.schema import (
    PERSON_MODEL,
    WORTH,
    misplaced,
    ranking_schema,
    unplaced,
)
from evaluations.task_types.reading import read_person_answer
from evaluations.task_types.values import Aspect, Level, Value

_MEANINGS = {
    "gut": {
        "de": "überzeugt, ohne nennenswerte Schwächen",
        "en": "convincing, no weaknesses that matter",
    },
    "mittel": {"de": "brauchbar, aber mit Schwächen", "en": "usable, but with weaknesses"},
    "neutral": {"de": "trägt wenig bei, ohne zu schaden", "en": "contributes little, without doing harm"},
    "schlecht": {"de": "falsch, irreführend oder unbrauchbar", "en": "wrong, misleading or of no use"},
}
_IN_ORDER = {
    "de": "Die Reihenfolge innerhalb einer Gruppe zählt: das Beste zuerst.",
    "en": "The order within a bucket counts: the best first.",
}


class Ranking(TaskType):
    """Features of a thread in four buckets; ``config``: ``{question, buckets, rank_top, keep_order}``."""

    key: ClassVar[str] = "ranking"
    name: ClassVar[str | Promise] = _("Ranking")
    description: ClassVar[str | Promise] = _("Texts derived from a thread: which are good, which are poor?")
    variables: ClassVar[frozenset[str]] = THREAD_VARIABLES | {"features", "buckets"}
    required_variables: ClassVar[frozenset[str]] = frozenset({"features"})
    judges_features: ClassVar[bool] = True
    least_features: ClassVar[int] = 2
    parts: ClassVar[Mapping[str, str | Promise]] = {
        "reasons": _("A reason for each bucket"),
        "assessment": _("An assessment of all texts together"),
        **USUAL_PARTS,
    }

    def read_config(self, config: Mapping[str, Any]) -> dict[str, Any]:
        """The buckets' names, how many texts must be placed, and whether order within a bucket counts."""
        return settings.read_config(config)

    def question(self, config: Mapping[str, Any], language: str) -> str:
        """The scenario's own question, or the usual one."""
        return config["question"] or in_language(settings.QUESTION, language)

    def prompt_values(self, question: Question, *, mark: str) -> dict[str, str]:
        """Values for ``variables``."""
        language = question.language
        lines = [
            f"- {key} ({in_language(question.config['buckets'][key], language)}): {_MEANINGS[key][language]}"
            for key in WORTH
        ]
        if question.config["keep_order"]:
            lines.append(_IN_ORDER[language])
        return {
            **thread_values(question, self.question(question.config, language), mark=mark),
            "features": features_in_words(question, mark=mark),
            "buckets": "\n".join(lines),
        }

    def answer_schema(self, question: Question) -> AnswerSchema:
        """The schema for these features."""
        return ranking_schema(_keys(question), question.language)

    def parse_answer(self, payload: Mapping[str, Any], question: Question) -> dict[str, Any]:
        """A person's answer; no feature may stand twice."""
        answer = read_person_answer(PERSON_MODEL, payload, question.language)
        refuse(misplaced(answer, _keys(question)), question.language)
        return with_both_confidences(answer)

    def verdict_gaps(self, answer: Mapping[str, Any], question: Question) -> list[Gap]:
        """Elsewhere, too, as many features must have been placed as the scenario asks for."""
        problems = unplaced(answer, _keys(question), form.least_of(question))
        return [Gap(problem.place, problem.said(question.language)) for problem in problems]

    def gaps_in(self, fields: Mapping[str, Any], question: Question) -> list[Gap]:
        """The texts without a bucket; an empty bucket needs no reason."""
        others = [gap for gap in super().gaps_in(fields, question) if gap.field != "buckets"]
        return [
            *form.gaps_on_board(fields, question),
            *(gap for gap in others if not form.is_missing_reason(gap, fields)),
        ]

    def record(self, payload: Mapping[str, Any], config: Mapping[str, Any], *, position: int) -> Recorded:
        """The verdict is the order, ``F2>F1=F3``; the score of a feature is what its bucket is worth."""
        worth = {
            key: WORTH[name]
            for name, bucket in payload["buckets"].items()
            for key in bucket.get("feature_ids", ())
        }
        return Recorded(
            verdict=_verdict(payload, keep_order=config["keep_order"]),
            scores={"bucket": {key: worth[key] for key in sorted(worth, key=natural)}},
            confidence=payload.get("confidence"),
            reasoning=payload.get("reasoning") or payload.get("overall_assessment", ""),
        )

    def aspects(self, config: Mapping[str, Any]) -> tuple[Aspect, ...]:
        """The bucket of each feature, from the worst to the best."""
        language = page_language()
        buckets = tuple(
            (worth, in_language(config["buckets"][key], language))
            for key, worth in sorted(WORTH.items(), key=lambda entry: entry[1])
        )
        return (Aspect("bucket", gettext("Bucket"), Level.ORDINAL, buckets, is_verdict=True),)

    def values(self, verdict: str, scores: Mapping[str, Any], config: Mapping[str, Any]) -> Iterator[Value]:
        """What each feature's bucket is worth."""
        for key, worth in scores.get("bucket", {}).items():
            yield Value("bucket", worth, key)

    def answer_names(self, config: Mapping[str, Any]) -> dict[str, str]:
        """The buckets by their names."""
        return super().answer_names(config) | part_names(config)

    def form(self, question: Question) -> tuple[Control, ...]:
        """The board, and what else is asked."""
        return form.form_of(question)

    def payload_of(self, fields: Mapping[str, Any], question: Question) -> dict[str, Any]:
        """Fields to payload."""
        return form.payload_of(fields)

    def fields_of(self, payload: Mapping[str, Any], question: Question) -> dict[str, Any]:
        """Payload to fields."""
        return form.fields_of(payload)

    def card(self, payload: Mapping[str, Any], question: Question) -> tuple[Block, ...]:
        """The buckets with their reasons."""
        return card_of(payload, question)

    def settings_form(self) -> tuple[Control, ...]:
        """Question, buckets, how many, order."""
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
        """Several texts of one kind want to be ranked."""
        if sample.threads and sample.has_rivals:
            return gettext("The threads have several derived texts of the same kind, which can be ranked.")
        return ""


def _keys(question: Question) -> tuple[str, ...]:
    return tuple(feature.key for feature in question.texts.features)


def _verdict(payload: Mapping[str, Any], *, keep_order: bool) -> str:
    """The features from the best to the worst."""
    within = ">" if keep_order else "="
    buckets = []
    for name in WORTH:
        keys = list(payload["buckets"].get(name, {}).get("feature_ids", ()))
        if keys:
            buckets.append(within.join(keys if keep_order else sorted(keys, key=natural)))
    return shortened(">".join(buckets), ">=")
