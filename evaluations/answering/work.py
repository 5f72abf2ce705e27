"""A person's work in a scenario: their items, in their order, and how far they are."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from statistics import median

from django.contrib.auth.models import User
from django.db.models import Count, Q, QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404

from evaluations.answering.batches import BatchClosed, end_of_open
from evaluations.models import Assignment, Evaluation, Member, Scenario

Status = Assignment.Status
_PACE_OF, _LEAST_PACE = 20, 3


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a person is: items by status, and answers given today."""

    total: int
    done: int
    declined: int
    skipped: int
    today: int

    @property
    def finished(self) -> int:
        """Items that need nothing more."""
        return self.done + self.declined

    @property
    def open(self) -> int:
        """Items still to do, those set aside among them."""
        return self.total - self.finished


def get_work_for(user: User, scenario_pk: int) -> Member:
    """The user's part in a scenario as one who answers.

    Raises:
        Http404: they are no evaluator there, or nobody was let in yet.
    """
    member = (
        Member.objects.filter(user=user, scenario=scenario_pk, role=Member.Role.EVALUATOR)
        .select_related("scenario")
        .first()
    )
    if member is None or member.scenario.status == Scenario.Status.DRAFT:
        raise Http404
    return member


def work_of(user: User) -> QuerySet[Member]:
    """All scenarios in which the user answers, with ``total``, ``finished`` and ``skipped`` items."""
    closed = Q(assignments__status__in=[Status.DONE, Status.DECLINED])
    return (
        Member.objects.filter(user=user, role=Member.Role.EVALUATOR)
        .exclude(scenario__status__in=[Scenario.Status.DRAFT, Scenario.Status.ARCHIVED])
        .select_related("scenario")
        .annotate(
            total=Count("assignments"),
            finished=Count("assignments", filter=closed),
            skipped=Count("assignments", filter=Q(assignments__status=Status.SKIPPED)),
        )
        .order_by("-scenario__created_at", "-pk")
    )


def progress_of(member: Member, *, today: date) -> Progress:
    """How far the person is, in two queries."""
    rows = Assignment.objects.filter(member=member).order_by().values_list("status")
    counts = dict(rows.annotate(n=Count("pk")))
    given = Evaluation.objects.filter(member=member, created_at__date=today) if today else None
    return Progress(
        total=sum(counts.values()),
        done=counts.get(Status.DONE, 0),
        declined=counts.get(Status.DECLINED, 0),
        skipped=counts.get(Status.SKIPPED, 0),
        today=given.values("item").distinct().count() if given is not None else 0,
    )


def work_in(scenario_pk: int) -> tuple[int, int]:
    """How many of the items given to people need nothing more, and how many were given, in one query."""
    given = Assignment.objects.filter(member__scenario=scenario_pk)
    finished = Q(status__in=[Status.DONE, Status.DECLINED])
    counts = given.aggregate(total=Count("pk"), finished=Count("pk", filter=finished))
    return counts["finished"], counts["total"]


def time_left_s(member: Member) -> float | None:
    """How long the open items will take at the person's own median pace, in seconds of active time.

    ``None`` until three answers have been timed.
    """
    times = Evaluation.objects.filter(member=member, active_time_ms__gt=0).order_by("-pk")
    recent = list(times.values_list("active_time_ms", flat=True)[:_PACE_OF])
    if len(recent) < _LEAST_PACE:
        return None
    left = Assignment.objects.filter(member=member, status__in=Assignment.TO_DO).count()
    return median(one for one in recent if one is not None) * left / 1000


def next_assignment(member: Member, *, after: int | None = None) -> Assignment | None:
    """The first open item, in the person's order; then what was set aside. ``None``: all is done.

    Args:
        member: whose.
        after: a place in the order; open items behind it come first, then those before it.

    Where items come in batches, those of the present one come before any later one.
    """
    mine = handed_out(member)
    if after is not None:
        behind = mine.filter(status=Status.OPEN, order__gt=after).first()
        if behind is not None:
            return behind
    return mine.filter(status=Status.OPEN).first() or mine.filter(status=Status.SKIPPED).first()


def assignments_of(member: Member) -> QuerySet[Assignment]:
    """The person's items in their order, with item, pillars and draft at hand."""
    return (
        Assignment.objects.filter(member=member)
        .select_related("item__pillar_a", "item__pillar_b", "draft")
        .order_by("order")
    )


def handed_out(member: Member) -> QuerySet[Assignment]:
    """Those of the person's items that they may open: all, or the batches up to the present one."""
    end = end_of_open(member)
    mine = assignments_of(member)
    return mine if end is None else mine.filter(order__lt=end)


def get_assignment(member: Member, *, item: int | None = None, place: int | None = None) -> Assignment:
    """One of the person's items, by its id or by its place in their order (from 0).

    Raises:
        Http404: it is not theirs.
        BatchClosed: it is in a batch that has not begun.
    """
    wanted = {"item": item} if item is not None else {"order": place}
    found = get_object_or_404(assignments_of(member), **wanted)
    end = end_of_open(member)
    # What was begun stays open, though an item of an earlier batch was taken up again meanwhile.
    is_begun = found.status != Status.OPEN or hasattr(found, "draft")
    if end is not None and found.order >= end and not is_begun:
        raise BatchClosed
    return found


@dataclass(frozen=True, slots=True)
class JumpEntry:
    """One line of the jump list."""

    place: int
    status: str
    is_flagged: bool
    is_unsure: bool


def jump_list(member: Member) -> Sequence[JumpEntry]:
    """The items for jumping to that the person may open."""
    end = end_of_open(member)
    rows = Assignment.objects.filter(member=member).order_by("order")
    rows = rows if end is None else rows.filter(order__lt=end)
    return [JumpEntry(*row) for row in rows.values_list("order", "status", "is_flagged", "is_unsure")]
