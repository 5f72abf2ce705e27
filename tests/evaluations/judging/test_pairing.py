"""Pairs are reproducible, complete, and never of a thread with itself."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluations.judging.pairing import (
    Call,
    ComparisonMode,
    PairingPlan,
    count_by_pillars,
    make_calls,
    make_pairs,
    most_pairs,
)

pytestmark = pytest.mark.database_free

ids = st.lists(st.integers(1, 60), min_size=1, max_size=12, unique=True)
selections = st.dictionaries(st.integers(1, 6), ids, min_size=2, max_size=5)
plans = st.builds(
    PairingPlan,
    mode=st.sampled_from(ComparisonMode),
    seed=st.integers(0, 2**31),
    samples_per_pillar=st.integers(1, 8),
    max_threads_per_pillar=st.none() | st.integers(1, 10),
    position_swap=st.booleans(),
    repetitions_per_pair=st.integers(1, 3),
)


def calls_of(pairs: int, plan: PairingPlan) -> list[Call]:
    return list(make_calls(pairs, position_swap=plan.position_swap, repetitions=plan.repetitions_per_pair))


@given(selections, plans)
def test_the_same_plan_gives_the_same_pairs_whatever_the_order_of_the_threads(
    threads: dict[int, list[int]], plan: PairingPlan
) -> None:
    reordered = {number: threads[number][::-1] for number in reversed(list(threads))}
    assert make_pairs(threads, plan) == make_pairs(reordered, plan)


@given(selections, plans)
def test_no_thread_meets_itself_and_every_thread_is_of_its_pillar(
    threads: dict[int, list[int]], plan: PairingPlan
) -> None:
    for pair in make_pairs(threads, plan):
        assert pair.thread_a != pair.thread_b
        assert pair.thread_a in threads[pair.pillar_a]
        assert pair.thread_b in threads[pair.pillar_b]


@given(selections, plans)
def test_two_threads_meet_at_most_once_for_two_pillars(
    threads: dict[int, list[int]], plan: PairingPlan
) -> None:
    pairs = make_pairs(threads, plan)
    met = [(p.pillar_a, p.pillar_b, frozenset((p.thread_a, p.thread_b))) for p in pairs]
    assert len(met) == len(set(met))


@given(selections, plans)
def test_calls_stand_in_queue_order_and_number_what_the_plan_says(
    threads: dict[int, list[int]], plan: PairingPlan
) -> None:
    pairs = make_pairs(threads, plan)
    calls = [(call.item, call.repetition, call.position) for call in calls_of(len(pairs), plan)]
    assert calls == sorted(calls)
    assert len(calls) == len(pairs) * plan.calls_per_pair == len(set(calls))
    assert sum(count_by_pillars(pairs).values()) == len(pairs)


@given(ids, ids, st.integers(1, 8), st.lists(st.integers(0, 2**31), min_size=2, max_size=4))
def test_the_number_of_pairs_does_not_depend_on_the_seed(
    first: list[int], second: list[int], samples: int, seeds: list[int]
) -> None:
    numbers = {
        len(make_pairs({1: first, 2: second}, PairingPlan(ComparisonMode.PILLAR_SAMPLE, seed, samples)))
        for seed in seeds
    }
    assert len(numbers) == 1


def test_a_full_study_has_50721_pairs() -> None:
    sizes = {1: 50, 2: 50, 3: 83, 4: 100, 5: 36}
    threads = {number: [number * 1000 + index for index in range(size)] for number, size in sizes.items()}
    pairs = make_pairs(threads, PairingPlan(ComparisonMode.FREE_FOR_ALL, seed=1))
    assert len(pairs) == 319 * 318 // 2 == 50721


def test_round_robin_takes_all_against_all_other_pillars() -> None:
    threads = {1: [1, 2, 3], 3: [4, 5], 5: [6]}
    pairs = make_pairs(threads, PairingPlan(ComparisonMode.ROUND_ROBIN, seed=1))
    expected = {
        (a, b) for one, other in combinations(threads, 2) for a in threads[one] for b in threads[other]
    }
    assert {(pair.thread_a, pair.thread_b) for pair in pairs} == expected


def test_five_samples_of_three_pillars_make_thirty_calls_with_swap() -> None:
    threads = {number: list(range(number * 10, number * 10 + 8)) for number in (1, 3, 5)}
    plan = PairingPlan(ComparisonMode.PILLAR_SAMPLE, seed=1)
    assert len(list(calls_of(len(make_pairs(threads, plan)), plan))) == 30


def test_another_seed_draws_otherwise() -> None:
    threads = {number: list(range(number * 100, number * 100 + 50)) for number in (1, 3)}
    drawn = {
        tuple(make_pairs(threads, PairingPlan(ComparisonMode.PILLAR_SAMPLE, seed=seed))) for seed in range(5)
    }
    assert len(drawn) == 5


@pytest.mark.parametrize("mode", list(ComparisonMode))
@pytest.mark.parametrize("cap", [None, 2, 50])
@pytest.mark.parametrize("samples", [1, 3, 50])
def test_the_most_pairs_are_those_made_where_no_thread_is_in_two_pillars(
    mode: ComparisonMode, cap: int | None, samples: int
) -> None:
    threads = {1: range(100, 104), 2: range(200, 207), 5: range(500, 501)}
    plan = PairingPlan(mode=mode, seed=3, samples_per_pillar=samples, max_threads_per_pillar=cap)
    assert most_pairs(threads, plan) == len(make_pairs(threads, plan))
