"""Matrix, records, intervals and strengths, held against scipy and published data."""

import math
import random
from collections import Counter
from typing import Any, cast

import evalica
import pytest
from scipy.stats import binomtest  # type: ignore[attr-defined]

from evaluations.statistics import pairwise
from evaluations.statistics.pairwise import Outcome, Winner
from tests.evaluations.statistics.reference import load


def majority(row: dict[str, Any]) -> Winner:
    votes = Counter(row[f"annotator{number}"] for number in (1, 2, 3))
    return cast("Winner", {1: "A", 2: "B", 0: "TIE"}[votes.most_common(1)[0][0]])


@pytest.fixture(scope="module")
def pandalm() -> tuple[list[str], list[Outcome]]:
    rows = load("pandalm/testset-v1.json")
    names = sorted({name for row in rows for name in row["cmp_key"].split("_")})
    outcomes = []
    for row in rows:
        side_a, side_b = (names.index(name) for name in row["cmp_key"].split("_"))
        outcomes.append(Outcome(side_a, side_b, majority(row)))
    return names, outcomes


def test_records_are_those_of_pandalm(pandalm: tuple[list[str], list[Outcome]]) -> None:
    names, outcomes = pandalm
    expected = load("expected.json")["pandalm"]["systems"]
    records = pairwise.records(outcomes, range(len(names)))
    for record in records:
        known = expected[names[record.side]]
        assert (record.wins, record.losses, record.ties) == (known["wins"], known["losses"], known["ties"])
        assert record.win_rate == pytest.approx(known["win_rate"], abs=5e-5)


def test_bradley_terry_strengths_are_those_of_pandalm(pandalm: tuple[list[str], list[Outcome]]) -> None:
    names, outcomes = pandalm
    expected = load("expected.json")["pandalm"]["systems"]
    strengths = pairwise.bradley_terry(outcomes, range(len(names)))
    assert strengths.values is not None
    assert sum(strengths.values.values()) == pytest.approx(1.0)
    for side, strength in strengths.values.items():
        assert strength == pytest.approx(expected[names[side]]["bradley_terry_ties_half"], abs=5e-5)


def test_the_matrix_adds_up_to_the_records(pandalm: tuple[list[str], list[Outcome]]) -> None:
    names, outcomes = pandalm
    cells = pairwise.matrix(outcomes)
    for record in pairwise.records(outcomes, range(len(names))):
        wins = sum(cell.wins_a for cell in cells if cell.side_a == record.side)
        wins += sum(cell.wins_b for cell in cells if cell.side_b == record.side)
        assert wins == record.wins


def test_elo_favours_who_won_more(pandalm: tuple[list[str], list[Outcome]]) -> None:
    names, outcomes = pandalm
    ratings = pairwise.elo(outcomes, range(len(names)))
    assert ratings is not None
    best = max(ratings, key=lambda side: ratings[side])
    assert names[best] == "llama-7b"


def evalicas(outcomes: list[Outcome]) -> tuple[list[int], list[int], list[Any]]:
    verdicts = {"A": evalica.Winner.X, "B": evalica.Winner.Y, "TIE": evalica.Winner.Draw}
    return (
        [outcome.side_a for outcome in outcomes],
        [outcome.side_b for outcome in outcomes],
        [verdicts[outcome.winner or "TIE"] for outcome in outcomes],
    )


def drawn(seed: int, sides: int, pairs: int) -> list[Outcome]:
    draw = random.Random(seed)
    met = [draw.sample(range(sides), 2) for _ in range(pairs)]
    return [Outcome(a, b, cast("Winner", draw.choice(["A", "B", "TIE"]))) for a, b in met]


@pytest.mark.parametrize(("seed", "sides", "pairs"), [(1, 2, 20), (2, 5, 60), (3, 5, 1000), (4, 12, 400)])
def test_elo_is_evalicas(seed: int, sides: int, pairs: int) -> None:
    outcomes = drawn(seed, sides, pairs)
    reference = evalica.elo(*evalicas(outcomes)).scores
    ratings = pairwise.elo(outcomes, range(sides))
    assert ratings == pytest.approx({side: reference[side] for side in range(sides)}, abs=1e-9)


