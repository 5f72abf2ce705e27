"""One judge task as a page shows it: in the frame the judge saw, each side with its pillar."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from evaluations.judging.requests import shown_texts
from evaluations.judging.texts import ThreadTexts, item_texts
from evaluations.llm.failures import FailureCode
from evaluations.llm.material import FeatureText
from evaluations.models import Evaluation, Item, JudgeSession, JudgeTask
from evaluations.reports.comparisons import answer_of, shown_verdict
from evaluations.task_types.base import Question
from evaluations.task_types.blocks import Block, Verdict
from evaluations.task_types.registry import task_type
from pillars.models import Message, Pillar, Thread

_ELSEWHERE: dict[str, str | Promise] = {"recorded_error": _("no readable answer where it was recorded")}


@dataclass(frozen=True, slots=True)
class Side:
    """A thread as the judge saw it, under the letter it had there."""

    letter: str
    thread: Thread
    pillar: Pillar | None
    messages: list[Message]


@dataclass(frozen=True, slots=True)
class ComparisonView:
    """A judge task with all that is shown of it; without an answer there are no blocks.

    ``winner`` is the verdict in the frame shown; ``verdict`` are the card's blocks that say it in words,
    ``blocks`` all others; ``features`` the texts that were judged, in the order shown.
    """

    task: JudgeTask
    sides: list[Side]
    features: tuple[FeatureText, ...]
    evaluation: Evaluation | None = None
    winner: str = ""
    verdict: tuple[Block, ...] = ()
    blocks: tuple[Block, ...] = ()

    @property
    def is_pair(self) -> bool:
        """Whether two threads were compared."""
        return len(self.sides) == 2

    @property
    def winning_side(self) -> Side | None:
        """The thread that won; none for a tie, and where nothing was compared."""
        return next((side for side in self.sides if self.is_pair and side.letter == self.winner), None)

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
        return str(_ELSEWHERE.get(code, code))


def view_of(session: JudgeSession, task: JudgeTask) -> ComparisonView:
    """Everything about a task of the session whose item, threads and answer were fetched with it."""
    scenario = session.scenario
    kind = task_type(scenario.task_type)
    texts = item_texts([task.item], ThreadTexts())[task.item_id]
    if not session.is_recorded:
        texts = shown_texts(texts, task, seed=session.seed)
    sides = _sides(task.item, task.position)
    evaluation = answer_of(task)
    if evaluation is None:
        return ComparisonView(task, sides, texts.features)
    question = Question(texts, scenario.config, scenario.language, position=task.position)
    card = kind.card(evaluation.payload, question)
    return ComparisonView(
        task=task,
        sides=sides,
        features=texts.features,
        evaluation=evaluation,
        winner=shown_verdict(task, kind) or "",
        verdict=tuple(block for block in card if isinstance(block, Verdict)),
        blocks=tuple(block for block in card if not isinstance(block, Verdict)),
    )


def _sides(item: Item, position: int) -> list[Side]:
    pairs = [(item.thread_a, item.pillar_a), (item.thread_b, item.pillar_b)]
    if position == 2:
        pairs.reverse()
    return [
        Side(letter, thread, pillar, thread.turns)
        for letter, (thread, pillar) in zip("AB", pairs, strict=True)
        if thread is not None
    ]
