"""A scenario in the making: what each step of the wizard keeps, what it comes to, and making it real.

The row is there from the first step on. What has a field of its own is kept there; the choice of
threads, people and models waits in ``Scenario.draft`` until the scenario is made.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from evaluations.judging.scenario_sessions import JudgePlan, add_judge
from evaluations.models import Item, Scenario
from evaluations.scenarios import status
from evaluations.scenarios.adding import add_specs
from evaluations.scenarios.creation import ScenarioPlan, change_scenario, create_scenario, find_models
from evaluations.scenarios.errors import ScenarioInvalid, ScenarioLocked
from evaluations.scenarios.members import MemberSpec, add_members
from evaluations.scenarios.places import draw
from evaluations.scenarios.selection import DataSelection, specs_of
from evaluations.task_types.registry import pairwise_task_type


@dataclass(frozen=True, slots=True)
class DraftPeople:
    """Who is to answer: people, groups, and models with how they judge."""

    usernames: Sequence[str] = ()
    groups: Sequence[str] = ()
    models: Sequence[int] = ()
    judging: JudgePlan = field(default_factory=JudgePlan)

    def specs(self) -> list[MemberSpec]:
        """The people as members to be."""
        return [
            *(MemberSpec(username=name) for name in self.usernames),
            *(MemberSpec(group=name) for name in self.groups),
        ]


@dataclass(frozen=True, slots=True)
class DraftChecks:
    """How many items with a known answer are gold items, and how many come first for practice."""

    gold: int = 0
    practice: int = 0


def begin_draft(*, actor: User, language: str) -> Scenario:
    """An empty scenario that only its maker sees.

    Raises:
        PermissionDenied: the user may not make scenarios.
    """
    plan = ScenarioPlan(
        name=_("New scenario"), task_type=pairwise_task_type().key, language=language, is_draft=True
    )
    return create_scenario(plan, actor=actor)


def selection_of(scenario: Scenario) -> DataSelection:
    """The threads chosen so far."""
    return DataSelection(**scenario.draft.get("data", {}))


def people_of(scenario: Scenario) -> DraftPeople:
    """The people and models chosen so far."""
    kept = dict(scenario.draft.get("people", {}))
    return DraftPeople(**kept | {"judging": JudgePlan(**kept.get("judging", {}))})


def checks_of(scenario: Scenario) -> DraftChecks:
    """Gold and practice items wanted so far."""
    return DraftChecks(**scenario.draft.get("checks", {}))


def keep(
    scenario: Scenario,
    *,
    changes: Mapping[str, Any] | None = None,
    data: DataSelection | None = None,
    people: DraftPeople | None = None,
    checks: DraftChecks | None = None,
) -> Scenario:
    """Keep what a step says; what is ``None`` stays.

    Raises:
        ScenarioLocked: the scenario is no draft any more.
        ScenarioInvalid, PlanInvalid, PromptInvalid: something cannot be, by field.
    """
    if scenario.status != Scenario.Status.DRAFT:
        raise ScenarioLocked(_("This scenario is no draft any more; change it on its own page."))
    draft = dict(scenario.draft)
    for name, part in (("data", data), ("people", people), ("checks", checks)):
        if part is not None:
            draft[name] = asdict(part)
    return change_scenario(scenario, {**(changes or {}), "draft": draft})


@transaction.atomic
def make_real(scenario: Scenario, *, actor: User, start_models: bool) -> Scenario:
    """Make the items, let people and models in, and open the scenario; all or nothing.

    Raises:
        ScenarioLocked: the scenario is no draft any more.
        ScenarioInvalid, ItemsInvalid, PlanInvalid, PromptInvalid: something cannot be, by field.
    """
    locked = Scenario.objects.select_for_update().get(pk=scenario.pk)
    if locked.status != Scenario.Status.DRAFT:
        raise ScenarioLocked(_("This scenario is no draft any more; change it on its own page."))
    people, checks = people_of(locked), checks_of(locked)
    if not people.specs() and not people.models:
        raise ScenarioInvalid(errors={"evaluators": [_("Choose at least one person or model.")]})
    selection = selection_of(locked)
    if selection.pillar_ids or selection.thread_ids or not locked.items.exists():
        add_specs(locked, specs_of(locked, selection, actor=actor), actor=actor)
    mark_known(locked, checks)
    add_members(locked, people.specs())
    for model in find_models(people.models, actor):
        add_judge(locked, model, people.judging, actor=actor)
    locked.draft = {}
    locked.save(update_fields=["draft"])
    return status.start(locked, models=start_models)


def mark_known(scenario: Scenario, checks: DraftChecks) -> None:
    """Make so many of the items with a known answer practice and gold items; which ones is drawn.

    Raises:
        ScenarioInvalid: there are fewer of them.
    """
    known = list(scenario.items.filter(reference__isnull=False).values_list("pk", flat=True))
    if checks.gold + checks.practice > len(known):
        raise ScenarioInvalid(
            errors={
                "gold": [
                    _("Only %(known)d items have a known answer; gold and practice items need one each.")
                    % {"known": len(known)}
                ]
            }
        )
    drawn = sorted(known, key=lambda pk: (draw(scenario.seed, "known", pk), pk))
    practice, gold = drawn[: checks.practice], drawn[checks.practice :][: checks.gold]
    Item.objects.filter(pk__in=practice).update(is_practice=True)
    Item.objects.filter(pk__in=gold).update(is_gold=True)
