"""Everybody gets what the plan says, loads are even, and nothing that was given ever moves."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluations.scenarios.distribution import Assigned, Assignments, DistributionPlan, assign

pytestmark = pytest.mark.database_free

people_ids = st.lists(st.integers(1, 60), min_size=1, max_size=9, unique=True)
item_ids = st.lists(st.integers(1, 400), max_size=40, unique=True)
numbers = st.fixed_dictionaries(
    {
        "mode": st.sampled_from(["all", "round_robin", "overlap"]),
        "seed": st.integers(0, 2**31),
        "overlap": st.integers(1, 6),
        "order": st.sampled_from(["same", "shuffled", "shuffled_per_person"]),
        "everyone_share": st.sampled_from([0.0, 0.1, 0.25, 0.5, 1.0]),
        "repeat_distance": st.integers(1, 12),
    }
)
plans = st.builds(lambda words: DistributionPlan(**words), numbers)
capped_plans = st.builds(lambda words, cap: DistributionPlan(**words, cap=cap), numbers, st.integers(1, 15))

Existing = dict[int, dict[int, int]]

GOLD, PRACTICE, REPEATS = range(1001, 1004), range(2001, 2003), 3000


def planned(**words: Any) -> DistributionPlan:
    """A plan in words, as settings keep it."""
    return DistributionPlan(**words)


def places(new: Sequence[Assigned], existing: Existing | None = None) -> Existing:
    """Person -> item -> place, after what is new was added."""
    merged = {person: dict(had) for person, had in (existing or {}).items()}
    for person, item, place, _position in new:
        merged.setdefault(person, {})[item] = place
    return merged


def lines(result: Assignments) -> dict[int, list[int]]:
    """Person -> items in the order of places."""
    return {person: sorted(had, key=had.__getitem__) for person, had in places(result.new).items()}


def loads(result: Assignments, people: Sequence[int]) -> list[int]:
    counts = Counter(assigned.person for assigned in result.new)
    return [counts[person] for person in people]


def expected_people(plan: DistributionPlan, people: Sequence[int]) -> int:
    return {"all": len(people), "round_robin": 1, "overlap": min(plan.overlap, len(people))}[plan.mode]


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
