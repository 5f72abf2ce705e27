"""The order in which people meet items, the places of practice, gold and repeats, and the sides seen."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluations.scenarios.distribution import DistributionPlan, assign
from tests.evaluations.scenarios.hands import (
    GOLD,
    PRACTICE,
    REPEATS,
    item_ids,
    lines,
    people_ids,
    places,
    planned,
    plans,
)

pytestmark = pytest.mark.database_free


def test_new_places_follow_the_last_one_taken_even_where_one_is_free() -> None:
    result = assign([1, 2, 3], [7], DistributionPlan(), existing={7: {1: 0, 3: 5}})
    assert [(a.item, a.place) for a in result.new] == [(2, 6)]


@given(item_ids, people_ids, st.integers(0, 99))
def test_the_order_is_the_same_for_all_or_drawn_once_or_drawn_for_each(
    items: list[int], people: list[int], seed: int
) -> None:
    same = lines(assign(items, people, planned(mode="all", seed=seed)))
    assert all(line == items for line in same.values())
    shuffled = lines(assign(items, people, planned(mode="all", seed=seed, order="shuffled")))
    assert all(sorted(line) == sorted(items) for line in shuffled.values())
    assert len({tuple(line) for line in shuffled.values()}) <= 1


def test_shuffled_orders_differ_from_the_items_order_and_from_one_another() -> None:
    shuffled, own = (
        lines(assign(range(30), range(5), planned(mode="all", order=order)))
        for order in ("shuffled", "shuffled_per_person")
    )
    assert shuffled[0] != list(range(30))
    assert len({tuple(line) for line in own.values()}) == 5


@given(item_ids, people_ids, plans)
def test_adding_people_changes_neither_order_nor_sides_of_the_others(
    items: list[int], people: list[int], plan: DistributionPlan
) -> None:
    everything = planned(mode="all", seed=plan.seed, order=plan.order)
    alone = assign(items, people, everything, gold=GOLD)
    together = assign(items, [*people, 99], everything, gold=GOLD)
    assert alone.new == [assigned for assigned in together.new if assigned.person != 99]


def test_sides_are_fair_for_each_person_and_independent_between_people() -> None:
    result = assign(range(1000), range(4), planned(mode="all", seed=5))
    sides: dict[int, list[int]] = {person: [] for person in range(4)}
    for assigned in sorted(result.new, key=lambda assigned: assigned.item):
        sides[assigned.person].append(assigned.position)
    for seen in sides.values():
        assert set(seen) == {1, 2}
        assert 450 <= seen.count(1) <= 550
    agreeing = sum(one == other for one, other in zip(sides[0], sides[1], strict=True))
    assert 450 <= agreeing <= 550


@given(item_ids, people_ids, plans)
def test_practice_items_come_first_in_their_order_and_count_for_nothing(
    items: list[int], people: list[int], plan: DistributionPlan
) -> None:
    without = assign(items, people, plan)
    with_practice = assign([*items, *PRACTICE], people, plan, practice=[2002, 2001])
    before, after = lines(without), lines(with_practice)
    assert after == {person: [2002, 2001, *before.get(person, [])] for person in people}


@given(people_ids, plans, st.integers(8, 40))
def test_gold_items_go_to_everybody_one_in_each_stretch(
    people: list[int], plan: DistributionPlan, number: int
) -> None:
    gold = [1001, 1002, 1003, 1004]
    for line in lines(assign(range(number), people, plan, gold=gold)).values():
        at = [place for place, item in enumerate(line) if item in gold]
        stretch = (len(line) - 4) / 4
        assert all(
            index * stretch - 1 < place - index <= (index + 1) * stretch for index, place in enumerate(at)
        )
        assert len(at) == 4


@given(item_ids, people_ids, plans, st.integers(0, 10))
def test_a_repeat_goes_to_those_who_have_its_original_and_keeps_its_distance(
    items: list[int], people: list[int], plan: DistributionPlan, number: int
) -> None:
    repeat_of = {REPEATS + original: original for original in items[-number:]}
    result = assign(items, people, plan, gold=GOLD, repeat_of=repeat_of)
    missing: Counter[int] = Counter()
    for line in lines(result).values():
        place = {item: index for index, item in enumerate(line)}
        assert sorted(place.values()) == list(range(len(line)))
        for repeat, original in repeat_of.items():
            if repeat in place:
                assert place[repeat] - place[original] >= plan.repeat_distance
            elif original in place:
                missing[repeat] += 1
    assert {repeat: result.short.get(repeat, 0) for repeat in missing} == missing


def test_all_repeats_are_given_where_the_order_is_long_enough() -> None:
    items = list(range(40))
    repeat_of = {REPEATS + original: original for original in (0, 20, 37, 38, 39)}
    result = assign(items, [1, 2], DistributionPlan(repeat_distance=10), repeat_of=repeat_of)
    assert not result.short
    first, second = lines(result).values()
    assert first == second
    unmoved = [item for item in first if item < 40]
    assert sum(one != other for one, other in zip(items, unmoved, strict=True)) == 6


def test_as_many_repeats_are_given_as_there_is_room_for_originals() -> None:
    repeat_of = {REPEATS + original: original for original in [*range(29), 38, 39]}
    result = assign(range(40), [1], DistributionPlan(repeat_distance=10), repeat_of=repeat_of)
    assert not result.short


def test_a_repeat_that_comes_later_finds_its_original_and_waits_for_enough_items() -> None:
    plan = DistributionPlan(repeat_distance=4)
    existing = places(assign(range(5), [1], plan).new)
    repeat_of = {100: 0, 104: 4}
    early = assign(range(5), [1], plan, existing=existing, repeat_of=repeat_of)
    assert [(a.item, a.place) for a in early.new] == [(100, 5)]
    assert early.short == {104: 1}
    existing = places(early.new, existing)
    later = places(assign(range(12), [1], plan, existing=existing, repeat_of=repeat_of).new)[1]
    assert later[104] >= 8
    assert sorted(later.values()) == list(range(6, 14))
