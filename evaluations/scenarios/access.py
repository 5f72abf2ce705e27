"""Get a scenario for a user: the only way to load one that is acted on."""

from django.contrib.auth.models import User
from django.shortcuts import get_object_or_404

from evaluations.models import Member, Scenario
from evaluations.task_types.registry import task_types
from llars.errors import NotAllowed


def get_scenario_for(user: User, pk: int) -> Scenario:
    """A scenario that the user takes part in, in whatever role; what models only generate for is none.

    Raises:
        Http404: there is none, or it is not theirs.
    """
    evaluations = Scenario.objects.visible_to(user).filter(task_type__in=list(task_types()))
    return get_object_or_404(evaluations.select_related("owner"), pk=pk)


def get_scenario_to_read_for(user: User, pk: int) -> Scenario:
    """A scenario whose answers of everybody the user may see: its owners and viewers.

    Raises:
        Http404: there is none, or it is not theirs.
        NotAllowed: they take part as evaluators only.
    """
    scenario = get_scenario_for(user, pk)
    if not Scenario.objects.managed_by(user).filter(pk=pk).exists():
        raise NotAllowed()
    return scenario


def get_scenario_to_change_for(user: User, pk: int) -> Scenario:
    """A scenario that the user may change: its owners.

    Raises:
        Http404: there is none, or it is not theirs.
        NotAllowed: they may only look at it, or answer in it.
    """
    scenario = get_scenario_for(user, pk)
    if not may_change(user, scenario):
        raise NotAllowed()
    return scenario


def get_member_to_change_for(user: User, scenario_pk: int, pk: int) -> Member:
    """A member of a scenario that the user may change.

    Raises:
        Http404: there is none, or the scenario is not theirs.
        NotAllowed: they may only look at it, or answer in it.
    """
    scenario = get_scenario_to_change_for(user, scenario_pk)
    return get_object_or_404(scenario.members.select_related("scenario"), pk=pk)


def may_change(user: User, scenario: Scenario) -> bool:
    """Whether the scenario is the user's to change."""
    return Scenario.objects.owned_by(user).filter(pk=scenario.pk).exists()


def may_read(user: User, scenario: Scenario) -> bool:
    """Whether the user may see everybody's answers."""
    return Scenario.objects.managed_by(user).filter(pk=scenario.pk).exists()
