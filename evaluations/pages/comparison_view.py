"""One comparison as a page shows it: in the frame the judge saw, each side with its pillar."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from evaluations.judging.sessions import is_pairwise
from evaluations.judging.texts import ThreadTexts, item_texts
from evaluations.llm.failures import FailureCode
from evaluations.models import Evaluation, Item, JudgeSession, JudgeTask
from evaluations.reports.comparisons import answer_of, shown_winner
from evaluations.task_types.base import Question
from evaluations.task_types.blocks import Block
from evaluations.task_types.registry import task_type
from pillars.models import Message, Pillar, Thread

STEPS: tuple[tuple[str, Promise], ...] = (
    ("step_1_overview", _("Overview")),
    ("step_2_strengths_a", _("Strengths of A")),
    ("step_3_strengths_b", _("Strengths of B")),
    ("step_4_weaknesses_a", _("Weaknesses of A")),
    ("step_5_weaknesses_b", _("Weaknesses of B")),
    ("step_6_comparison", _("Comparison")),
)
PARTS: tuple[tuple[str, Promise], ...] = (
    *STEPS,
    ("reasoning", _("Reason")),
    ("score_a", _("Points of A")),
    ("score_b", _("Points of B")),
    ("final_justification", _("Justification")),
    ("winner", _("Winner")),
    ("confidence", _("Confidence")),
)


@dataclass(frozen=True, slots=True)
class Side:
    """A thread as the judge saw it, under the letter it had there."""

    letter: str
    thread: Thread
    pillar: Pillar | None
    messages: list[Message]


@dataclass(frozen=True, slots=True)
class CriterionRow:
    """One criterion: both scores in the frame shown, and why."""

    name: str
    reasoning: str
    score_a: float
    score_b: float


@dataclass(frozen=True, slots=True)
class ComparisonView:
    """A judge task with all that is shown of it; without an answer the lists are empty."""

    task: JudgeTask
    sides: list[Side]
    evaluation: Evaluation | None = None
    winner: str = ""
    winning_side: Side | None = None
    steps: list[tuple[Promise, str]] = field(default_factory=list)
    criteria: list[CriterionRow] = field(default_factory=list)

    @property
    def is_running(self) -> bool:
        """Whether the judge is at it."""
        return self.task.status == JudgeTask.Status.RUNNING

    @property
    def failure(self) -> str:
        """Why there is no answer, in words; empty where the task has not failed."""
        return failure_label(self.task.failure_code)


def failure_label(code: str) -> str:
    """A failure's name as users read it; a code that is not known stands for itself."""
    try:
        return str(FailureCode(code).label) if code else ""
    except ValueError:
        return code


def view_of(task: JudgeTask, config: Mapping[str, Any]) -> ComparisonView:
    """Everything about a task whose item, threads and answer were fetched with it.

    Args:
        task: the comparison.
        config: the scenario's, with its criteria.
    """
    sides = _sides(task.item, task.position)
    evaluation = answer_of(task)
    if evaluation is None:
        return ComparisonView(task, sides)
    winner = shown_winner(task)
    return ComparisonView(
        task=task,
        sides=sides,
        evaluation=evaluation,
        winner=winner or "",
        winning_side=next((side for side in sides if side.letter == winner), None),
        steps=_steps(evaluation.payload),
        criteria=_criteria(evaluation.payload, config),
    )


def card_of(session: JudgeSession, task: JudgeTask) -> tuple[Block, ...]:
    """The answer as the type's own card shows it; nothing for comparisons, which have a view of their own."""
    answer = answer_of(task)
    if answer is None or is_pairwise(session):
        return ()
    scenario = session.scenario
    texts = item_texts([task.item], ThreadTexts())[task.item_id]
    question = Question(texts, scenario.config, scenario.language, position=task.position)
    return task_type(scenario.task_type).card(answer.payload, question)


def criterion_names(config: Mapping[str, Any]) -> dict[str, str]:
    """The criteria's names in the reader's language, by key; those of other task types are left out."""
    language = (get_language() or "de")[:2]
    criteria = [entry for entry in config.get("criteria") or [] if isinstance(entry, dict) and "key" in entry]
    return {
        entry["key"]: entry["name"].get(language) or entry["name"].get("de") or entry["key"]
        for entry in criteria
    }


def _sides(item: Item, position: int) -> list[Side]:
    pairs = [(item.thread_a, item.pillar_a), (item.thread_b, item.pillar_b)]
    if position == 2:
        pairs.reverse()
    return [
        Side(letter, thread, pillar, list(thread.messages.all()))
        for letter, (thread, pillar) in zip("AB", pairs, strict=True)
        if thread is not None
    ]


def _steps(payload: Mapping[str, Any]) -> list[tuple[Promise, str]]:
    thoughts = payload.get("chain_of_thought", {})
    return [(label, thoughts[key]) for key, label in STEPS if key in thoughts]


def _criteria(payload: Mapping[str, Any], config: Mapping[str, Any]) -> list[CriterionRow]:
    names = criterion_names(config)
    return [
        CriterionRow(names.get(key, key), entry["reasoning"], entry["score_a"], entry["score_b"])
        for key, entry in payload.get("criteria_scores", {}).items()
    ]
