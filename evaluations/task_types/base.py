"""What a task type is: the one interface between the engine and a folder of ``task_types``.

A folder holds all that is particular to one kind of question: the schema of its answer, what a
prompt may name, what is recorded of an answer, its form (made of ``controls``) and its display
(made of ``blocks``).
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from evaluations.llm.answer_schema import AnswerSchema
from evaluations.llm.material import FeatureText, ThreadText
from evaluations.models import Evaluation
from evaluations.task_types.blocks import Block
from evaluations.task_types.controls import Control
from evaluations.task_types.gaps import AnswerIncomplete, Gap
from evaluations.task_types.values import Aspect, Value

if TYPE_CHECKING:
    from evaluations.task_types.beginnings import Beginning

_NUMBERED = re.compile(r"(?:[ _-][a-z]|[ _-]?\d+)$", re.IGNORECASE)

USUAL_PARTS: dict[str, str | Promise] = {
    "confidence": gettext_lazy("How sure one is"),
    "reasoning": gettext_lazy("The reason, in one's own words"),
}

USUAL_VARIABLES: dict[str, str | Promise] = {
    "thread_content": gettext_lazy("The thread's messages, numbered and between marks"),
    "thread_a": gettext_lazy("The messages of thread A, numbered and between marks"),
    "thread_b": gettext_lazy("The messages of thread B, numbered and between marks"),
    "subject": gettext_lazy("The thread's subject, which may tell where it is from"),
    "features": gettext_lazy("The texts to judge, each under its key and between marks"),
    "question": gettext_lazy("The scenario's question"),
    "language": gettext_lazy("The language in which reasons are to be written"),
    "criteria": gettext_lazy("The criteria with their descriptions"),
    "scale": gettext_lazy("The scale with the meaning of its points"),
    "buckets": gettext_lazy("The buckets with their meaning"),
    "labels": gettext_lazy("The labels to choose from, with their descriptions"),
    "pillar_a": gettext_lazy("The pillar of thread A: whoever names it, judges no longer blind"),
    "pillar_b": gettext_lazy("The pillar of thread B: whoever names it, judges no longer blind"),
    "metadata.*": gettext_lazy("What the thread's metadata has under the key written for *"),
}


@dataclass(frozen=True, slots=True)
class ItemTexts:
    """The texts of an item in its own frame; ``thread_b`` is there for comparisons alone.

    ``pillar_a``, ``pillar_b`` and the ``metadata`` of the threads reach a judge only where its prompt
    asks for them by name.
    """

    thread_a: ThreadText
    thread_b: ThreadText | None = None
    features: tuple[FeatureText, ...] = ()
    pillar_a: str = ""
    pillar_b: str = ""
    metadata: Mapping[str, str] = field(default_factory=dict)
    metadata_b: Mapping[str, str] = field(default_factory=dict)

    def shuffled(self, seed: str) -> "ItemTexts":
        """The same texts with the features in an order drawn from ``seed``; each keeps its key."""
        features = list(self.features)
        Random(seed).shuffle(features)  # noqa: S311  (an order, not a secret)
        return replace(self, features=tuple(features))


@dataclass(frozen=True, slots=True)
class Question:
    """An item as it is put to one person or one judge.

    ``config`` is in the full form that ``read_config`` gives; ``position`` 2: the sides are swapped;
    the features of ``texts`` stand in the order shown; ``asked`` are the parts that a person is
    asked for besides the verdict, ``required`` those of them that must be filled.
    """

    texts: ItemTexts
    config: Mapping[str, Any]
    language: str
    position: int = 1
    asked: frozenset[str] = frozenset()
    required: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Recorded:
    """What is kept of an answer beside its payload, in the item's own frame.

    ``scores``: what statistics need of the payload, by aspect. A number or a word; by feature key
    where features are judged; ``[thread A's, thread B's]`` for a comparison's criteria.
    """

    verdict: str
    scores: dict[str, Any]
    confidence: float | None
    reasoning: str
    is_contradictory: bool = False


class TaskType(ABC):
    """One kind of question about an item; a folder under ``task_types`` has one instance, ``TASK_TYPE``.

    ``variable_words`` says what each variable of its prompts stands for.
    ``parts`` are what a person can be asked for besides the verdict, each with its name;
    ``is_evaluation`` whether people are offered it, and its answers are held against one another;
    ``is_measurable`` says whether the baseline judge can answer; ``judges_features`` whether an item
    needs features, and at least ``least_features`` of them.
    """

    key: ClassVar[str]
    name: ClassVar[str | Promise]
    description: ClassVar[str | Promise]
    variables: ClassVar[frozenset[str]]
    required_variables: ClassVar[frozenset[str]]
    variable_words: ClassVar[Mapping[str, str | Promise]] = USUAL_VARIABLES
    threads_per_item: ClassVar[int] = 1
    judges_features: ClassVar[bool] = False
    least_features: ClassVar[int] = 1
    parts: ClassVar[Mapping[str, str | Promise]] = USUAL_PARTS
    is_measurable: ClassVar[bool] = False
    is_evaluation: ClassVar[bool] = True

    @abstractmethod
    def read_config(self, config: Mapping[str, Any]) -> dict[str, Any]:
        """The settings of this type in their full form, defaults filled in; its own output gives itself.

        Raises:
            ValueError: a setting is unknown or has a value that cannot be used; the text, which is
                translated, says which, and what is possible.
        """

    def notes(self, config: Mapping[str, Any]) -> tuple[str, ...]:
        """What whoever sets a scenario up is told of a config as it was given: what reading it changes."""
        return ()

    @abstractmethod
    def question(self, config: Mapping[str, Any], language: str) -> str:
        """The question that is put to people, one sentence."""

    def material(self, question: Question) -> object:
        """What the baseline judge measures; nothing where ``is_measurable`` is false."""
        return None

    @abstractmethod
    def prompt_values(self, question: Question, *, mark: str) -> dict[str, str]:
        """The values of the prompt's variables; material stands between fences with ``mark``."""

    @abstractmethod
    def answer_schema(self, question: Question) -> AnswerSchema:
        """The schema of a model's answer to this very question."""

    @abstractmethod
    def parse_answer(self, payload: Mapping[str, Any], question: Question) -> dict[str, Any]:
        """An answer of a person, or one made elsewhere, in its normal form; any part may be missing.

        Raises:
            AnswerIncomplete: something that is there does not fit.
        """

    def read_answer(self, payload: Mapping[str, Any], question: Question) -> dict[str, Any]:
        """The same with a verdict, which is all that an answer made elsewhere must have.

        Raises:
            AnswerIncomplete: something that is there does not fit, or there is no verdict.
        """
        answer = self.parse_answer(payload, question)
        if gaps := self.verdict_gaps(answer, question):
            raise AnswerIncomplete(gaps)
        return answer

    def check_answer(self, payload: Mapping[str, Any], question: Question) -> dict[str, Any]:
        """The same with the whole verdict and all that ``question.required`` names.

        Raises:
            AnswerIncomplete: with every gap, in the order of the form.
        """
        answer = self.parse_answer(payload, question)
        if gaps := self.gaps_in(self.fields_of(answer, question), question):
            raise AnswerIncomplete(gaps)
        return answer

    def verdict_gaps(self, answer: Mapping[str, Any], question: Question) -> list[Gap]:
        """Why a parsed answer says nothing. Where a verdict has several parts, one of them is enough."""
        of_verdict = {control.name for control in self.form(question) if not control.part}
        fields = self.fields_of(answer, question)
        return [gap for gap in self.gaps_in(fields, question) if gap.field in of_verdict]

    def gaps_in(self, fields: Mapping[str, Any], question: Question) -> list[Gap]:
        """What the form's values still lack before they can be handed in, in the order of the form."""
        return [
            Gap(control.name, _("“%(name)s” has no answer yet.") % {"name": control.label})
            for control in self.form(question)
            if control.required and fields.get(control.name) in (None, "", [], {})
        ]

    @abstractmethod
    def record(self, payload: Mapping[str, Any], config: Mapping[str, Any], *, position: int) -> Recorded:
        """Turn a checked payload, whoever's, into verdict, scores, confidence and reasoning in the
        item's own frame. Parts that are not there are left out of ``scores``."""

    @abstractmethod
    def aspects(self, config: Mapping[str, Any]) -> tuple[Aspect, ...]:
        """What is compared between evaluators, the verdict first, each with its level of measurement."""

    @abstractmethod
    def values(self, verdict: str, scores: Mapping[str, Any], config: Mapping[str, Any]) -> Iterator[Value]:
        """What an answer says on each aspect, from what ``record`` kept."""

    def shown_verdict(self, verdict: str, *, position: int) -> str:
        """A recorded verdict, which stands in the item's own frame, in the frame that was shown."""
        return verdict

    def verdict_in_words(self, verdict: str, config: Mapping[str, Any]) -> str:
        """A recorded verdict on one line, as people read it."""
        return self.aspects(config)[0].named(verdict)

    def answer_names(self, config: Mapping[str, Any]) -> dict[str, str]:
        """What the parts of a model's answer are called, by field, for one that is still arriving."""
        aspects = {aspect.key: aspect.name for aspect in self.aspects(config)}
        sure = {"confidence": _("Confidence"), "confidence_score": _("Confidence")}
        return {"reasoning": _("Reasoning"), **sure, **aspects}

    @abstractmethod
    def form(self, question: Question) -> tuple[Control, ...]:
        """What a person fills in, in the order of the page; the verdict comes first."""

    @abstractmethod
    def payload_of(self, fields: Mapping[str, Any], question: Question) -> dict[str, Any]:
        """The payload that the form's values (by control name) come to; what is empty is left out."""

    @abstractmethod
    def fields_of(self, payload: Mapping[str, Any], question: Question) -> dict[str, Any]:
        """The values of the form for a payload: the way back, to show an earlier answer."""

    @abstractmethod
    def card(self, payload: Mapping[str, Any], question: Question) -> tuple[Block, ...]:
        """An answer as its card shows it, in the frame it was given in; parts may be missing."""

    @abstractmethod
    def settings_form(self) -> tuple[Control, ...]:
        """What a scenario of this type can be set to."""

    def beginnings(self, language: str) -> "tuple[Beginning, ...]":
        """Settings that a scenario in this language can begin with, the most usual ones first."""
        return ()

    @abstractmethod
    def config_of(self, fields: Mapping[str, Any]) -> dict[str, Any]:
        """The config that the settings' values (by control name) come to, not yet checked."""

    @abstractmethod
    def settings_of(self, config: Mapping[str, Any]) -> dict[str, Any]:
        """The settings' values for a config in full form: the way back."""

    def reference_from_label(self, label: str, config: Mapping[str, Any]) -> dict[str, Any] | None:
        """The payload that a thread's known label stands for; ``None`` where it says nothing here."""
        return None

    def lock(self) -> None:
        """Lock what ``keep`` writes to, in the transaction that ends tasks, before these are locked."""
        return None

    def keep(self, answers: Sequence[Evaluation]) -> None:
        """Make of judges' answers what else is to come of them.

        Called in the transaction that writes them, right before; their ``meta`` may be added to.
        """
        return None

    def fits(self, sample: "DataSample") -> str:
        """Why this type may be what the data are for, as a translated sentence; empty where it is not."""
        return ""


@dataclass(frozen=True, slots=True)
class DataSample:
    """What a look at the chosen threads shows, for guessing the task type.

    ``features``: how many features a thread has at most; ``feature_types``: their types;
    ``labels``: the threads' different labels; ``pillars``: the number of pillars; ``threads``: of threads.
    """

    threads: int
    pillars: int
    features: int
    feature_types: frozenset[str]
    labels: frozenset[str]
    messages: int

    @property
    def has_rivals(self) -> bool:
        """Whether some thread has several features of one kind; ``summary_a`` and ``summary_b`` are one."""
        kinds = {_NUMBERED.sub("", name) for name in self.feature_types}
        return self.features > 1 and self.features > len(kinds)
