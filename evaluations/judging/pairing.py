"""Which threads meet which: the pairs of a session, a pure function of selection, mode and seed.

``pillar_sample`` draws so many threads from each pillar of a pair and zips them; ``round_robin``
takes every thread of one pillar against every thread of the other; ``free_for_all`` takes every
two threads of the selection. A thread never meets itself, even where it is in two pillars.
"""

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations


class ComparisonMode(StrEnum):
    """How the pairs of a session are made."""

    PILLAR_SAMPLE = "pillar_sample"
    ROUND_ROBIN = "round_robin"
    FREE_FOR_ALL = "free_for_all"

    @property
    def least_pillars(self) -> int:
        """How many pillars the mode needs."""
        return 1 if self is ComparisonMode.FREE_FOR_ALL else 2


_MOST_DRAWS = 200


@dataclass(frozen=True, slots=True)
class PairingPlan:
    """What decides the pairs, besides the threads.

    ``samples_per_pillar`` counts the draws of ``pillar_sample``; ``max_threads_per_pillar`` caps
    what each pillar gives, drawn by ``seed``.
    """

    mode: ComparisonMode
    seed: int
    samples_per_pillar: int = 5
    max_threads_per_pillar: int | None = None
    position_swap: bool = True
    repetitions_per_pair: int = 1

    @property
    def calls_per_pair(self) -> int:
        """How often a pair is judged."""
        return self.repetitions_per_pair * (2 if self.position_swap else 1)


@dataclass(frozen=True, slots=True)
class Pair:
    """Two threads to compare, with the numbers of the pillars they stand for."""

    pillar_a: int
    thread_a: int
    pillar_b: int
    thread_b: int


@dataclass(frozen=True, slots=True)
class Call:
    """One judgement to make: which item (its index), in which position and repetition."""

    item: int
    position: int
    repetition: int


def make_pairs(threads: Mapping[int, Sequence[int]], plan: PairingPlan) -> list[Pair]:
    """The pairs in queue order (pillar pair by pillar pair).

    Args:
        threads: ids of the threads by pillar number; the order given does not matter.
        plan: the mode, its numbers and the seed.
    """
    selection = {number: _capped(threads[number], plan, number) for number in sorted(threads)}
    if plan.mode is ComparisonMode.FREE_FOR_ALL:
        return _every_two(selection)
    pairs: list[Pair] = []
    for pillar_a, pillar_b in combinations(selection, 2):
        if plan.mode is ComparisonMode.ROUND_ROBIN:
            pairs.extend(_all_against_all(pillar_a, pillar_b, selection))
        else:
            pairs.extend(_sampled(pillar_a, pillar_b, selection, plan))
    return pairs


def most_pairs(threads: Mapping[int, Sequence[int]], plan: PairingPlan) -> int:
    """How many pairs there are at most, without making them; fewer where pillars share threads."""
    sizes = [len(ids) for ids in threads.values()]
    if plan.max_threads_per_pillar is not None:
        sizes = [min(size, plan.max_threads_per_pillar) for size in sizes]
    if plan.mode is ComparisonMode.FREE_FOR_ALL:
        return sum(sizes) * (sum(sizes) - 1) // 2
    if plan.mode is ComparisonMode.ROUND_ROBIN:
        return sum(size_a * size_b for size_a, size_b in combinations(sizes, 2))
    return sum(min(*sizes_of, plan.samples_per_pillar) for sizes_of in combinations(sizes, 2))


def make_calls(number_of_items: int, *, position_swap: bool, repetitions: int) -> Iterator[Call]:
    """The judgements in queue order: item (a pair, say), repetition, position 1 then 2."""
    positions = (1, 2) if position_swap else (1,)
    for item in range(number_of_items):
        for repetition in range(1, repetitions + 1):
            for position in positions:
                yield Call(item, position, repetition)


def count_by_pillars(pairs: Sequence[Pair]) -> dict[tuple[int, int], int]:
    """How many pairs there are for each pair of pillars, in queue order."""
    counts: dict[tuple[int, int], int] = {}
    for pair in pairs:
        key = (pair.pillar_a, pair.pillar_b)
        counts[key] = counts.get(key, 0) + 1
    return counts


def _random(plan: PairingPlan, *names: object) -> random.Random:
    return random.Random(":".join(str(name) for name in (plan.seed, *names)))  # noqa: S311  (draws, not secrets)


def _capped(ids: Sequence[int], plan: PairingPlan, pillar: int) -> list[int]:
    ordered = sorted(set(ids))
    cap = plan.max_threads_per_pillar
    if cap is None or len(ordered) <= cap:
        return ordered
    return sorted(_random(plan, "cap", pillar).sample(ordered, cap))


def _sampled(
    pillar_a: int, pillar_b: int, selection: Mapping[int, Sequence[int]], plan: PairingPlan
) -> list[Pair]:
    """Zip two draws. Where threads are in both pillars a draw may pair one with itself; then it is drawn
    again, so that the number of pairs does not depend on the seed."""
    draw = _random(plan, "sample", pillar_a, pillar_b)
    size = min(plan.samples_per_pillar, len(selection[pillar_a]), len(selection[pillar_b]))
    best: list[Pair] = []
    for _ in range(_MOST_DRAWS):
        first, second = draw.sample(selection[pillar_a], size), draw.sample(selection[pillar_b], size)
        drawn = _distinct(
            Pair(pillar_a, thread_a, pillar_b, thread_b)
            for thread_a, thread_b in zip(first, second, strict=True)
        )
        best = max(best, drawn, key=len)
        if len(best) == size:
            break
    return best


def _all_against_all(pillar_a: int, pillar_b: int, selection: Mapping[int, Sequence[int]]) -> list[Pair]:
    return _distinct(
        Pair(pillar_a, thread_a, pillar_b, thread_b)
        for thread_a in selection[pillar_a]
        for thread_b in selection[pillar_b]
    )


def _distinct(pairs: Iterable[Pair]) -> list[Pair]:
    """Without a thread against itself, and two threads that are in both pillars once."""
    first: dict[frozenset[int], Pair] = {}
    for pair in pairs:
        if pair.thread_a != pair.thread_b:
            first.setdefault(frozenset((pair.thread_a, pair.thread_b)), pair)
    return list(first.values())


def _every_two(selection: Mapping[int, Sequence[int]]) -> list[Pair]:
    """A thread that is in several pillars stands for the one with the lowest number."""
    pillar_of: dict[int, int] = {}
    for number, ids in selection.items():
        for thread in ids:
            pillar_of.setdefault(thread, number)
    members = sorted(pillar_of.items(), key=lambda entry: (entry[1], entry[0]))
    pairs = [
        Pair(pillar_a, thread_a, pillar_b, thread_b)
        for (thread_a, pillar_a), (thread_b, pillar_b) in combinations(members, 2)
    ]
    return sorted(pairs, key=lambda pair: (pair.pillar_a, pair.pillar_b))
