"""When a justification and its verdict contradict each other."""

from typing import Any

import pytest

from evaluations.task_types.comparison.task_type import Comparison

pytestmark = pytest.mark.database_free


def is_contradictory(justification: str, *, winner: str) -> bool:
    """Whether an answer with equal scores and this justification is flagged."""
    payload: dict[str, Any] = {
        "criteria_scores": {"quality": {"score_a": 3.0, "score_b": 3.0}},
        "final_justification": justification,
        "winner": winner,
        "confidence": 0.5,
    }
    return Comparison().record(payload, {}, position=1).is_contradictory


def test_calling_the_other_thread_better_is_a_contradiction() -> None:
    assert is_contradictory("Verlauf B ist insgesamt deutlich überzeugender.", winner="A")
    assert is_contradictory("Overall thread B is clearly better.", winner="A")


def test_saying_that_the_other_is_not_better_is_none() -> None:
    assert not is_contradictory("Verlauf B ist zwar länger, Verlauf B ist nicht besser.", winner="A")
    assert not is_contradictory("Thread B is hardly any better.", winner="A")
