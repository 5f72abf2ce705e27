"""The life of a scenario: draft, collecting, evaluating, analysing, completed, archived."""

from collections.abc import Collection

from django.contrib.auth.models import User
from django.db import transaction
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _

from evaluations.judging.scenario_sessions import has_open_tasks, pause_all, start_all
from evaluations.judging.scenario_status import settle
from evaluations.models import JudgeSession, Scenario
from evaluations.scenarios.distributing import distribute
from evaluations.scenarios.errors import ScenarioLocked
from llars import audit
from llars.models import AuditEntry

Status = Scenario.Status
_OPEN = (Status.DRAFT, Status.COLLECTING, Status.EVALUATING, Status.ANALYSING)


@transaction.atomic
def start(scenario: Scenario, *, models: bool = True) -> Scenario:
    """Open the scenario to its people and, unless told otherwise, start its models; twice is harmless.

    Raises:
        ScenarioLocked: it has no items, or is over.
    """
    locked = _locked(scenario, _OPEN)
    if not locked.items.exists():
        raise ScenarioLocked(_("The scenario has no items yet; add some first."))
    if locked.status == Status.DRAFT:
        locked.status = Status.COLLECTING
        distribute(locked)
    if models:
        start_all(locked)
        if has_open_tasks(locked):
            locked.status = Status.EVALUATING
    locked.started_at = locked.started_at or timezone.now()
    locked.save(update_fields=["status", "started_at"])
    settle(locked.pk)
    locked.refresh_from_db(fields=["status"])
    return locked


@transaction.atomic
def pause(scenario: Scenario) -> Scenario:
    """Pause the models; people go on.

    Raises:
        ScenarioLocked: the scenario is over, or a draft.
    """
    locked = _locked(scenario, (Status.COLLECTING, Status.EVALUATING, Status.ANALYSING))
    pause_all(locked)
    return locked


@transaction.atomic
def complete(scenario: Scenario) -> Scenario:
    """Take no more answers; models are paused. Twice is harmless.

    Raises:
        ScenarioLocked: it is a draft or archived.
    """
    locked = _locked(scenario, (Status.COLLECTING, Status.EVALUATING, Status.ANALYSING, Status.COMPLETED))
    pause_all(locked)
    return _move(locked, Status.COMPLETED)


@transaction.atomic
def reopen(scenario: Scenario) -> Scenario:
    """Take answers again.

    Raises:
        ScenarioLocked: it was not completed.
    """
    locked = _move(_locked(scenario, (Status.COMPLETED,)), Status.COLLECTING)
    settle(locked.pk)
    locked.refresh_from_db(fields=["status"])
    return locked


@transaction.atomic
def archive(scenario: Scenario) -> Scenario:
    """Put the scenario away; everything in it stays readable. Twice is harmless."""
    locked = _locked(scenario, Status)
    pause_all(locked)
    return _move(locked, Status.ARCHIVED)


@transaction.atomic
def delete(scenario: Scenario, *, actor: User) -> None:
    """Delete a scenario with everything in it; goes on record.

    Raises:
        ScenarioLocked: models are at it.
    """
    locked = _locked(scenario, Status)
    if locked.sessions.filter(status__in=JudgeSession.ACTIVE).exists():
        raise ScenarioLocked(_("Models are judging in this scenario; pause them first."))
    audit.record(actor, AuditEntry.Action.DELETE, locked)
    locked.sessions.all().delete()
    locked.delete()


def _locked(scenario: Scenario, allowed: Collection[str]) -> Scenario:
    locked = get_object_or_404(Scenario.objects.select_for_update(), pk=scenario.pk)
    if locked.status not in allowed:
        raise ScenarioLocked(
            _("The scenario is %(status)s; this step does not apply.")
            % {"status": locked.get_status_display()}
        )
    return locked


def _move(scenario: Scenario, status: Status) -> Scenario:
    scenario.status = status
    scenario.save(update_fields=["status"])
    return scenario
