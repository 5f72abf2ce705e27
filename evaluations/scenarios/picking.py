"""Pick single threads for a scenario in the making, by the same rules as over the API."""

from collections.abc import Collection
from dataclasses import replace

from django.contrib.auth.models import User

from evaluations.models import Scenario
from evaluations.scenarios.drafts import keep, selection_of
from llars.row_ids import possible
from pillars.models import Thread, ThreadQuerySet


def pickable(user: User) -> ThreadQuerySet:
    """The threads that may become items: what the user may read and nobody has archived."""
    return Thread.objects.visible_to(user).active().order_by("pk")


def pick(scenario: Scenario, *, shown: Collection[int], chosen: Collection[int], actor: User) -> list[int]:
    """Of the threads that were shown take those that were chosen; what was not shown stays as it is.

    Returns: the chosen ones that are not taken, as they are not there, not the actor's to read, or archived.

    Raises:
        ScenarioLocked: the scenario is no draft any more.
    """
    there = set(pickable(actor).filter(pk__in=possible(chosen)).values_list("pk", flat=True))
    selection = selection_of(scenario)
    picked = (set(selection.thread_ids) - set(shown)) | there
    keep(scenario, data=replace(selection, thread_ids=sorted(picked)))
    return sorted(set(chosen) - there)


def pick_none(scenario: Scenario) -> None:
    """Leave out all single threads; pillars that were chosen stay.

    Raises:
        ScenarioLocked: the scenario is no draft any more.
    """
    keep(scenario, data=replace(selection_of(scenario), thread_ids=[]))
