"""What the tests of a distribution share: draws of items, people and plans, and ways to read a result."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from evaluations.scenarios.distribution import Assigned, Assignments, DistributionPlan

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
