"""How a pillar fared in judge sessions."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from django.db.models import Exists, OuterRef, Q, QuerySet

from evaluations.judging.verdicts import Judgement, Winner, pair_verdict
from evaluations.models import Item, JudgeSession, JudgeTask
from evaluations.statistics.pairwise import Outcome, Record, records, wilson_interval
from evaluations.task_types.registry import pairwise_task_type


@dataclass(frozen=True, slots=True)
class SessionRecord:
    """A pillar's pairs against other pillars in one session; ``open`` ones have no verdict (yet)."""

    session: JudgeSession
    record: Record
    open: int
    interval: tuple[float, float] | None


def sessions_with(pillar: int, sessions: QuerySet[JudgeSession]) -> QuerySet[JudgeSession]:
    """Those of the sessions that compare threads of this pillar with others', the newest first."""
    items = Item.objects.filter(_against_another(pillar), scenario=OuterRef("scenario"))
    pairwise = sessions.filter(Exists(items), scenario__task_type=pairwise_task_type().key)
    return pairwise.select_related("model__provider").order_by("-created_at", "-pk")


def records_of(pillar: int, sessions: Sequence[JudgeSession]) -> list[SessionRecord]:
    """The pillar's record in each of the sessions, in one query."""
    items = Item.objects.filter(_against_another(pillar))
    tasks = JudgeTask.objects.filter(item__in=items, session__in=sessions).order_by(
        "session", "queue_position"
    )
    said: dict[int, dict[int, list[Judgement]]] = {session.pk: {} for session in sessions}
    sides: dict[int, tuple[int, int]] = {}
    rows = tasks.values_list(
        "session_id", "item_id", "item__pillar_a_id", "item__pillar_b_id", "position", "repetition",
        "evaluation__verdict",
    )  # fmt: skip
    for session, item, pillar_a, pillar_b, position, repetition, winner in rows:
        sides[item] = (pillar_a, pillar_b)
        said[session].setdefault(item, []).append(
            Judgement(position, repetition, cast("Winner | None", winner))
        )
    return [_record(pillar, session, said[session.pk], sides) for session in sessions]


def _against_another(pillar: int) -> Q:
    as_a = Q(pillar_a=pillar, pillar_b__isnull=False) & ~Q(pillar_b=pillar)
    as_b = Q(pillar_b=pillar, pillar_a__isnull=False) & ~Q(pillar_a=pillar)
    return as_a | as_b


def _record(
    pillar: int,
    session: JudgeSession,
    said: dict[int, list[Judgement]],
    sides: dict[int, tuple[int, int]],
) -> SessionRecord:
    outcomes = [Outcome(*sides[item], pair_verdict(judgements).winner) for item, judgements in said.items()]
    present = {side for outcome in outcomes for side in (outcome.side_a, outcome.side_b)} | {pillar}
    [record] = [one for one in records(outcomes, sorted(present)) if one.side == pillar]
    still_open = sum(outcome.winner is None for outcome in outcomes)
    return SessionRecord(session, record, still_open, wilson_interval(record.wins, record.decided))
