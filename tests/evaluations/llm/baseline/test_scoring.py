"""How the baseline judge comes from figures to scores and a verdict."""

import pytest

from evaluations.llm.baseline.scoring import break_tie, decide, difference, fingerprint, rounded, score
from evaluations.llm.baseline.signals import SIGNALS, Reading, band, falling, rising
from evaluations.llm.baseline.weights import CRITERION_QUARTERS, WEIGHTS

from .sample import SIX, thread

ONE, OTHER = thread(("k", "eins")), thread(("k", "zwei"))


def readings(value: float | None, **others: float | None) -> dict[str, Reading]:
    return {key: Reading(0.0, others.get(key, value)) for key in SIGNALS}


def test_every_criterion_has_weights_of_known_signals_that_make_a_hundred() -> None:
    assert tuple(WEIGHTS) == tuple(CRITERION_QUARTERS) == SIX
    for criterion, weights in WEIGHTS.items():
        assert sum(weight.hundredths for weight in weights) == 100, criterion
        assert {weight.signal for weight in weights} <= set(SIGNALS), criterion
        assert len({weight.signal for weight in weights}) == len(weights), criterion


def test_the_shapes_of_the_scales() -> None:
    assert [rising(2, 4)(x) for x in (1, 2, 3, 4, 9)] == [0, 0, 0.5, 1, 1]
    assert [falling(2, 4)(x) for x in (1, 2, 3, 4, 9)] == [1, 1, 0.5, 0, 0]
    assert [band(0, 2, 4, 8)(x) for x in (0, 1, 2, 4, 6, 8, 9)] == [0, 0.5, 1, 1, 0.5, 0, 0]


@pytest.mark.parametrize("criterion", [*SIX, "eigenes"])
def test_scores_run_from_one_to_five(criterion: str) -> None:
    assert score(criterion, readings(0.0)) == 1.0
    assert score(criterion, readings(0.5)) == 3.0
    assert score(criterion, readings(1.0)) == 5.0
    assert score(criterion, readings(None)) == 1.0


def test_a_score_is_the_weighted_sum_and_leaves_out_what_cannot_be_measured() -> None:
    assert score("solution_orientation", readings(0.0, solution=1.0)) == 2.8  # 1 + 4 * 0.45
    assert score("solution_orientation", readings(None, solution=1.0, response=0.0)) == 4.0  # 1 + 4 * 45 / 60


def test_a_custom_criterion_is_the_mean_of_all_signals() -> None:
    value = 1 + 4 / len(SIGNALS)
    assert score("eigenes", readings(0.0, ease=1.0)) == rounded(value, "0.1")


def test_the_difference_is_weighted_over_criteria() -> None:
    assert difference({"quality": (4.0, 3.0), "client_coherence": (3.0, 3.4)}) == pytest.approx(5.2 / 8)
    assert difference({}) == 0.0


@pytest.mark.parametrize(
    ("gap", "winner", "confidence"),
    [
        (0.0, "TIE", 0.7),
        (0.05, "TIE", 0.6),
        (0.1, "A", 0.5),
        (-0.1, "B", 0.5),
        (0.7, "A", 0.75),
        (4.0, "A", 0.9),
    ],
)
def test_the_verdict_and_how_sure_it_is(gap: float, winner: str, confidence: float) -> None:
    verdict = decide(gap, (ONE, OTHER), allow_tie=True)
    assert (verdict.winner, verdict.confidence) == (winner, confidence)


def test_a_forced_verdict_takes_the_small_difference_first() -> None:
    assert decide(0.05, (ONE, OTHER), allow_tie=False).winner == "A"
    assert decide(-0.05, (ONE, OTHER), allow_tie=False).winner == "B"


def test_a_forced_verdict_without_a_difference_goes_with_the_text_and_not_with_the_place() -> None:
    forward, backward = break_tie((ONE, OTHER), 0.0), break_tie((OTHER, ONE), 0.0)
    assert {forward.winner, backward.winner} == {"A", "B"}
    assert forward.confidence == backward.confidence == 0.5


def test_equal_threads_are_said_to_be_equal() -> None:
    assert decide(0.0, (ONE, ONE), allow_tie=False).forced == "identical"


def test_the_fingerprint_knows_subject_role_and_where_a_message_ends() -> None:
    threads = [
        thread(("k", "ab"), ("k", "c")),
        thread(("k", "a"), ("k", "bc")),
        thread(("k", "ab"), ("b", "c")),
        thread(("k", "ab"), ("k", "c"), subject="x"),
    ]
    assert len({fingerprint(one) for one in threads}) == 4
