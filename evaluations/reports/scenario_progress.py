"""How far scenarios are: for lists, for one in full, by person and by item."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db.models import (
    BooleanField,
    Case,
    CharField,
    Count,
    Exists,
    IntegerField,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Value,
    When,
)
from django.db.models.functions import Coalesce

from evaluations.models import Assignment, Evaluation, Item, JudgeSession, Member, Scenario
from evaluations.task_types.registry import task_types

_CLOSED = (Assignment.Status.DONE, Assignment.Status.DECLINED)


@dataclass(frozen=True, slots=True)
class Overview:
    """One scenario in numbers: items, current answers, and what people were given and have done."""

    scenario: Scenario
    role: str
    items: int
    answers: int
    assigned: int
    done: int
    models: Sequence[JudgeSession]


def scenario_rows(user: User) -> QuerySet[Scenario]:
    """The scenarios that a user takes part in, newest first, with ``role`` and how far it is.

    ``total`` and ``done`` count the user's own items where they evaluate, else everybody's.
    """
    own = Member.objects.filter(scenario=OuterRef("pk"), user=user)
    role = Case(
        When(owner=user, then=Value(str(Member.Role.OWNER))),
        default=Coalesce(Subquery(own.values("role")[:1]), Value(str(Member.Role.VIEWER))),
        output_field=CharField(),
    )
    mine = Q(role=Member.Role.EVALUATOR)
    of_all = Assignment.objects.filter(member__scenario=OuterRef("pk"))
    of_user = of_all.filter(member__user=user)
    return (
        Scenario.objects.visible_to(user)
        .filter(task_type__in=list(task_types()))
        .annotate(role=role)
        .annotate(
            total=Case(When(mine, then=_number(of_user)), default=_number(of_all)),
            done=Case(
                When(mine, then=_number(of_user.filter(status__in=_CLOSED))),
                default=_number(of_all.filter(status__in=_CLOSED)),
            ),
        )
        .exclude(mine, status=Scenario.Status.DRAFT)
        .order_by("-created_at", "-pk")
    )


def overview_of(scenario: Scenario, *, user: User) -> Overview:
    """One scenario in full, in a handful of queries."""
    member = scenario.members.filter(user=user).first()
    own = Member.Role.OWNER if scenario.owner_id == user.pk else Member.Role.VIEWER
    given = Assignment.objects.filter(member__scenario=scenario).aggregate(
        assigned=Count("pk"), done=Count("pk", filter=Q(status__in=_CLOSED))
    )
    return Overview(
        scenario=scenario,
        role=str(member.role if member is not None else own),
        items=scenario.items.count(),
        answers=scenario.evaluations.filter(is_current=True).count(),
        assigned=given["assigned"],
        done=given["done"],
        models=model_rows(scenario),
    )


def model_rows(scenario: Scenario) -> list[JudgeSession]:
    """The scenario's models as their sessions, with counts, in one query."""
    sessions = JudgeSession.objects.filter(scenario=scenario).with_counts().defer("system_text", "user_text")
    return list(sessions.select_related("model__provider").order_by("pk"))


def member_rows(scenario: Scenario) -> QuerySet[Member]:
    """The people with ``assigned``, ``done``, ``skipped``, ``answers`` and ``has_account``, in one query."""
    given = Assignment.objects.filter(member=OuterRef("pk"))
    answers = Evaluation.objects.filter(member=OuterRef("pk"), is_current=True)
    return (
        Member.objects.filter(scenario=scenario)
        .annotate(
            assigned=_number(given),
            done=_number(given.filter(status__in=_CLOSED)),
            skipped=_number(given.filter(status=Assignment.Status.SKIPPED)),
            answers=_number(answers),
            has_account=Case(
                When(user__isnull=False, then=Value(True)), default=Value(False), output_field=BooleanField()
            ),
        )
        .order_by("pk")
    )


def item_rows(scenario: Scenario, *, status: str = "") -> QuerySet[Item]:
    """The items with ``answers_people``, ``answers_models``, ``assigned`` and ``open``, in one query.

    ``status``: ``open`` has somebody who is still to answer, ``done`` has nobody and an answer.
    """
    current = Evaluation.objects.filter(item=OuterRef("pk"), is_current=True)
    given = Assignment.objects.filter(item=OuterRef("pk"))
    waiting = given.filter(status__in=Assignment.TO_DO)
    rows = (
        Item.objects.filter(scenario=scenario)
        .annotate(
            answers_people=_number(current.filter(member__isnull=False)),
            answers_models=_number(current.filter(model__isnull=False)),
            assigned=_number(given),
            open=_number(waiting),
        )
        .order_by("position")
    )
    if status == "open":
        return rows.filter(Exists(waiting))
    if status == "done":
        return rows.filter(~Exists(waiting), Exists(current))
    if status:
        return rows.filter(Exists(given.filter(status=status)))
    return rows


def _number(rows: QuerySet[Assignment] | QuerySet[Evaluation]) -> Coalesce:
    """How many of the rows there are, as a subquery: joins would multiply them."""
    counted = rows.order_by().annotate(_all=Value(1)).values("_all").annotate(n=Count("pk")).values("n")
    return Coalesce(Subquery(counted, output_field=IntegerField()), Value(0))
