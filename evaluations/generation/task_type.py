"""Generations as the engine sees them: a task type for each type of feature, none of them for people."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from evaluations.generation.schema import TextRules, text_schema
from evaluations.generation.storing import Made, keep
from evaluations.llm.answer_schema import AnswerSchema
from evaluations.models import Evaluation
from evaluations.task_types.base import Question, Recorded, TaskType
from evaluations.task_types.blocks import Block, Passage, Verdict
from evaluations.task_types.common import thread_values
from evaluations.task_types.config_reading import check_known, read_count
from evaluations.task_types.controls import Control
from evaluations.task_types.values import Aspect, Value
from pillars.models import Pillar


class FeatureGeneration(TaskType):
    """A text that a model writes from a thread; ``config``: ``{target_pillar}``, none: the thread itself.

    ``feature`` is the type that the text is stored under; ``usual_tokens`` how long an answer mostly is.
    """

    is_evaluation: ClassVar[bool] = False
    feature: ClassVar[str]
    feature_name: ClassVar[str | Promise]
    rules: ClassVar[TextRules] = TextRules(longest=10_000)
    usual_tokens: ClassVar[int] = 250
    description: ClassVar[str | Promise] = _("A text that a language model writes from a thread.")
    variables: ClassVar[frozenset[str]] = frozenset({"thread_content", "subject", "language"})
    required_variables: ClassVar[frozenset[str]] = frozenset({"thread_content"})
    variable_words: ClassVar[Mapping[str, str | Promise]] = TaskType.variable_words | {  # type: ignore[operator]
        "language": _("The language in which the text is to be written")
    }
    parts: ClassVar[Mapping[str, str | Promise]] = {}

    def read_config(self, config: Mapping[str, Any]) -> dict[str, Any]:
        """The number of the pillar that the texts go to; ``None``: they go to the threads themselves."""
        check_known(config, ("target_pillar",))
        target = config.get("target_pillar")
        if target is not None:
            target = read_count(target, "target_pillar", low=1, high=32_767)
        return {"target_pillar": target}

    def question(self, config: Mapping[str, Any], language: str) -> str:
        """Nobody is asked."""
        return ""

    def prompt_values(self, question: Question, *, mark: str) -> dict[str, str]:
        """Values for ``variables``."""
        values = thread_values(question, "", mark=mark)
        return {name: value for name, value in values.items() if name in self.variables}

    def answer_schema(self, question: Question) -> AnswerSchema:
        """The text alone."""
        return text_schema(self.rules, question.language)

    def parse_answer(self, payload: Mapping[str, Any], question: Question) -> dict[str, Any]:
        """The answer as it is."""
        return dict(payload)

    def record(self, payload: Mapping[str, Any], config: Mapping[str, Any], *, position: int) -> Recorded:
        """The verdict is the number of characters, which stays when the text is removed."""
        return Recorded(verdict=str(len(payload["content"])), scores={}, confidence=None, reasoning="")

    def aspects(self, config: Mapping[str, Any]) -> tuple[Aspect, ...]:
        """There is nothing to compare."""
        return ()

    def values(self, verdict: str, scores: Mapping[str, Any], config: Mapping[str, Any]) -> Iterator[Value]:
        """There is nothing to compare."""
        return iter(())

    def verdict_in_words(self, verdict: str, config: Mapping[str, Any]) -> str:
        """How long the text is."""
        return ngettext("%d character", "%d characters", int(verdict)) % int(verdict)

    def answer_names(self, config: Mapping[str, Any]) -> dict[str, str]:
        """What the text is."""
        return {"content": str(self.feature_name)}

    def form(self, question: Question) -> tuple[Control, ...]:
        """Nobody is asked."""
        return ()

    def payload_of(self, fields: Mapping[str, Any], question: Question) -> dict[str, Any]:
        """Nobody is asked."""
        return {}

    def fields_of(self, payload: Mapping[str, Any], question: Question) -> dict[str, Any]:
        """Nobody is asked."""
        return {}

    def card(self, payload: Mapping[str, Any], question: Question) -> tuple[Block, ...]:
        """What was written, under what it is."""
        title, content = str(self.feature_name), payload.get("content", "")
        return (Verdict(title), Passage(title, content)) if content else (Verdict(title),)

    def settings_form(self) -> tuple[Control, ...]:
        """Generations are planned on a page of their own."""
        return ()

    def config_of(self, fields: Mapping[str, Any]) -> dict[str, Any]:
        """The config as it is."""
        return dict(fields)

    def settings_of(self, config: Mapping[str, Any]) -> dict[str, Any]:
        """The config as it is."""
        return dict(config)

    def lock(self) -> None:
        """What makes threads locks the pillars first."""
        Pillar.objects.lock()

    def keep(self, answers: Sequence[Evaluation]) -> None:
        """Store the texts as features, and note in each answer where."""
        keep(answers, Made(self.feature, becomes_subject=self.rules.is_line))


class Summary(FeatureGeneration):
    """What the thread is about and how it goes."""

    key: ClassVar[str] = "generate_summary"
    name: ClassVar[str | Promise] = _("Generation: summary")
    feature: ClassVar[str] = "summary"
    feature_name: ClassVar[str | Promise] = _("Summary")


class Subject(FeatureGeneration):
    """A line that could stand over the first mail."""

    key: ClassVar[str] = "generate_subject"
    name: ClassVar[str | Promise] = _("Generation: subject")
    feature: ClassVar[str] = "subject"
    feature_name: ClassVar[str | Promise] = _("Subject")
    rules: ClassVar[TextRules] = TextRules(longest=200, is_line=True)
    usual_tokens: ClassVar[int] = 30


class SituationDescription(FeatureGeneration):
    """The situation of the person who seeks advice, as it was at the beginning."""

    key: ClassVar[str] = "generate_situation_description"
    name: ClassVar[str | Promise] = _("Generation: description of the situation")
    feature: ClassVar[str] = "situation_description"
    feature_name: ClassVar[str | Promise] = _("Description of the situation")


KINDS: Mapping[str, FeatureGeneration] = {
    kind.feature: kind for kind in (Summary(), Subject(), SituationDescription())
}
"""The types of features that can be generated, by the type they are stored under."""
