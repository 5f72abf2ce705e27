"""When a scenario has nothing left to be answered."""

from evaluations.models import Assignment, JudgeTask, Scenario

Status = Scenario.Status


def settle(scenario_id: int) -> None:
    """Bring the status in line with what is open: ``analysing`` when nothing is, and back when something is.

    Drafts and scenarios that are over stay what they are.
    """
    scenario = Scenario.objects.select_for_update().filter(pk=scenario_id).first()
    if scenario is None or not scenario.takes_answers:
        return
    judged = JudgeTask.objects.filter(session__scenario=scenario)
    assigned = Assignment.objects.filter(member__scenario=scenario)
    status = scenario.status
    if judged.open().exists() or assigned.filter(status__in=Assignment.TO_DO).exists():
        if status == Status.ANALYSING:
            status = Status.EVALUATING if judged.exists() else Status.COLLECTING
    elif scenario.evaluations.exists():
        status = Status.ANALYSING
    if status != scenario.status:
        scenario.status = status
        scenario.save(update_fields=["status"])
