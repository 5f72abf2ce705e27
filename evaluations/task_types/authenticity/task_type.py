"""Authenticity as the engine sees it."""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from evaluations.llm.answer_schema import AnswerSchema
from evaluations.task_types.authenticity import form
from evaluations.task_types.authenticity.beginnings import BEGINNINGS
from evaluations.task_types.authenticity.display import card_of, part_names, vote_in_words
from evaluations.task_types.authenticity.schema import PERSON_MODEL, VOTES, authenticity_schema, contradicts
from evaluations.task_types.base import USUAL_PARTS, DataSample, Question, Recorded, TaskType
from evaluations.task_types.beginnings import Beginning
from evaluations.task_types.blocks import Block
from evaluations.task_types.common import (
    THREAD_VARIABLES,
    in_language,
    kept,
    question_control,
    thread_values,
    with_both_confidences,
)
from evaluations.task_types.config_reading import check_known, read_question
from evaluations.task_types.controls import Control
from evaluations.task_types.gaps import Gap
from evaluations.task_types.reading import read_person_answer
from evaluations.task_types.values import Aspect, Level, Value

_QUESTION = {
    "de": "Wurde dieser Verlauf von Menschen geschrieben oder von einer KI erzeugt?",
    "en": "Was this thread written by people or made by AI?",
}
_REAL = frozenset({"real", "echt", "human", "mensch", "menschen", "menschlich", "authentic", "authentisch"})
_FAKE = frozenset(
    {
        *("fake", "ki", "ai", "synthetisch", "synthetic", "gefälscht", "künstlich", "artificial"),
        *("generated", "generiert", "maschine", "machine", "llm", "model", "bot"),
    }
)


class Authenticity(TaskType):
    """Real or made by AI; ``config``: ``{question}``."""

    key: ClassVar[str] = "authenticity"
    name: ClassVar[str | Promise] = _("Authenticity")
    description: ClassVar[str | Promise] = _("Was a thread written by people or made by AI?")
    variables: ClassVar[frozenset[str]] = THREAD_VARIABLES
    required_variables: ClassVar[frozenset[str]] = frozenset({"thread_content"})
    parts: ClassVar[Mapping[str, str | Promise]] = {
        "analyses": _("What language and behaviour tell"),
        **USUAL_PARTS,
    }

    def read_config(self, config: Mapping[str, Any]) -> dict[str, Any]:
        """An own question, and nothing else."""
        check_known(config, ("question",))
        return {"question": read_question(config)}

    def question(self, config: Mapping[str, Any], language: str) -> str:
        """The scenario's own question, or the usual one."""
        return config["question"] or in_language(_QUESTION, language)

    def prompt_values(self, question: Question, *, mark: str) -> dict[str, str]:
        """Values for ``variables``."""
        return thread_values(question, self.question(question.config, question.language), mark=mark)

    def answer_schema(self, question: Question) -> AnswerSchema:
        """The schema, the same for every item."""
        return authenticity_schema(question.language)

    def parse_answer(self, payload: Mapping[str, Any], question: Question) -> dict[str, Any]:
        """A person's answer."""
        return with_both_confidences(read_person_answer(PERSON_MODEL, payload, question.language))

    def verdict_gaps(self, answer: Mapping[str, Any], question: Question) -> list[Gap]:
        """The vote must be there."""
        return [] if "vote" in answer else [Gap("vote", gettext("The vote is missing: real or fake."))]

    def record(self, payload: Mapping[str, Any], config: Mapping[str, Any], *, position: int) -> Recorded:
        """The vote; contradictory where the indicators clearly favour the other one."""
        return Recorded(
            verdict=payload["vote"],
            scores={"vote": payload["vote"]},
            confidence=payload.get("confidence"),
            reasoning=payload.get("reasoning", ""),
            is_contradictory=contradicts(payload),
        )

    def aspects(self, config: Mapping[str, Any]) -> tuple[Aspect, ...]:
        """The vote."""
        votes = tuple((vote, vote_in_words(vote)) for vote in VOTES)
        return (Aspect("vote", gettext("Vote"), Level.NOMINAL, votes, is_verdict=True),)

    def values(self, verdict: str, scores: Mapping[str, Any], config: Mapping[str, Any]) -> Iterator[Value]:
        """The vote."""
        if verdict:
            yield Value("vote", verdict)

    def answer_names(self, config: Mapping[str, Any]) -> dict[str, str]:
        """The analyses and the indicators with their weights."""
        return super().answer_names(config) | part_names()

    def form(self, question: Question) -> tuple[Control, ...]:
        """The vote, and what else is asked."""
        return form.form_of(question)

    def payload_of(self, fields: Mapping[str, Any], question: Question) -> dict[str, Any]:
        """Fields to payload."""
        return form.payload_of(fields)

    def fields_of(self, payload: Mapping[str, Any], question: Question) -> dict[str, Any]:
        """Payload to fields."""
        return form.fields_of(payload)

    def card(self, payload: Mapping[str, Any], question: Question) -> tuple[Block, ...]:
        """The vote with indicators and analyses."""
        return card_of(payload)

    def settings_form(self) -> tuple[Control, ...]:
        """The question."""
        return (question_control(gettext("Was this thread written by people or made by AI?")),)

    def beginnings(self, language: str) -> tuple[Beginning, ...]:
        """See the base."""
        return BEGINNINGS

    def config_of(self, fields: Mapping[str, Any]) -> dict[str, Any]:
        """Settings to config."""
        return kept(fields, "question")

    def settings_of(self, config: Mapping[str, Any]) -> dict[str, Any]:
        """Config to settings."""
        return kept(config, "question")

    def reference_from_label(self, label: str, config: Mapping[str, Any]) -> dict[str, Any] | None:
        """The vote that words such as “echt” or “KI” stand for."""
        vote = _vote_of(label)
        return {"vote": vote} if vote else None

    def fits(self, sample: DataSample) -> str:
        """The labels tell real threads from made ones."""
        if sample.labels and {_vote_of(label) for label in sample.labels} <= set(VOTES):
            return gettext("The threads' labels tell real ones from those made by AI.")
        return ""


def _vote_of(label: str) -> str:
    word = label.strip().casefold()
    return "real" if word in _REAL else "fake" if word in _FAKE else ""
