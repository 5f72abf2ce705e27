"""What a person has entered so far, saved with every change."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from evaluations.answering.errors import AnswerConflict, AnswerRefused
from evaluations.models import Assignment, Draft, Member
from llars.errors import InvalidInput
from llars.storable import fault_in


@dataclass(frozen=True, slots=True)
class DraftInput:
    """A draft as a window sends it.

    ``revision`` is the one that the window's fields are based on; ``force`` says that the person has
    seen the other one and means this.
    """

    fields: Mapping[str, Any]
    revision: int
    item_version: int
    active_time_ms: int = 0
    force: bool = False


@transaction.atomic
def save_draft(member: Member, assignment: Assignment, given: DraftInput, *, now: datetime) -> Draft:
    """Keep what was entered; the same fields again change nothing.

    Raises:
        AnswerRefused: the scenario takes no answers now, or the item was changed.
        AnswerConflict: another window has saved since; nothing is overwritten.
        InvalidInput: the fields cannot be stored.
    """
    check_open(member, assignment, item_version=given.item_version)
    if fault := fault_in(dict(given.fields)):
        raise InvalidInput(fault)
    Assignment.objects.select_for_update().get(pk=assignment.pk)
    draft = Draft.objects.filter(assignment=assignment).first()
    if draft is None:
        draft = Draft(assignment=assignment, saved_at=now)
    elif draft.fields == given.fields and draft.active_time_ms >= given.active_time_ms:
        return draft
    elif draft.revision != given.revision and draft.fields != given.fields and not given.force:
        raise AnswerConflict()
    draft.fields = dict(given.fields)
    draft.item_version = given.item_version
    draft.revision += 1
    draft.active_time_ms = max(draft.active_time_ms, given.active_time_ms)
    draft.saved_at = now
    draft.save()
    if assignment.first_seen_at is None:
        Assignment.objects.filter(pk=assignment.pk, first_seen_at=None).update(first_seen_at=now)
    return draft


def check_open(member: Member, assignment: Assignment, *, item_version: int) -> None:
    """Whether an answer to the item can be taken now.

    Raises:
        AnswerRefused: the scenario takes none, or the item was changed since it was shown.
    """
    if not member.scenario.takes_answers:
        raise AnswerRefused(_("This scenario takes no more answers."))
    if assignment.item.version != item_version:
        raise AnswerRefused(_("The item was changed since it was shown to you; load it again."))
