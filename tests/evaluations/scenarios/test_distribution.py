"""Everybody gets what the plan says, loads are even, and nothing that was given is taken away."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluations.scenarios.distribution import DistributionPlan, assign
from tests.evaluations.scenarios.hands import (
    GOLD,
    PRACTICE,
    REPEATS,
    Existing,
    capped_plans,
    expected_people,
    item_ids,
    lines,
    loads,
    people_ids,
    places,
    planned,
    plans,
)

pytestmark = pytest.mark.database_free


@given(item_ids, people_ids, plans)
def test_every_item_gets_its_people_and_the_share_for_everyone_gets_all(
    items: list[int], people: list[int], plan: DistributionPlan
) -> None:
    result = assign(items, people, plan)
    pairs = [(assigned.person, assigned.item) for assigned in result.new]
    assert len(pairs) == len(set(pairs))
    wanted, counts = expected_people(plan, people), Counter(item for _person, item in pairs)
    by_all = int(len(items) * plan.everyone_share + 0.5)
    if wanted < len(people):
        assert sorted(counts[item] for item in items) == sorted(
            [wanted] * (len(items) - by_all) + [len(people)] * by_all
        )
    else:
        assert all(counts[item] == wanted for item in items)
    assert set(counts) <= set(items)


@given(item_ids, people_ids, plans)
def test_loads_differ_by_at_most_one(items: list[int], people: list[int], plan: DistributionPlan) -> None:
    seen = loads(assign(items, people, plan, gold=GOLD), people)
    assert max(seen) - min(seen) <= 1


@given(item_ids, people_ids, st.integers(0, 99))
def test_what_an_item_lacks_is_told_where_there_are_too_few_people(
    items: list[int], people: list[int], seed: int
) -> None:
    plan = planned(mode="overlap", seed=seed, overlap=len(people) + 2)
    assert assign(items, people, plan).short == dict.fromkeys(items, 2)
    assert assign(items, [], plan).short == dict.fromkeys(items, plan.overlap)


@given(item_ids, people_ids, capped_plans)
def test_a_cap_is_kept_and_used_up_before_an_item_goes_short(
    items: list[int], people: list[int], plan: DistributionPlan
) -> None:
    result = assign(items, people, plan, gold=GOLD, practice=PRACTICE)
    assert plan.cap is not None
    worked = Counter(assigned.person for assigned in result.new if assigned.item not in PRACTICE)
    assert all(worked[person] <= plan.cap for person in people)
    counts = Counter(assigned.item for assigned in result.new)
    holders = {item: {a.person for a in result.new if a.item == item} for item in result.short}
    for item, missing in result.short.items():
        assert missing > 0
        assert all(worked[person] == plan.cap for person in people if person not in holders[item]) or (
            counts[item] == len(people)
        )
    assert all(counts[item] + result.short.get(item, 0) == len(people) for item in GOLD)


def test_items_that_go_short_are_not_all_from_the_end() -> None:
    plan = planned(mode="round_robin", cap=5)
    result = assign(range(100), range(10), plan)
    short = set(result.short)
    assert len(short) == 50
    assert 10 <= len(short & set(range(50))) <= 40


@given(item_ids, people_ids, capped_plans | plans)
def test_the_same_arguments_give_the_same_result_whatever_the_order_of_people(
    items: list[int], people: list[int], plan: DistributionPlan
) -> None:
    first = assign(items, people, plan, gold=GOLD)
    again = assign(items, people[::-1], plan, gold=GOLD)
    assert sorted(first.new) == sorted(again.new)
    assert first.short == again.short


def test_another_seed_deals_otherwise() -> None:
    one, other = (
        assign(range(30), range(5), planned(mode="overlap", seed=seed, overlap=2)) for seed in (1, 2)
    )
    assert lines(one) != lines(other)


@given(item_ids, item_ids, people_ids, people_ids, capped_plans | plans)
def test_adding_people_and_items_moves_nothing_and_leaves_nothing_out(
    items: list[int], later: list[int], people: list[int], joining: list[int], plan: DistributionPlan
) -> None:
    existing = places(assign(items, people, plan, gold=GOLD, practice=PRACTICE).new)
    all_items, everybody = list(dict.fromkeys([*items, *later])), list(dict.fromkeys([*people, *joining]))
    result = assign(all_items, everybody, plan, existing=existing, gold=GOLD, practice=PRACTICE)
    assert all(item not in existing.get(person, {}) for person, item, _place, _position in result.new)
    merged = places(result.new, existing)
    for person, had in merged.items():
        assert sorted(had.values()) == list(range(len(had)))
        new_places = [a.place for a in result.new if a.person == person]
        assert all(place >= len(existing.get(person, {})) for place in new_places)
    assert not assign(all_items, everybody, plan, existing=merged, gold=GOLD, practice=PRACTICE).new
    counts = Counter(item for had in merged.values() for item in had)
    wanted = expected_people(plan, everybody)
    assert all(counts[item] + result.short.get(item, 0) >= wanted for item in all_items)


@given(item_ids, people_ids, st.integers(1, 5), st.integers(0, 99))
def test_people_who_join_get_only_what_lacks_people(
    items: list[int], people: list[int], overlap: int, seed: int
) -> None:
    plan = planned(mode="overlap", seed=seed, overlap=overlap)
    existing = places(assign(items, people, plan).new)
    joining = [71, 72, 73, 74, 75]
    result = assign(items, [*people, *joining], plan, existing=existing)
    assert {assigned.person for assigned in result.new} <= set(joining)
    assert len(result.new) == len(items) * max(overlap - len(people), 0)
    seen = loads(result, joining)
    assert max(seen) - min(seen) <= 1


def test_one_who_joins_gets_everything_where_everybody_does_everything() -> None:
    plan = planned(mode="all")
    existing = places(assign([3, 1, 2], [1, 2], plan).new)
    result = assign([3, 1, 2], [1, 2, 9], plan, existing=existing)
    assert lines(result) == {9: [3, 1, 2]}


@given(people_ids, st.integers(0, 99), st.sampled_from([0.1, 0.3]))
def test_one_who_joins_gets_the_very_items_that_everybody_did(
    people: list[int], seed: int, share: float
) -> None:
    plan = planned(mode="overlap", seed=seed, overlap=2, everyone_share=share)
    first = assign(range(40), people, plan)
    counts = Counter(assigned.item for assigned in first.new)
    later = assign(range(40), [*people, 99], plan, existing=places(first.new))
    joined = set(lines(later)[99])
    if len(people) > 2:
        assert joined == {item for item, number in counts.items() if number == len(people)}
    elif len(people) == 2:
        assert len(joined) == int(40 * share)
    else:
        assert joined == set(range(40))


def test_items_that_come_later_keep_the_share_that_everybody_does() -> None:
    plan = planned(mode="round_robin", everyone_share=0.3)
    first = places(assign(range(5), [1, 2, 3], plan).new)
    second = places(assign(range(10), [1, 2, 3], plan, existing=first).new, first)
    counts = Counter(item for had in second.values() for item in had)
    assert sorted(counts.values()) == [1] * 7 + [3] * 3
    assert sum(counts[item] == 3 for item in range(5)) == 2


def test_nobody_gets_again_what_they_have_already() -> None:
    result = assign([1, 2], [7, 8], planned(mode="overlap", overlap=3), existing={7: {1: 0, 2: 1}})
    assert lines(result) == {8: [1, 2]}
    assert result.short == {1: 1, 2: 1}


def test_items_that_come_later_go_to_those_with_the_smallest_load() -> None:
    plan = planned(mode="round_robin")
    existing: Existing = {1: dict.fromkeys(range(9), 0), 2: {20: 0}}
    result = assign([*range(9), 20, 31, 32, 33], [1, 2], plan, existing=existing)
    assert lines(result) == {2: [31, 32, 33]}


def test_what_people_who_left_have_done_counts_for_its_items() -> None:
    plan = planned(mode="round_robin")
    result = assign([1, 2], [8], plan, existing={7: {1: 0}})
    assert [(a.person, a.item) for a in result.new] == [(8, 2)]


@given(item_ids, people_ids, capped_plans)
def test_repeats_count_for_the_cap(items: list[int], people: list[int], plan: DistributionPlan) -> None:
    repeat_of = {REPEATS + original: original for original in items[::2]}
    result = assign(items, people, plan, repeat_of=repeat_of)
    assert plan.cap is not None
    assert max(loads(result, people)) <= plan.cap


def test_an_item_whose_repeat_has_no_room_under_the_cap_goes_short() -> None:
    plan = planned(mode="round_robin", cap=3, repeat_distance=1)
    result = assign([1, 2], [7], plan, repeat_of={101: 1, 102: 2})
    assert len(result.new) == 2
    assert len(result.short) == 1
    full: Existing = {7: {1: 0, 2: 1, 3: 2}}
    assert assign([1, 2, 3], [7], plan, existing=full, repeat_of={101: 1}).short == {101: 1}


def test_practice_that_people_had_before_is_no_load() -> None:
    plan = planned(mode="round_robin", cap=2)
    existing: Existing = {7: {2001: 0, 2002: 1}, 8: {}}
    result = assign([1, 2, 3, 4], [7, 8], plan, existing=existing, practice=[2001, 2002])
    assert Counter(a.person for a in result.new if a.item < 10) == {7: 2, 8: 2}


def test_everybody_comes_to_share_items_with_everybody() -> None:
    result = assign(range(200), range(6), planned(mode="overlap", seed=3, overlap=2))
    people_of: dict[int, set[int]] = {}
    for assigned in result.new:
        people_of.setdefault(assigned.item, set()).add(assigned.person)
    shared = Counter(frozenset(both) for both in people_of.values())
    assert len(shared) == 15
    assert min(shared.values()) >= 4


def test_a_batch_is_told_by_the_place() -> None:
    plan = DistributionPlan(batch_size=10)
    assert [plan.batch_of(place) for place in (0, 9, 10, 25)] == [1, 1, 2, 3]
    assert DistributionPlan().batch_of(10_000) == 1


@pytest.mark.parametrize(
    "words",
    [
        {"mode": "some"},
        {"order": "random"},
        {"overlap": 0},
        {"cap": 0},
        {"batch_size": 0},
        {"repeat_distance": 0},
        {"everyone_share": 1.1},
        {"everyone_share": -0.1},
        {"everyone_share": float("nan")},
    ],
)
def test_it_refuses_a_plan_that_means_nothing(words: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=str(next(iter(words.values())))):
        planned(**words)


@pytest.mark.parametrize(
    ("items", "people", "kinds", "words"),
    [
        ([1, 1], [1], {}, "item named twice: 1"),
        ([1], [2, 2], {}, "person named twice: 2"),
        ([1], [1], {"gold": [5], "practice": [5]}, "item named twice: 5"),
        ([1], [1], {"repeat_of": {5: 1, 6: 1}}, "original named twice: 1"),
        ([1], [1], {"repeat_of": {5: 9}}, "neither an ordinary nor a gold item: 9"),
    ],
)
def test_it_refuses_ids_that_contradict_one_another(
    items: list[int], people: list[int], kinds: dict[str, Any], words: str
) -> None:
    with pytest.raises(ValueError, match=words):
        assign(items, people, DistributionPlan(), **kinds)
