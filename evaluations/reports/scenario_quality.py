"""People in a scenario as its owner sees them: progress, pace, and what deserves a look.

Nothing is removed for being flagged: a flag asks for a look, and a person decides.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Max, Q

from evaluations.models import Evaluation, Item, Member, Scenario
from evaluations.reports.scenario_progress import member_rows
from evaluations.statistics.quality import (
    AnswerTime,
    SelfAgreement,
    Speed,
    StraightLining,
    answer_speeds,
    self_agreement,
    straight_lining,
)
from evaluations.task_types.registry import task_type
from pillars.models import Thread

_CHARS_PER_WORD = 6


@dataclass(frozen=True, slots=True)
class MemberReport:
    """One person: the row with its counts, last answer, median time, expected end, and flags.

    ``gold_hits`` of ``gold`` gold items were answered as known.
    """

    member: Member
    last_at: datetime | None
    median_s: float | None
    expected_end: datetime | None
    straight: StraightLining | None
    speed: Speed | None
    repeats: SelfAgreement | None
    gold: int
    gold_hits: int

    @property
    def is_flagged(self) -> bool:
        """Whether something deserves a look."""
        found = (self.straight, self.speed, self.repeats)
        return any(one is not None and one.is_flagged for one in found)

    @property
    def open(self) -> int:
        """Items still to do."""
        return int(getattr(self.member, "assigned", 0)) - int(getattr(self.member, "done", 0))


def member_reports(scenario: Scenario, *, now: datetime) -> list[MemberReport]:
    """All people with what is known of their work, in a constant number of queries."""
    rows = _answers(scenario)
    by_member: dict[int, list[Mapping[str, Any]]] = {}
    for row in rows:
        by_member.setdefault(row["member_id"], []).append(row)
    last = Evaluation.objects.filter(scenario=scenario, member__isnull=False).values("member")
    last_at = {row["member"]: row["last"] for row in last.annotate(last=Max("created_at"))}
    speeds = {speed.rater: speed for speed in answer_speeds(_times(scenario, rows))}
    verdicts = [row["verdict"] for row in rows]
    return [
        _report(scenario, member, by_member.get(member.pk, []), verdicts, speeds, last_at.get(member.pk), now)
        for member in member_rows(scenario)
    ]


def _answers(scenario: Scenario) -> list[Mapping[str, Any]]:
    rows = Evaluation.objects.filter(
        scenario=scenario, member__isnull=False, is_current=True, is_recorded=False
    )
    names = ("member_id", "item_id", "verdict", "active_time_ms", "created_at")
    about = ("item__repeat_of_id", "item__is_gold", "item__is_practice", "item__reference")
    return list(rows.order_by("created_at", "pk").values(*names, *about))


def _times(scenario: Scenario, rows: Sequence[Mapping[str, Any]]) -> list[AnswerTime]:
    sides = {pk: (a, b) for pk, a, b in scenario.items.values_list("pk", "thread_a_id", "thread_b_id")}
    items = Item.objects.filter(scenario=scenario).order_by()
    threads = Thread.objects.filter(Q(pk__in=items.values("thread_a")) | Q(pk__in=items.values("thread_b")))
    chars = dict(threads.order_by().values_list("pk", "character_count"))
    return [
        AnswerTime(
            rater=row["member_id"],
            item=row["item_id"],
            active_s=row["active_time_ms"] / 1000,
            words=sum(chars.get(side, 0) for side in sides[row["item_id"]] if side) // _CHARS_PER_WORD,
        )
        for row in rows
        if row["active_time_ms"]
    ]


def _report(
    scenario: Scenario,
    member: Member,
    rows: Sequence[Mapping[str, Any]],
    verdicts: Sequence[str],
    speeds: Mapping[Any, Speed],
    last_at: datetime | None,
    now: datetime,
) -> MemberReport:
    own = {row["item_id"]: row["verdict"] for row in rows}
    pairs = [
        (own[row["item__repeat_of_id"]], row["verdict"]) for row in rows if row["item__repeat_of_id"] in own
    ]
    gold = [row for row in rows if row["item__is_gold"] and row["item__reference"]]
    speed = speeds.get(member.pk)
    left = int(getattr(member, "assigned", 0)) - int(getattr(member, "done", 0))
    counted = [row["verdict"] for row in rows if not row["item__is_practice"]]
    return MemberReport(
        member=member,
        last_at=last_at,
        median_s=speed.median_s if speed is not None else None,
        expected_end=_expected_end(rows, left, now),
        straight=straight_lining(counted, others=verdicts) if counted else None,
        speed=speed,
        repeats=self_agreement(pairs) if pairs else None,
        gold=len(gold),
        gold_hits=sum(_hits(scenario, row) for row in gold),
    )


def _expected_end(rows: Sequence[Mapping[str, Any]], left: int, now: datetime) -> datetime | None:
    """At the pace of calendar days so far; ``None`` before two answers, or with nothing left."""
    if len(rows) < 2 or left <= 0:
        return None
    first: datetime = rows[0]["created_at"]
    each = (now - first) / len(rows)
    return now + max(each, timedelta(0)) * left


def _hits(scenario: Scenario, row: Mapping[str, Any]) -> bool:
    kind = task_type(scenario.task_type)
    known = kind.record(row["item__reference"], scenario.config, position=1).verdict
    return bool(known == row["verdict"])
