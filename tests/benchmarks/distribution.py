"""Items distributed among people, beside a loop that does nothing but make as many tuples."""

import time
from collections.abc import Callable

from evaluations.scenarios.distribution import Assigned, DistributionMode, DistributionPlan, assign


def distributed(people: int, items: int, overlap: int) -> float:
    """Seconds for each item to get ``overlap`` of the people."""
    plan = DistributionPlan(DistributionMode.OVERLAP, overlap=overlap)
    return _seconds(lambda: assign(range(items), range(people), plan).new, items * overlap)


def bare_tuples(people: int, items: int, overlap: int) -> float:
    """Seconds for as many assignments that are made one after another without a thought."""
    return _seconds(
        lambda: [
            Assigned((item * overlap + turn) % people, item, item, 1)
            for item in range(items)
            for turn in range(overlap)
        ],
        items * overlap,
    )


def _seconds(make: Callable[[], list[Assigned]], number: int) -> float:
    began = time.perf_counter()
    made = make()
    seconds = time.perf_counter() - began
    if len(made) != number:
        raise SystemExit(f"{len(made)} assignments in place of {number}")
    return seconds
