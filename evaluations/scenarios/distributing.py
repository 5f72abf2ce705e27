"""Give the items of a scenario to its people, as its distribution says."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from evaluations.models import Assignment, Item, Member, Scenario
from evaluations.scenarios.distribution import Assignments, DistributionPlan, assign
from evaluations.scenarios.errors import ScenarioInvalid
from evaluations.scenarios.places import ItemOrder, draw
from evaluations.task_types.registry import task_type

_BATCH = 2000
_NUMBERS = {"overlap": int, "everyone_share": float, "cap": int, "batch_size": int, "repeat_distance": int}


def read_distribution(given: Mapping[str, Any], *, order: str, seed: int) -> DistributionPlan:
    """The plan that a scenario's ``distribution`` and ``order`` come to.

    Raises:
        ScenarioInvalid: a word is unknown, or a number cannot be.
    """
    unknown = sorted(set(given) - {"mode", "repeats", *_NUMBERS})
    if unknown:
        raise _invalid(_("Unknown: %s.") % ", ".join(unknown))
    try:
        numbers = {name: kind(given[name]) for name, kind in _NUMBERS.items() if given.get(name) is not None}
        return DistributionPlan(mode=given.get("mode", "all"), order=ItemOrder(order), seed=seed, **numbers)
    except (ValueError, TypeError) as error:
        raise _invalid(str(error)) from None


def repeats_wanted(given: Mapping[str, Any]) -> int:
    """How many items each person gets a second time, to see whether they agree with themselves.

    Raises:
        ScenarioInvalid: it is no number from 0 on.
    """
    repeats = given.get("repeats") or 0
    if not isinstance(repeats, int) or isinstance(repeats, bool) or repeats < 0:
        raise _invalid(_("“repeats” is a whole number from 0 on."))
    return repeats


@transaction.atomic
def distribute(scenario: Scenario) -> Assignments:
    """Make the assignments that are missing; what somebody has already stays as it is.

    Returns what was new, and which items lack people.
    """
    locked = Scenario.objects.select_for_update().get(pk=scenario.pk)
    plan = read_distribution(locked.distribution, order=locked.order, seed=locked.seed)
    _make_repeats(locked)
    people = list(_evaluators(locked).order_by("pk").values_list("pk", flat=True))
    rows = list(locked.items.order_by("position").values_list("pk", "is_gold", "is_practice", "repeat_of_id"))
    made = assign(
        [pk for pk, gold, practice, repeat in rows],
        people,
        plan,
        existing=_existing(locked),
        practice=[pk for pk, gold, practice, repeat in rows if practice],
        gold=[pk for pk, gold, practice, repeat in rows if gold and not practice],
        repeat_of={pk: repeat for pk, gold, practice, repeat in rows if repeat is not None},
    )
    has_sides = task_type(locked.task_type).threads_per_item == 2
    assignments = [
        Assignment(
            member_id=one.person,
            item_id=one.item,
            order=one.place,
            position=one.position if has_sides else 1,
        )
        for one in made.new
    ]
    for start in range(0, len(assignments), _BATCH):
        Assignment.objects.bulk_create(assignments[start : start + _BATCH])
    return made


def _evaluators(scenario: Scenario) -> Any:
    return scenario.members.filter(role=Member.Role.EVALUATOR, user__isnull=False)


def _existing(scenario: Scenario) -> dict[int, dict[int, int]]:
    existing: dict[int, dict[int, int]] = {}
    rows = Assignment.objects.filter(member__scenario=scenario).values_list("member_id", "item_id", "order")
    for member, item, place in rows.iterator(chunk_size=5000):
        existing.setdefault(member, {})[item] = place
    return existing


def _make_repeats(scenario: Scenario) -> None:
    """Make the rows of the items that come twice, as many as are missing; which ones is drawn."""
    items = list(scenario.items.order_by("position"))
    repeated = {item.repeat_of_id for item in items}
    missing = repeats_wanted(scenario.distribution) - sum(one is not None for one in repeated)
    if missing <= 0:
        return
    free = [i for i in items if not (i.is_practice or i.is_gold or i.repeat_of_id) and i.pk not in repeated]
    chosen = sorted(free, key=lambda item: draw(scenario.seed, "repeated", item.pk))[:missing]
    first = items[-1].position + 1 if items else 0
    copies = [_copy_of(item, position) for position, item in enumerate(chosen, start=first)]
    Item.objects.bulk_create(copies)
    made = {row.repeat_of_id: row for row in scenario.items.filter(position__gte=first)}
    _copy_features(chosen, made)


def _copy_of(item: Item, position: int) -> Item:
    return Item(
        scenario_id=item.scenario_id,
        position=position,
        thread_a_id=item.thread_a_id,
        thread_b_id=item.thread_b_id,
        pillar_a_id=item.pillar_a_id,
        pillar_b_id=item.pillar_b_id,
        repeat_of=item,
    )


def _copy_features(originals: list[Item], made: Mapping[int | None, Item]) -> None:
    rows = [
        type(feature)(item=made[item.pk], feature_id=feature.feature_id, key=feature.key)
        for item in originals
        for feature in item.item_features.all()
    ]
    if rows:
        type(rows[0]).objects.bulk_create(rows, batch_size=500)


def _invalid(message: str) -> ScenarioInvalid:
    return ScenarioInvalid(message, errors={"distribution": [message]})
