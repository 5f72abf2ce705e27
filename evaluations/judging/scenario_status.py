"""When a scenario has nothing left to be answered."""

from evaluations.models import Assignment, JudgeTask, Scenario

Status = Scenario.Status


def settle(scenario_id: int) -> None:
    """Bring the status in line with what is open: ``analysing`` when nothing is, and back when something is.

    Drafts and scenarios that are over stay what they are. The row is locked only where the status is
    to change, so that answers of many people do not wait for one another.
    """
    scenario = Scenario.objects.filter(pk=scenario_id).only("status").first()
    if scenario is None or _fitting_status(scenario) == scenario.status:
        return
    locked = Scenario.objects.select_for_update().filter(pk=scenario_id).first()
    if locked is not None and (status := _fitting_status(locked)) != locked.status:
        locked.status = status
        locked.save(update_fields=["status"])


def _fitting_status(scenario: Scenario) -> str:
    if not scenario.takes_answers:
        return scenario.status
    judged = JudgeTask.objects.filter(session__scenario=scenario.pk)
    assigned = Assignment.objects.filter(member__scenario=scenario.pk, status__in=Assignment.TO_DO)
    if assigned.exists() or judged.open().exists():
        if scenario.status == Status.ANALYSING:
            return Status.EVALUATING if judged.exists() else Status.COLLECTING
        return scenario.status
    return Status.ANALYSING if scenario.evaluations.exists() else scenario.status
