"""What a draft is about and begins with: its task type, and settings that the type offers ready-made."""

from typing import Any

from django.utils.translation import gettext as _

from evaluations.models import Scenario
from evaluations.scenarios.drafts import keep
from evaluations.scenarios.errors import ScenarioInvalid
from evaluations.scenarios.rules import rules_of
from evaluations.task_types.beginnings import Beginning
from evaluations.task_types.registry import task_type


def choose_type(scenario: Scenario, key: str) -> None:
    """Make the draft one of this type, which must be there; the parts asked for stay where it has them.

    Raises:
        ScenarioLocked: the scenario is no draft any more.
    """
    if key == scenario.task_type:
        return
    parts = task_type(key).parts
    rules = {
        name: [part for part in scenario.rules.get(name, []) if part in parts]
        for name in ("asked", "required")
    }
    config = _first_config(key, scenario.language)
    keep(scenario, changes={"task_type": key, "config": config, "rules": scenario.rules | rules})


def beginnings_of(scenario: Scenario) -> list[tuple[Beginning, bool]]:
    """What the draft's type offers to begin with, and which of it the draft is set to."""
    kind, rules = task_type(scenario.task_type), rules_of(scenario)
    config = kind.read_config(scenario.config)
    return [
        (
            one,
            kind.read_config(one.config_in(scenario.language)) == config
            and set(one.asked) == set(rules.asked)
            and set(one.required) == set(rules.required),
        )
        for one in kind.beginnings(scenario.language)
    ]


def begin_with(scenario: Scenario, key: str) -> None:
    """Set the draft to what its type offers under this key.

    Raises:
        ScenarioLocked: the scenario is no draft any more.
        ScenarioInvalid: the type offers nothing under this key.
    """
    offered = {one.key: one for one in task_type(scenario.task_type).beginnings(scenario.language)}
    if key not in offered:
        message = _("There is nothing of this name to begin with. Possible are: %s.") % ", ".join(offered)
        raise ScenarioInvalid(errors={"config": [message]})
    chosen = offered[key]
    rules = {"asked": list(chosen.asked), "required": list(chosen.required)}
    config = chosen.config_in(scenario.language)
    keep(scenario, changes={"config": config, "rules": scenario.rules | rules})


def _first_config(key: str, language: str) -> dict[str, Any]:
    """The type's own defaults; where it has none, what it offers first."""
    kind = task_type(key)
    try:
        return kind.read_config({})
    except ValueError:
        return kind.read_config(kind.beginnings(language)[0].config_in(language))
