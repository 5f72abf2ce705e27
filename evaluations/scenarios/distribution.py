"""Who gets which items, in which order and from which side: a pure function of ids, plan and seed.

Nothing that was given is ever taken away or moved; each call only adds.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from evaluations.scenarios.dealing import Seat, Table
from evaluations.scenarios.places import Hand, ItemOrder, draw, line_up, side_of


class DistributionMode(StrEnum):
    """How many people do an item: all of them, one, or as many as ``overlap`` says."""

    ALL = "all"
    ROUND_ROBIN = "round_robin"
    OVERLAP = "overlap"


@dataclass(frozen=True, slots=True)
class DistributionPlan:
    """What decides who gets what, besides items and people; ``mode`` and ``order`` may be given as words.

    Attributes:
        overlap: how many different people do an item in mode ``overlap``.
        everyone_share: the share of the items (0 to 1, rounded to whole items) that everybody does.
        cap: at most so many items a person, gold items and repeats among them, practice items not.
        batch_size: so many items make a batch; the place in the order tells which (``batch_of``).
        repeat_distance: at least so many places a repeat stands after its original.

    Raises:
        ValueError: a number is out of its range, or a word is not one of the known ones.
    """

    mode: DistributionMode = DistributionMode.ALL
    seed: int = 0
    overlap: int = 2
    everyone_share: float = 0.0
    cap: int | None = None
    batch_size: int | None = None
    order: ItemOrder = ItemOrder.SAME
    repeat_distance: int = 10

    def __post_init__(self) -> None:
        object.__setattr__(self, "mode", DistributionMode(self.mode))
        object.__setattr__(self, "order", ItemOrder(self.order))
        if not 0 <= self.everyone_share <= 1:
            raise ValueError(f"everyone_share is from 0 to 1, not {self.everyone_share}")
        for name in ("overlap", "cap", "batch_size", "repeat_distance"):
            value = getattr(self, name)
            if value is not None and value < 1:
                raise ValueError(f"{name} is at least 1, not {value}")

    @property
    def people_per_item(self) -> int | None:
        """How many people do an item that is not everybody's; None for all of them."""
        return {DistributionMode.ALL: None, DistributionMode.ROUND_ROBIN: 1}.get(self.mode, self.overlap)

    def batch_of(self, place: int) -> int:
        """The number of the batch, from 1, in which the item at this place is handed out."""
        return 1 if self.batch_size is None else place // self.batch_size + 1


class Assigned(NamedTuple):
    """A new assignment: ``place`` counts from 0 in the person's order, ``position`` is the side (1 or 2)."""

    person: int
    item: int
    place: int
    position: int


@dataclass(frozen=True, slots=True)
class Assignments:
    """New assignments, person by person in order of places; ``short``: item -> how many people it lacks."""

    new: list[Assigned]
    short: dict[int, int]


def assign(
    items: Sequence[int],
    people: Sequence[int],
    plan: DistributionPlan,
    *,
    existing: Mapping[int, Mapping[int, int]] | None = None,
    practice: Sequence[int] = (),
    gold: Sequence[int] = (),
    repeat_of: Mapping[int, int] | None = None,
) -> Assignments:
    """What is to be added so that everybody has what the plan gives them.

    People who come later get what everybody does, and of the rest only items that lack people. Items that
    come later go to those with the smallest load, at the end. Which items go short of room is drawn.

    Args:
        items: ids in the scenario's order. Ids that are named as practice, gold or repeat as well are that.
        people: ids of those who may get items.
        plan: how to distribute.
        existing: person -> item -> place of what was given before. It counts for its item, also where
            the person is not in ``people``; leave out what should be done by another person instead.
        practice: ids that come first for everybody, in this order, and count for neither load nor cap.
        gold: ids that everybody gets, mixed in evenly.
        repeat_of: repeat -> its original, one repeat an original. It goes to those who have the original.

    Raises:
        ValueError: an id is named twice, or an original is no ordinary or gold item.
    """
    existing, repeat_of = existing or {}, repeat_of or {}
    ordinary = _ordinary(items, people, practice, gold, repeat_of)
    table = Table(
        people, seed=plan.seed, cap=plan.cap, existing=existing, practice=practice, repeat_of=repeat_of
    )
    _deal(table, gold, ordinary, people, plan, existing)
    new = [
        assigned
        for seat in table.seats.values()
        for assigned in _lined_up(seat, table.short, plan, practice, ordinary, gold)
    ]
    return Assignments(new, {item: number for item, number in table.short.items() if number})


