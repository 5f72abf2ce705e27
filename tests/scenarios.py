"""Scenarios for tests: made, filled and judged through the services that pages and API use."""

from collections.abc import Sequence
from typing import Any

from django.contrib.auth.models import User

from evaluations.judging.foreground import judge_in_foreground
from evaluations.models import JudgeSession, Model, Scenario
from evaluations.scenarios.adding import add_specs
from evaluations.scenarios.creation import ScenarioPlan, create_scenario
from evaluations.scenarios.items import ItemSpec, Side


def inline_thread(number: int = 0, *, features: Sequence[str] = (), **fields: Any) -> dict[str, Any]:
    """A thread of two mails as it may come with a request; each number has texts of its own."""
    turns = (
        ("client", f"Hallo, seit {number + 2} Wochen schlafe ich schlecht und weiß nicht weiter."),
        ("counsellor", f"Guten Tag, danke für Ihre Mail. Was hat Ihnen vor {number + 2} Wochen geholfen?"),
    )
    thread: dict[str, Any] = {"messages": [{"role": role, "content": text} for role, text in turns]}
    if features:
        thread["features"] = [{"type": "summary", "content": text} for text in features]
    return thread | fields


def filled_scenario(
    owner: User,
    task_type: str,
    threads: Sequence[dict[str, Any]],
    *,
    models: Sequence[Model] = (),
    **fields: Any,
) -> Scenario:
    """A scenario of a type that looks at one thread, with an item for each thread."""
    plan = ScenarioPlan(
        name="Test", task_type=task_type, models=[model.pk for model in models], seed=7, **fields
    )
    scenario = create_scenario(plan, actor=owner)
    add_specs(scenario, [ItemSpec((Side(thread=thread),)) for thread in threads], actor=owner)
    return scenario


def judged(scenario: Scenario) -> JudgeSession:
    """The scenario's only session, drained in the foreground."""
    return judge_in_foreground(scenario.sessions.get())
