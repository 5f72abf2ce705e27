"""A session's calls as plain rows: what statistics need, and none of the long texts."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, cast

from django.db.models import Q, QuerySet

from evaluations.judging.verdicts import Judgement, PairVerdict, pair_verdict
from evaluations.models import Item, JudgeSession, JudgeTask
from evaluations.statistics.lengths import MeasuredPair
from evaluations.statistics.pairwise import Outcome, Winner
from evaluations.statistics.positions import SwappedJudgement
from pillars.models import Thread


@dataclass(frozen=True, slots=True)
class CallRow:
    """One call of a session with what came of it; ``winner`` and ``scores`` in the item's own frame.

    ``winner`` is ``None`` while the call is open, and where it failed.
    """

    item: int
    position: int
    repetition: int
    status: str
    failure_code: str
    pillar_a: int | None
    pillar_b: int | None
    thread_a: int
    thread_b: int | None
    winner: Winner | None
    confidence: float | None
    scores: dict[str, list[float]] | None
    is_contradictory: bool | None


_COLUMNS = (
    "item_id",
    "position",
    "repetition",
    "status",
    "failure_code",
    "item__pillar_a_id",
    "item__pillar_b_id",
    "item__thread_a_id",
    "item__thread_b_id",
    "evaluation__verdict",
    "evaluation__confidence",
    "evaluation__scores",
    "evaluation__is_contradictory",
)


def call_rows(session: JudgeSession) -> list[CallRow]:
    """All calls of the session in queue order, in one query."""
    rows = JudgeTask.objects.filter(session=session).order_by("queue_position").values_list(*_COLUMNS)
    return [CallRow(*cast("tuple[Any, ...]", row)) for row in rows]


@dataclass(frozen=True, slots=True)
class JudgedPair:
    """An item with all its calls and the verdict that they come to."""

    calls: tuple[CallRow, ...]
    verdict: PairVerdict

    @property
    def first(self) -> CallRow:
        """Any of the calls, for what they have in common."""
        return self.calls[0]

    @property
    def confidence(self) -> float | None:
        """The mean confidence of the pair's judgements."""
        given = [call.confidence for call in self.calls if call.confidence is not None]
        return sum(given) / len(given) if given else None

    def outcome(self) -> Outcome | None:
        """The pair as a meeting of pillars; ``None`` where its threads stand for no pillar."""
        pillar_a, pillar_b = self.first.pillar_a, self.first.pillar_b
        if pillar_a is None or pillar_b is None:
            return None
        return Outcome(pillar_a, pillar_b, self.verdict.winner, self.verdict.is_conflict, self.confidence)

    def measured(self, chars: dict[int, int]) -> MeasuredPair:
        """The pair with its threads' lengths."""
        thread_b = self.first.thread_b
        return MeasuredPair(
            chars_a=chars.get(self.first.thread_a, 0),
            chars_b=chars.get(thread_b, 0) if thread_b is not None else 0,
            winner=self.verdict.winner,
        )


def judged_pairs(rows: Iterable[CallRow]) -> list[JudgedPair]:
    """The pairs in queue order; a pair with a call open or failed has no verdict."""
    by_item: dict[int, list[CallRow]] = {}
    for row in rows:
        by_item.setdefault(row.item, []).append(row)
    return [
        JudgedPair(
            tuple(calls),
            pair_verdict(Judgement(call.position, call.repetition, call.winner) for call in calls),
        )
        for calls in by_item.values()
    ]


def swapped_judgements(pair: JudgedPair) -> list[SwappedJudgement]:
    """The pair's repetitions that were judged in both positions."""
    said = {(call.repetition, call.position): call.winner for call in pair.calls}
    return [
        SwappedJudgement(unswapped, swapped)
        for (repetition, position), unswapped in said.items()
        if position == 1 and unswapped is not None
        if (swapped := said.get((repetition, 2))) is not None
    ]


def characters_by_thread(session: JudgeSession) -> dict[int, int]:
    """How many characters the messages of each thread of the session have together."""
    items = _items_of(session)
    used = Q(pk__in=items.values("thread_a")) | Q(pk__in=items.values("thread_b"))
    return dict(Thread.objects.filter(used).values_list("pk", "character_count"))


def _items_of(session: JudgeSession) -> QuerySet[Item]:
    return Item.objects.filter(pk__in=JudgeTask.objects.filter(session=session).values("item")).order_by()
