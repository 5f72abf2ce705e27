"""Add items to a scenario that may be under way: people and models get them too."""

from collections.abc import Sequence

from django.contrib.auth.models import User
from django.db import transaction

from evaluations.judging.scenario_sessions import give_items
from evaluations.judging.scenario_status import settle
from evaluations.models import Item, Scenario
from evaluations.scenarios.distributing import distribute
from evaluations.scenarios.items import ItemSpec, add_items


@transaction.atomic
def add_specs(scenario: Scenario, specs: Sequence[ItemSpec], *, actor: User) -> list[Item]:
    """Make the items and hand them out, all or none; raises what ``add_items`` raises."""
    items = add_items(scenario, specs, actor=actor)
    give_items(scenario, items)
    if scenario.status != Scenario.Status.DRAFT:
        distribute(scenario)
        settle(scenario.pk)
    return items
