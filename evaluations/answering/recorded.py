"""Bring in answers that were made elsewhere: of people without an account, and of models."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from evaluations.answering.errors import AnswerRefused
from evaluations.answering.recorded_reading import ReadAnswer, read_answers
from evaluations.answering.recorded_sessions import record_of_model
from evaluations.judging.scenario_status import settle
from evaluations.models import Evaluation, Member, Scenario

_BATCH = 500


@dataclass(frozen=True, slots=True)
class RecordedAnswer:
    """One answer as it is told: by whom (``person`` or ``model``), on which item, and what.

    ``payload`` is in the item's own frame, or with ``position`` 2 in the swapped one. Instead of a
    payload ``error`` says why there is none; ``raw`` is what the model wrote.
    """

    item: int | None = None
    external_id: str = ""
    person: str = ""
    model: str = ""
    payload: Mapping[str, Any] | None = None
    error: str = ""
    raw: str = ""
    position: int = 1
    created_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class ImportedAnswers:
    """How many came in: answers and errors, of how many people and models."""

    created: int
    errors: int
    people: int
    models: int


@transaction.atomic
def import_answers(
    scenario: Scenario, answers: Sequence[RecordedAnswer], *, actor: User, now: datetime
) -> ImportedAnswers:
    """Record the answers, all or none.

    Raises:
        AnswerRefused: the scenario is over.
        InvalidInput: an answer cannot be taken; ``errors`` says which and why.
    """
    locked = Scenario.objects.select_for_update().get(pk=scenario.pk)
    if locked.is_over:
        raise AnswerRefused(_("This scenario takes no more answers."))
    read = read_answers(locked, answers)
    people = [one for one in read if one.person]
    models = [one for one in read if one.model]
    _record_people(locked, people, now)
    sessions = record_of_model(locked, models, actor=actor, now=now)
    settle(locked.pk)
    failed = sum(one.payload is None for one in read)
    return ImportedAnswers(
        created=len(read) - failed,
        errors=failed,
        people=len({one.person for one in people}),
        models=sessions,
    )


def _record_people(scenario: Scenario, answers: Sequence[ReadAnswer], now: datetime) -> None:
    names = dict.fromkeys(one.person for one in answers)
    there = {member.name: member for member in scenario.members.filter(name__in=list(names))}
    Member.objects.bulk_create(
        [Member(scenario=scenario, name=name) for name in names if name not in there], batch_size=_BATCH
    )
    members = {member.name: member for member in scenario.members.all()}
    rows = [
        _evaluation(scenario, members[one.person], one, now) for one in answers if one.payload is not None
    ]
    Evaluation.objects.bulk_create(rows, batch_size=_BATCH)


def _evaluation(scenario: Scenario, member: Member, answer: ReadAnswer, now: datetime) -> Evaluation:
    recorded = answer.recorded
    return Evaluation(
        scenario=scenario,
        item_id=answer.item.pk,
        item_version=answer.item.version,
        member=member,
        position=answer.position,
        payload=answer.payload,
        verdict=recorded.verdict[:120],
        scores=recorded.scores,
        confidence=recorded.confidence,
        reasoning=recorded.reasoning,
        is_contradictory=recorded.is_contradictory,
        is_recorded=True,
        created_at=answer.created_at or now,
    )
