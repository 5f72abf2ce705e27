"""Take a person's answer: checked, in one transaction, once; earlier versions stay."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from evaluations.answering.drafts import check_open
from evaluations.answering.errors import AnswerConflict, AnswerInvalid, AnswerRefused
from evaluations.answering.questions import question_for
from evaluations.answering.telling import tell_of_answer
from evaluations.judging.scenario_status import settle
from evaluations.models import Assignment, Draft, Evaluation, Member, Scenario
from evaluations.scenarios.rules import rules_of
from evaluations.task_types.base import Question
from evaluations.task_types.gaps import AnswerIncomplete
from evaluations.task_types.registry import task_type
from llars.storable import fault_in

LONGEST_COMMENT = 5000
_LONGEST_ACTIVE_MS = 2**31 - 1


@dataclass(frozen=True, slots=True)
class AnswerInput:
    """An answer as it was sent, in the frame shown to the person.

    ``submission_key`` is made by the sender: the same key again is the same answer, sent twice.
    ``based_on`` is the version that a changed answer replaces (0: none); left out, it is not checked.
    ``annotations``: ``{"comments": {control: text}, "highlights": [{side, message, start, end, quote}]}``.
    """

    payload: Mapping[str, Any]
    item_version: int
    comment: str = ""
    annotations: Mapping[str, Any] = field(default_factory=dict)
    active_time_ms: int | None = None
    submission_key: str = ""
    based_on: int | None = None


@transaction.atomic
def submit(
    member: Member,
    assignment: Assignment,
    given: AnswerInput,
    *,
    now: datetime,
    question: Question | None = None,
) -> Evaluation:
    """Record the answer as the item's current one; the draft is done with.

    ``question`` is what the person was asked, for callers that have it already.

    Raises:
        AnswerRefused: the scenario takes no answers, the item was changed, or answers may not be changed.
        AnswerConflict: another window has handed in another answer meanwhile.
        AnswerInvalid: the answer lacks something, by control.
    """
    scenario = member.scenario
    check_open(member, assignment, item_version=given.item_version)
    Assignment.objects.select_for_update().get(pk=assignment.pk)
    before = Evaluation.objects.filter(member=member, item=assignment.item_id, is_current=True).first()
    if before is not None and given.submission_key and before.submission_key == given.submission_key:
        return before
    _check_change(scenario, assignment, before, given)
    answer = _checked(scenario, given, question or question_for(scenario, assignment))
    evaluation = _record(member, assignment, answer, given, before, now)
    Draft.objects.filter(assignment=assignment).delete()
    Assignment.objects.filter(pk=assignment.pk).update(
        status=Assignment.Status.DONE, skip_reason="", finished_at=now
    )
    settle(scenario.pk)
    tell_of_answer(scenario.pk, assignment.item_id)
    return evaluation


def _check_change(
    scenario: Scenario, assignment: Assignment, before: Evaluation | None, given: AnswerInput
) -> None:
    version = before.version if before is not None else 0
    if given.based_on is not None and given.based_on != version:
        raise AnswerConflict()
    if before is None:
        return
    rules = rules_of(scenario)
    if not rules.may_change:
        raise AnswerRefused(_("In this scenario an answer cannot be changed."))
    told = (assignment.item.is_gold and rules.gold_feedback) or assignment.item.is_practice
    if told or rules.others == "after_own":
        raise AnswerRefused(_("You have seen other answers to this item, so yours can no longer change."))


def _checked(scenario: Scenario, given: AnswerInput, question: Question) -> dict[str, Any]:
    faults = {}
    if fault := fault_in([dict(given.payload), given.comment, dict(given.annotations)]):
        faults["payload"] = [fault]
    if len(given.comment) > LONGEST_COMMENT:
        faults["comment"] = [_("A comment has at most %d characters.") % LONGEST_COMMENT]
    if faults:
        raise AnswerInvalid(errors=faults)
    try:
        return task_type(scenario.task_type).check_answer(given.payload, question)
    except AnswerIncomplete as error:
        raise AnswerInvalid.of(error) from None


def _record(
    member: Member,
    assignment: Assignment,
    answer: dict[str, Any],
    given: AnswerInput,
    before: Evaluation | None,
    now: datetime,
) -> Evaluation:
    scenario = member.scenario
    recorded = task_type(scenario.task_type).record(answer, scenario.config, position=assignment.position)
    if before is not None:
        Evaluation.objects.filter(pk=before.pk).update(is_current=False)
    active = given.active_time_ms
    return Evaluation.objects.create(
        scenario=scenario,
        item_id=assignment.item_id,
        member=member,
        version=before.version + 1 if before is not None else 1,
        item_version=given.item_version,
        position=assignment.position,
        payload=answer,
        verdict=recorded.verdict[:120],
        scores=recorded.scores,
        confidence=recorded.confidence,
        reasoning=recorded.reasoning,
        is_contradictory=recorded.is_contradictory,
        comment=given.comment,
        annotations=dict(given.annotations),
        active_time_ms=min(max(active, 0), _LONGEST_ACTIVE_MS) if active is not None else None,
        instructions_version=scenario.instructions_version,
        submission_key=given.submission_key[:40],
        created_at=now,
    )
