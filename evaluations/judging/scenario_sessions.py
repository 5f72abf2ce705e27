"""Models in a scenario: one judge session each, over all of its items."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from evaluations.judging import lifecycle
from evaluations.judging.errors import PlanInvalid
from evaluations.judging.plans import out_of_limits
from evaluations.judging.prompting import freeze_prompt
from evaluations.judging.queueing import add_tasks
from evaluations.judging.real_data import refusal_of_items
from evaluations.judging.session_rows import make_session
from evaluations.models import Item, JudgeSession, JudgeTask, Model, Provider, Scenario
from evaluations.task_types.registry import task_type


@dataclass(frozen=True, slots=True)
class JudgePlan:
    """How models judge: ``position_swap`` counts for task types with two sides alone."""

    repetitions: int = 1
    position_swap: bool = True
    temperature: float = 0.0
    worker_count: int = 1


@transaction.atomic
def add_judge(scenario: Scenario, model: Model, plan: JudgePlan, *, actor: User) -> JudgeSession:
    """Give a model the scenario's items to judge; it waits to be started.

    Raises:
        PlanInvalid: the model cannot answer this type, the numbers are out of range, or no prompt fits.
        PromptInvalid: the scenario's prompt cannot be used.
    """
    kind = task_type(scenario.task_type)
    _check(model, plan, measurable=kind.is_measurable)
    if refusal := refusal_of_items(model, scenario.items.all()):
        raise PlanInvalid(refusal, errors={"models": [refusal]})
    session = make_session(
        scenario,
        model,
        freeze_prompt(scenario.task_type, scenario.language, scenario.prompt_config),
        name=f"{scenario.name} · {model}"[:200],
        actor=actor,
        temperature=plan.temperature,
        worker_count=plan.worker_count,
        position_swap=plan.position_swap and kind.threads_per_item == 2,
        repetitions=plan.repetitions,
    )
    add_tasks(session, _judged(scenario.items.order_by("position")))
    return session


@transaction.atomic
def give_items(scenario: Scenario, items: Sequence[Item]) -> None:
    """Let the scenario's models judge further items too; a session that had ended goes on."""
    wanted = _judged(items)
    called = scenario.sessions.exclude(model__provider__kind=Provider.Kind.RECORDED)
    for session in called.select_for_update():
        add_tasks(session, wanted)
        lifecycle.go_on(session)


@transaction.atomic
def refreeze_prompts(scenario: Scenario) -> None:
    """Bring the prompts of sessions that no call was made for in line with the scenario's.

    Raises:
        PlanInvalid, PromptInvalid: the scenario's prompt cannot be used.
    """
    waiting = scenario.sessions.filter(status=JudgeSession.Status.CREATED, prompt_version__isnull=False)
    if waiting.exists():
        prompt = freeze_prompt(scenario.task_type, scenario.language, scenario.prompt_config)
        waiting.update(
            prompt_version=prompt.version,
            system_text=prompt.system_text,
            user_text=prompt.user_text,
            prompt_hash=prompt.content_hash,
        )


def start_all(scenario: Scenario) -> list[JudgeSession]:
    """Start the sessions that were not started, and those that were paused by hand."""
    started = []
    for session in scenario.sessions.order_by("pk"):
        if session.status == JudgeSession.Status.CREATED:
            started.append(lifecycle.start(session))
        elif session.status == JudgeSession.Status.PAUSED:
            started.append(lifecycle.resume(session))
    return started


def pause_all(scenario: Scenario) -> list[JudgeSession]:
    """Pause the sessions that are under way."""
    going = scenario.sessions.filter(status__in=JudgeSession.ACTIVE).order_by("pk")
    return [lifecycle.pause(session) for session in going]


def has_open_tasks(scenario: Scenario) -> bool:
    """Whether models still have something to judge."""
    return JudgeTask.objects.filter(session__scenario=scenario).open().exists()


def _judged(items: Any) -> list[Item]:
    """Models neither practise nor repeat: their repetitions have a number of their own."""
    return [item for item in items if not item.is_practice and item.repeat_of_id is None]


def _check(model: Model, plan: JudgePlan, *, measurable: bool) -> None:
    errors: dict[str, list[str]] = {}
    if model.provider.kind == Provider.Kind.BASELINE and not measurable:
        errors["models"] = [_("The baseline judge compares two threads and nothing else.")]
    numbers = {
        "repetitions_per_pair": ("repetitions", plan.repetitions),
        "temperature": ("temperature", plan.temperature),
        "worker_count": ("worker_count", plan.worker_count),
    }
    for limit, (name, value) in numbers.items():
        if faults := out_of_limits(limit, value):
            errors[name] = faults
    if errors:
        raise PlanInvalid(errors=errors)
