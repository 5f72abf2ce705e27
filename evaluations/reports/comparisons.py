"""A session's comparisons for lists, and one of them in full."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self, cast

from django.db.models import Prefetch, Q, QuerySet

from evaluations.judging.verdicts import Judgement, Winner, pair_verdict
from evaluations.models import Attempt, Evaluation, JudgeSession, JudgeTask
from evaluations.task_types.base import TaskType
from llars.row_ids import possible
from pillars.models import Thread


class ComparisonQuerySet(QuerySet[JudgeTask]):
    """Chainable reads of comparisons; each has its item, pillars, threads and answer at hand."""

    def with_status(self, *statuses: str) -> Self:
        """Comparisons in one of these statuses."""
        return self.filter(status__in=statuses)

    def won_by(self, winner: str) -> Self:
        """Comparisons whose answer is this verdict (``A``, ``B``, ``TIE``) in the item's own frame."""
        return self.filter(evaluation__verdict=winner)

    def won_by_pillar(self, number: int) -> Self:
        """Comparisons that a thread of this pillar has won."""
        known = possible([number])
        as_a = Q(evaluation__verdict="A", item__pillar_a__in=known)
        return self.filter(as_a | Q(evaluation__verdict="B", item__pillar_b__in=known))

    def with_pillar(self, number: int) -> Self:
        """Comparisons in which a thread of this pillar takes part."""
        known = possible([number])
        return self.filter(Q(item__pillar_a__in=known) | Q(item__pillar_b__in=known))

    def contradictory(self, wanted: bool = True) -> Self:
        """Answered comparisons whose reason and verdict contradict each other (or do not)."""
        return self.filter(evaluation__is_contradictory=wanted)

    def under_way(self) -> Self:
        """Comparisons whose call has begun and not ended."""
        return self.filter(status=JudgeTask.Status.RUNNING, started_at__isnull=False)

    def not_done(self) -> Self:
        """Comparisons that wait or run."""
        return self.filter(status__in=JudgeTask.OPEN)


def comparisons_of(session: JudgeSession) -> ComparisonQuerySet:
    """The session's comparisons in queue order, without the long texts: one query for any number."""
    return (
        ComparisonQuerySet(JudgeTask)
        .filter(session=session)
        .select_related("item__pillar_a", "item__pillar_b", "item__thread_a", "item__thread_b", "evaluation")
        .defer(
            "item__reference",
            "item__thread_a__metadata",
            "item__thread_b__metadata",
            "evaluation__payload",
            "evaluation__reasoning",
            "evaluation__comment",
        )
        .order_by("queue_position")
    )


def answer_of(task: JudgeTask) -> Evaluation | None:
    """The comparison's answer; ``None`` while it is open, and where it failed."""
    try:
        return task.evaluation
    except Evaluation.DoesNotExist:
        return None


def shown_verdict(task: JudgeTask, kind: TaskType) -> str | None:
    """The verdict as the judge gave it, in the frame that it was shown."""
    answer = answer_of(task)
    return kind.shown_verdict(answer.verdict, position=task.position) if answer is not None else None


def consistency(session: JudgeSession, tasks: Iterable[JudgeTask]) -> dict[int, bool | None]:
    """By item, whether all judgements of the pair say the same; ``None`` for open pairs. One query."""
    judgements: dict[int, list[Judgement]] = {}
    of_pairs = JudgeTask.objects.filter(session=session, item__in={task.item_id for task in tasks})
    rows = of_pairs.values_list("item", "position", "repetition", "evaluation__verdict")
    for item, position, repetition, verdict in rows:
        winner = cast("Winner | None", verdict)
        judgements.setdefault(item, []).append(Judgement(position, repetition, winner))
    verdicts = {item: pair_verdict(of_pair) for item, of_pair in judgements.items()}
    return {item: verdict.consistent if verdict.winner else None for item, verdict in verdicts.items()}


@dataclass(frozen=True, slots=True)
class FullComparison:
    """One comparison with all that belongs to it."""

    task: JudgeTask
    answer: Evaluation | None
    threads: tuple[Thread, Thread | None]
    attempts: tuple[Attempt, ...]

    @property
    def raw_response(self) -> str:
        """What the model wrote last, word for word."""
        return self.attempts[-1].raw_text if self.attempts else ""


def full_comparison(session: JudgeSession, pk: int) -> FullComparison:
    """One comparison of the session, with both threads' messages and every attempt; constant queries.

    Raises:
        JudgeTask.DoesNotExist: the session has no such comparison.
    """
    task = (
        JudgeTask.objects.filter(session=session)
        .select_related("item__pillar_a", "item__pillar_b", "item__thread_a", "item__thread_b", "evaluation")
        .prefetch_related(
            *(f"item__{side}__{turns}" for side in ("thread_a", "thread_b") for turns in Thread.TURNS),
            Prefetch("attempts", Attempt.objects.order_by("id")),
        )
        .get(pk=pk)
    )
    return FullComparison(
        task=task,
        answer=answer_of(task),
        threads=(task.item.thread_a, task.item.thread_b),
        attempts=tuple(task.attempts.all()),
    )
