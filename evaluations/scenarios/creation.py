"""Make scenarios, and change what may still be changed."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils.translation import gettext as _

from evaluations.judging import lifecycle
from evaluations.judging.prompting import freeze_prompt
from evaluations.judging.scenario_sessions import JudgePlan, add_judge, refreeze_prompts
from evaluations.judging.scenario_status import settle
from evaluations.models import Member, Model, Scenario
from evaluations.scenarios import status
from evaluations.scenarios.adding import add_specs
from evaluations.scenarios.distributing import distribute, read_distribution, repeats_wanted
from evaluations.scenarios.errors import ScenarioInvalid, ScenarioLocked
from evaluations.scenarios.members import MemberSpec, add_members
from evaluations.scenarios.rules import read_rules
from evaluations.scenarios.selection import DataSelection, specs_of
from evaluations.task_types.base import TaskType
from evaluations.task_types.registry import UnknownTaskType, evaluation_type, task_type, task_types

LANGUAGES = ("de", "en")


@dataclass(frozen=True, slots=True)
class ScenarioPlan:
    """A scenario as somebody wants it; the names are API.md's. Without a seed one is drawn.

    ``is_draft``: nobody is let in and nothing is started yet.
    """

    name: str
    task_type: str
    language: str = "de"
    description: str = ""
    config: Mapping[str, Any] = field(default_factory=dict)
    instructions: str = ""
    rules: Mapping[str, Any] = field(default_factory=dict)
    data: DataSelection | None = None
    evaluators: Sequence[MemberSpec] = ()
    models: Sequence[int] = ()
    judging: JudgePlan = field(default_factory=JudgePlan)
    distribution: Mapping[str, Any] = field(default_factory=dict)
    order: str = Scenario.Order.SAME
    prompt_config: Mapping[str, Any] = field(default_factory=dict)
    seed: int | None = None
    start_models: bool = False
    is_draft: bool = False


@transaction.atomic
def create_scenario(plan: ScenarioPlan, *, actor: User) -> Scenario:
    """Make a scenario with its people, items and models, all or nothing.

    Raises:
        PermissionDenied: the user may not make scenarios.
        ScenarioInvalid, ItemsInvalid, PlanInvalid, PromptInvalid: something in the plan cannot be,
            by field.
    """
    if not actor.has_perm("evaluations.add_scenario"):
        raise PermissionDenied
    seed = plan.seed if plan.seed is not None else secrets.randbelow(2**31)
    kind = _check(plan, seed)
    scenario = Scenario.objects.create(
        name=plan.name.strip(),
        task_type=kind.key,
        language=plan.language,
        description=plan.description,
        status=Scenario.Status.DRAFT,
        owner=actor,
        config=read_config(kind, plan.config),
        instructions=plan.instructions,
        rules=read_rules(dict(plan.rules), kind).model_dump(mode="json"),
        distribution=dict(plan.distribution),
        order=plan.order,
        prompt_config=dict(plan.prompt_config),
        seed=seed,
    )
    Member.objects.create(scenario=scenario, user=actor, name=actor.get_username(), role=Member.Role.OWNER)
    add_members(scenario, plan.evaluators)
    if plan.data is not None:
        add_specs(scenario, specs_of(scenario, plan.data, actor=actor), actor=actor)
    for model in find_models(plan.models, actor):
        add_judge(scenario, model, plan.judging, actor=actor)
    if not plan.is_draft:
        _open(scenario, start_models=plan.start_models)
    return scenario


@transaction.atomic
def change_scenario(scenario: Scenario, changes: Mapping[str, Any]) -> Scenario:
    """Change fields of a scenario (``ScenarioPlan``'s names).

    Name, description and instructions can change until it is over; what decides how answers compare
    can change until there is one.

    Raises:
        ScenarioLocked: the scenario is over, or has answers that the change would make incomparable.
        ScenarioInvalid, PromptInvalid: a value cannot be.
    """
    locked = Scenario.objects.select_for_update().get(pk=scenario.pk)
    if locked.is_over:
        raise ScenarioLocked(_("This scenario is over; it stays as it is."))
    for name, why in locks_of(locked).items():
        if name in changes and not _is_same(locked, name, changes[name]):
            raise ScenarioLocked(why, errors={name: [why]})
    _write(locked, changes)
    return locked


@transaction.atomic
def add_models(
    scenario: Scenario, ids: Sequence[int], plan: JudgePlan, *, actor: User, start: bool = False
) -> None:
    """Let further models judge the scenario's items.

    Raises:
        ScenarioLocked: the scenario is over.
        ScenarioInvalid, PlanInvalid, PromptInvalid: a model or a number cannot be.
    """
    if scenario.is_over:
        raise ScenarioLocked(_("This scenario is over; it stays as it is."))
    sessions = [add_judge(scenario, model, plan, actor=actor) for model in find_models(ids, actor)]
    if start and scenario.items.exists():
        for session in sessions:
            lifecycle.start(session)
    settle(scenario.pk)


def locks_of(scenario: Scenario) -> dict[str, str]:
    """The fields that can no longer change, with the reason."""
    if not scenario.evaluations.filter(item__is_practice=False).exists():
        return {}
    why = _("There are answers already; with another setting later ones could not be compared with them.")
    names = ("task_type", "language", "config", "distribution", "order", "seed")
    return dict.fromkeys(names, why)


def read_config(kind: TaskType, config: Mapping[str, Any]) -> dict[str, Any]:
    """The type's settings in full form.

    Raises:
        ScenarioInvalid: a setting is unknown or cannot be.
    """
    try:
        return kind.read_config(config)
    except ValueError as error:
        raise ScenarioInvalid(errors={"config": [str(error)]}) from None


def find_models(ids: Sequence[int], user: User) -> list[Model]:
    """The models with these ids that the user may use, in the order given.

    Raises:
        ScenarioInvalid: one does not exist, or is not the user's to use.
    """
    usable = Model.objects.visible_to(user).select_related("provider").in_bulk([pk for pk in ids if pk > 0])
    unknown = [str(pk) for pk in ids if pk not in usable]
    if unknown:
        raise ScenarioInvalid(errors={"models": [_("There is no model %s.") % ", ".join(unknown)]})
    return [usable[pk] for pk in dict.fromkeys(ids)]


def _check(plan: ScenarioPlan, seed: int) -> TaskType:
    errors: dict[str, list[str]] = {}
    if not plan.name.strip():
        errors["name"] = [_("Give the scenario a name.")]
    elif len(plan.name) > 200:
        errors["name"] = [_("A name has at most 200 characters.")]
    if plan.language not in LANGUAGES:
        errors["language"] = [_("Possible are: %s.") % ", ".join(LANGUAGES)]
    if plan.order not in Scenario.Order.values:
        errors["order"] = [_("Possible are: %s.") % ", ".join(Scenario.Order.values)]
    try:
        kind = evaluation_type(plan.task_type)
    except UnknownTaskType:
        errors["task_type"] = [_("Possible are: %s.") % ", ".join(sorted(task_types()))]
    if errors:
        raise ScenarioInvalid(errors=errors)
    read_distribution(plan.distribution, order=plan.order, seed=seed)
    repeats_wanted(plan.distribution)
    if plan.models or plan.prompt_config:
        freeze_prompt(kind.key, plan.language, dict(plan.prompt_config))
    return kind


def _open(scenario: Scenario, *, start_models: bool) -> None:
    if scenario.items.exists():
        status.start(scenario, models=start_models)
    else:
        scenario.status = Scenario.Status.COLLECTING
        scenario.save(update_fields=["status"])
    scenario.refresh_from_db()


def _is_same(scenario: Scenario, name: str, value: Any) -> bool:
    if name == "config":
        return bool(scenario.config == read_config(task_type(scenario.task_type), value))
    return bool(getattr(scenario, name) == value)


def _write(scenario: Scenario, changes: Mapping[str, Any]) -> None:
    kind = evaluation_type(changes.get("task_type", scenario.task_type))
    plain = ("name", "description", "language", "order", "prompt_config", "distribution", "draft")
    for name in plain:
        if name in changes:
            setattr(scenario, name, changes[name])
    scenario.task_type = kind.key
    if "config" in changes or "task_type" in changes:
        scenario.config = read_config(kind, changes.get("config", {}))
    if "rules" in changes:
        scenario.rules = read_rules(dict(changes["rules"]), kind).model_dump(mode="json")
    if changes.get("instructions", scenario.instructions) != scenario.instructions:
        scenario.instructions = changes["instructions"]
        scenario.instructions_version += 1
    read_distribution(scenario.distribution, order=scenario.order, seed=scenario.seed)
    scenario.save()
    refreeze_prompts(scenario)
    if scenario.status != Scenario.Status.DRAFT:
        distribute(scenario)