def _deal(
    table: Table,
    gold: Sequence[int],
    ordinary: Sequence[int],
    people: Sequence[int],
    plan: DistributionPlan,
    existing: Mapping[int, Mapping[int, int]],
) -> None:
    """What everybody does first, the ordinary items of it in drawn order because of caps; then the rest."""
    table.repeat_earlier()
    table.give_all(gold)
    everybodys = _everybodys(ordinary, people, plan, existing)
    table.give_all(sorted(everybodys, key=lambda item: (draw(plan.seed, "everyone", item), item)))
    if plan.people_per_item is not None:
        rest = [item for item in ordinary if item not in everybodys]
        table.deal(rest, plan.people_per_item, Counter(item for had in existing.values() for item in had))


def _ordinary(
    items: Sequence[int],
    people: Sequence[int],
    practice: Sequence[int],
    gold: Sequence[int],
    repeat_of: Mapping[int, int],
) -> list[int]:
    """The items that are nothing else, after a check of all ids."""
    named = {*practice, *gold, *repeat_of}
    ordinary = [item for item in items if item not in named]
    kinds = Counter([*ordinary, *practice, *gold, *repeat_of])
    for what, counts in (
        ("item", kinds),
        ("person", Counter(people)),
        ("original", Counter(repeat_of.values())),
    ):
        twice = [str(name) for name, number in counts.items() if number > 1]
        if twice:
            raise ValueError(f"{what} named twice: {', '.join(twice[:10])}")
    known = {*ordinary, *gold}
    unknown = [str(original) for original in repeat_of.values() if original not in known]
    if unknown:
        raise ValueError(f"repeats of what is neither an ordinary nor a gold item: {', '.join(unknown[:10])}")
    return ordinary


def _everybodys(
    ordinary: Sequence[int],
    people: Sequence[int],
    plan: DistributionPlan,
    existing: Mapping[int, Mapping[int, int]],
) -> set[int]:
    """The items that everybody does. Which these are is drawn when an item is first given out.

    Nothing but the assignments keeps that draw, so of the items given out before, those are everybody's
    that all who have any have; where few people have all of them, the draw is repeated among them.
    """
    if plan.people_per_item is None:
        return set(ordinary)
    if not plan.everyone_share:
        return set()
    given = {item for had in existing.values() for item in had}
    fresh = [item for item in ordinary if item not in given]
    old = [item for item in ordinary if item in given]
    holders = [had for person in people if any(item in (had := existing.get(person, {})) for item in old)]
    common = [item for item in old if all(item in had for had in holders)] if holders else []
    kept = _drawn(common, _share(len(old), plan), plan)
    return kept | _drawn(fresh, _share(len(ordinary), plan) - len(kept), plan)


def _share(number: int, plan: DistributionPlan) -> int:
    return math.floor(number * plan.everyone_share + 0.5)


def _drawn(items: Sequence[int], number: int, plan: DistributionPlan) -> set[int]:
    ordered = sorted(items, key=lambda item: (draw(plan.seed, "everyone", item), item))
    return set(ordered[: max(number, 0)])


def _lined_up(
    seat: Seat,
    short: Counter[int],
    plan: DistributionPlan,
    practice: Sequence[int],
    ordinary: Sequence[int],
    gold: Sequence[int],
) -> list[Assigned]:
    """What the person newly has, in order; repeats for which the order is too short go short."""
    hand = Hand(
        person=seat.person,
        practice=[item for item in practice if item not in seat.earlier],
        items=[item for item in ordinary if item in seat.given],
        gold=[item for item in gold if item in seat.given],
        repeats=seat.repeats,
        earlier=seat.earlier,
    )
    line, left_out = line_up(hand, order=plan.order, seed=plan.seed, distance=plan.repeat_distance)
    short.update(left_out)
    return [
        Assigned(seat.person, item, place, side_of(plan.seed, seat.person, item))
        for place, item in enumerate(line, hand.first_place)
    ]