@pytest.mark.parametrize(("seed", "sides", "pairs"), [(1, 2, 20), (2, 5, 60), (3, 5, 1000), (4, 12, 400)])
def test_bradley_terry_is_evalicas(seed: int, sides: int, pairs: int) -> None:
    outcomes = drawn(seed, sides, pairs)
    reference = evalica.bradley_terry(
        *evalicas(outcomes), win_weight=1.0, tie_weight=0.5, tolerance=1e-12, limit=10_000
    ).scores
    strengths = pairwise.bradley_terry(outcomes, range(sides)).values
    total = sum(reference)
    assert strengths == pytest.approx({side: reference[side] / total for side in range(sides)}, abs=1e-8)


@pytest.mark.parametrize(
    ("successes", "n"), [(0, 1), (1, 1), (0, 7), (5, 5), (3, 10), (281, 421), (499, 1000)]
)
def test_the_interval_is_scipys_wilson_interval(successes: int, n: int) -> None:
    reference = binomtest(successes, n).proportion_ci(confidence_level=0.95, method="wilson")
    interval = pairwise.wilson_interval(successes, n)
    assert interval == pytest.approx((reference.low, reference.high), abs=1e-12)


def test_the_interval_of_nothing_is_undefined() -> None:
    assert pairwise.wilson_interval(0, 0) is None


def test_no_pairs_leave_everything_undefined() -> None:
    outcomes = [Outcome(1, 3, None)]
    assert pairwise.elo(outcomes, [1, 3]) is None
    assert pairwise.bradley_terry(outcomes, [1, 3]).undefined_because == pairwise.UNDEFINED_NO_PAIRS
    assert [record.win_rate for record in pairwise.records(outcomes, [1, 3])] == [None, None]
    assert pairwise.matrix(outcomes)[0].win_rate_a is None


def test_an_unbeaten_side_has_no_strength() -> None:
    outcomes = [Outcome(1, 3, "A")] * 5
    strengths = pairwise.bradley_terry(outcomes, [1, 3])
    assert strengths.values is None
    assert strengths.undefined_because == pairwise.UNDEFINED_UNBEATEN


def test_sides_that_never_met_have_no_common_scale() -> None:
    outcomes = [Outcome(1, 2, "A"), Outcome(1, 2, "B"), Outcome(3, 4, "A"), Outcome(3, 4, "B")]
    strengths = pairwise.bradley_terry(outcomes, [1, 2, 3, 4])
    assert strengths.undefined_because == pairwise.UNDEFINED_DISCONNECTED


def test_three_wins_to_one_are_strengths_of_three_to_one() -> None:
    outcomes = [Outcome(1, 3, "A")] * 3 + [Outcome(1, 3, "B")]
    strengths = pairwise.bradley_terry(outcomes, [1, 3]).values
    assert strengths is not None
    assert strengths[1] / strengths[3] == pytest.approx(3.0)


def test_a_tie_is_half_a_win_for_each() -> None:
    outcomes = [Outcome(1, 3, "A"), Outcome(1, 3, "TIE")]
    strengths = pairwise.bradley_terry(outcomes, [1, 3]).values
    assert strengths is not None
    assert math.isclose(strengths[1] / strengths[3], 1.5 / 0.5)


def test_pairs_of_a_side_with_itself_do_not_rank_it() -> None:
    outcomes = [Outcome(1, 1, "A"), Outcome(1, 3, "B")]
    first, second = pairwise.records(outcomes, [1, 3])
    assert (first.wins, first.losses) == (0, 1)
    assert (second.wins, second.losses) == (1, 0)
    assert pairwise.matrix(outcomes)[0].wins_a == 1


def test_open_pairs_are_counted_as_open_and_as_nothing_else() -> None:
    cell = pairwise.matrix([Outcome(1, 3, "A", confidence=0.9), Outcome(1, 3, None)])[0]
    assert (cell.pairs, cell.open, cell.wins_a, cell.ties) == (2, 1, 1, 0)
    assert cell.win_rate_a == 1.0
    assert cell.avg_confidence == 0.9
