"""Set an item aside, say that it cannot be judged, flag it, or take such a step back."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from evaluations.answering.errors import AnswerRefused
from evaluations.judging.scenario_status import settle
from evaluations.models import Assignment, Evaluation, Member
from evaluations.scenarios.rules import rules_of

Status = Assignment.Status
LONGEST_REASON = 300


@transaction.atomic
def set_aside(member: Member, assignment: Assignment, *, reason: str) -> Assignment:
    """Put an item off with a reason; it stays open and comes back after all others.

    Raises:
        AnswerRefused: it has an answer, there is no reason, or the scenario takes no answers.
    """
    return _end_without_answer(member, assignment, Status.SKIPPED, reason, finished_at=None)


@transaction.atomic
def decline(member: Member, assignment: Assignment, *, reason: str, now: datetime) -> Assignment:
    """Say that one cannot judge the item: it is done with, and counts as no answer.

    Raises:
        AnswerRefused: it has an answer, there is no reason, or the scenario does not allow this.
    """
    if not rules_of(member.scenario).may_decline:
        raise AnswerRefused(_("In this scenario every item needs an answer; set it aside instead."))
    return _end_without_answer(member, assignment, Status.DECLINED, reason, finished_at=now)


@transaction.atomic
def take_up_again(member: Member, assignment: Assignment) -> Assignment:
    """Undo setting aside or declining: the item is open again.

    Raises:
        AnswerRefused: the scenario takes no answers.
    """
    locked = _locked(member, assignment)
    if locked.status in (Status.SKIPPED, Status.DECLINED):
        locked.status, locked.skip_reason, locked.finished_at = Status.OPEN, "", None
        locked.save(update_fields=["status", "skip_reason", "finished_at"])
        settle(member.scenario_id)
    return locked


@transaction.atomic
def mark(
    member: Member, assignment: Assignment, *, flagged: bool | None = None, unsure: bool | None = None
) -> Assignment:
    """Flag an item, or note that one is unsure, for oneself and the owner; what is ``None`` stays.

    Raises:
        AnswerRefused: the scenario takes no answers.
    """
    locked = _locked(member, assignment)
    if flagged is not None:
        locked.is_flagged = flagged
    if unsure is not None:
        locked.is_unsure = unsure
    locked.save(update_fields=["is_flagged", "is_unsure"])
    return locked


def _end_without_answer(
    member: Member, assignment: Assignment, status: str, reason: str, *, finished_at: datetime | None
) -> Assignment:
    locked = _locked(member, assignment)
    reason = reason.strip()
    if not reason:
        raise AnswerRefused(_("Say in a few words why."))
    if len(reason) > LONGEST_REASON:
        raise AnswerRefused(_("A reason has at most %d characters.") % LONGEST_REASON)
    if Evaluation.objects.filter(member=member, item=locked.item_id).exists():
        raise AnswerRefused(_("You have answered this item already; change the answer instead."))
    locked.status, locked.skip_reason, locked.finished_at = status, reason, finished_at
    locked.save(update_fields=["status", "skip_reason", "finished_at"])
    settle(member.scenario_id)
    return locked


def _locked(member: Member, assignment: Assignment) -> Assignment:
    if not member.scenario.takes_answers:
        raise AnswerRefused(_("This scenario takes no more answers."))
    return Assignment.objects.select_for_update().get(pk=assignment.pk, member=member)
