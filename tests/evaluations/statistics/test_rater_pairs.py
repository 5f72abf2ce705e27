"""Kappas of two raters, errors, and the matrix of all pairs."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given

from evaluations.statistics.groups import summarise_groups
from evaluations.statistics.pair_matrix import pair_matrix
from evaluations.statistics.rater_pairs import Weighting, cohen_kappa, mae, rmse, weighted_kappa
from evaluations.statistics.results import Undefined
from tests.evaluations.statistics.reference import load
from tests.evaluations.statistics.rows import SCALE, Rows, drawn_rows, pandalm, ratings_of

FIVE = (1, 2, 3, 4, 5)
FIRST = [4, 5, 1, 5, 3, 3, 4, 2, 5, 1, 2, 2, 3, 3, 1, 1, 1, 1, 1, 5,
         1, 4, 4, 2, 2, 3, 2, 5, 1, 5, 4, 5, 1, 2, 4, 3, 4, 4, 4, 1]  # fmt: skip
SECOND = [5, 5, 2, 4, 3, 4, 3, 1, 5, 2, 1, 3, 3, 2, 1, 2, 2, 2, 1, 4,
          2, 5, 5, 1, 1, 3, 2, 5, 2, 4, 4, 4, 1, 3, 3, 2, 3, 3, 3, 2]  # fmt: skip
"""Drawn once; the kappas below are scikit-learn's 1.9 ``cohen_kappa_score``."""


def kappa_by_hand(first: list[int], second: list[int], power: int) -> float | None:
    """Cohen's kappa from its table; ``power`` 0 is equality, 1 and 2 are linear and quadratic weights."""
    table = np.zeros((len(SCALE), len(SCALE)))
    for one, other in zip(first, second, strict=True):
        table[one - 1, other - 1] += 1 / len(first)
    places = np.arange(len(SCALE))
    distance = np.abs(places[:, None] - places[None, :]).astype(float)
    weights = (distance > 0).astype(float) if power == 0 else distance**power
    expected = (weights * np.outer(table.sum(axis=1), table.sum(axis=0))).sum()
    return None if expected < 1e-12 else float(1 - (weights * table).sum() / expected)


def common(first: list[int | None], second: list[int | None]) -> tuple[list[int], list[int]]:
    both = [(a, b) for a, b in zip(first, second, strict=True) if a is not None and b is not None]
    return [a for a, _ in both], [b for _, b in both]


def test_cohen_kappas_are_those_of_pandalm() -> None:
    expected = load("expected.json")["pandalm"]["cohen_kappa"]
    matrix = pair_matrix(pandalm())
    for first, second in combinations(range(3), 2):
        cell = matrix.cell(first, second)
        assert cell is not None
        name = f"{matrix.raters[first]}-{matrix.raters[second]}"
        assert cell.kappa == pytest.approx(expected[name], abs=5e-5)
        assert cell.n == 999
    assert cohen_kappa(pandalm()).value == pytest.approx(np.mean(list(expected.values())), abs=5e-5)


def test_kappas_are_those_of_scikit_learn() -> None:
    ratings = ratings_of([FIRST, SECOND], "ordinal", FIVE)
    assert cohen_kappa(ratings).value == pytest.approx(0.10077519379844957, abs=1e-12)
    assert weighted_kappa(ratings, "linear").value == pytest.approx(0.541501976284585, abs=1e-12)
    assert weighted_kappa(ratings).value == pytest.approx(0.8127824402840542, abs=1e-12)


@given(rows=drawn_rows())
def test_the_matrix_has_each_pair_as_by_hand(rows: list[list[int | None]]) -> None:
    nominal = pair_matrix(ratings_of(rows, "nominal", SCALE))
    ordinal = pair_matrix(ratings_of(rows, "ordinal", SCALE))
    for first, second in combinations(range(len(rows)), 2):
        one, other = common(rows[first], rows[second])
        for matrix, power in ((nominal, 0), (ordinal, 2)):
            cell = matrix.cell(first, second)
            assert cell == matrix.cell(second, first)
            if not one:
                assert cell is None
                continue
            assert cell is not None
            assert cell.n == len(one)
            assert cell.percent == pytest.approx(np.mean([a == b for a, b in zip(one, other, strict=True)]))
            expected = kappa_by_hand(one, other, power) if len(one) > 1 else None
            assert cell.kappa == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize(("weighting", "power"), [("linear", 1), ("quadratic", 2)])
@given(rows=drawn_rows())
def test_over_many_raters_kappa_is_the_mean_over_pairs(
    weighting: Weighting, power: int, rows: list[list[int | None]]
) -> None:
    shared = [common(first, second) for first, second in combinations(rows, 2)]
    kappas = [kappa_by_hand(one, other, power) for one, other in shared if len(one) > 1]
    defined = [kappa for kappa in kappas if kappa is not None]
    value = weighted_kappa(ratings_of(rows, "ordinal", SCALE), weighting).value
    assert value == pytest.approx(np.mean(defined) if defined else None, abs=1e-9)


@given(rows=drawn_rows())
def test_errors_are_means_over_pairs(rows: list[list[int | None]]) -> None:
    differences = [
        np.subtract(one, other)
        for first, second in combinations(rows, 2)
        for one, other in [common(first, second)]
        if one
    ]
    ratings = ratings_of(rows, "interval")
    absolute = [np.abs(one).mean() for one in differences]
    squared = [np.sqrt((one**2).mean()) for one in differences]
    assert mae(ratings).value == pytest.approx(np.mean(absolute) if absolute else None, abs=1e-7)
    assert rmse(ratings).value == pytest.approx(np.mean(squared) if squared else None, abs=1e-7)


def test_equal_ratings_have_no_error_at_all() -> None:
    row = np.random.default_rng(1).normal(1000, 100, size=75).tolist()
    ratings = ratings_of([row, row, row], "interval")
    assert (mae(ratings).value, rmse(ratings).value) == (0.0, 0.0)


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        ([[1, 2, 3]], Undefined.TOO_FEW_RATERS),
        ([[1, None], [None, 1]], Undefined.NO_COMMON_UNITS),
        ([[1, None], [2, 1]], Undefined.TOO_FEW_UNITS),
        ([[1, 1], [1, 1]], Undefined.NO_VARIATION),
    ],
)
def test_an_undefined_kappa_says_why(rows: list[list[int | None]], reason: Undefined) -> None:
    ratings = ratings_of(rows, "ordinal", SCALE)
    assert (cohen_kappa(ratings).value, cohen_kappa(ratings).reason) == (None, reason)
    assert (weighted_kappa(ratings).value, weighted_kappa(ratings).reason) == (None, reason)


def test_weights_and_errors_need_an_order_and_numbers() -> None:
    nominal = ratings_of([[1, 2], [2, 1]], "nominal", SCALE)
    words = ratings_of([["a", "b"], ["b", "a"]], "ordinal", ["a", "b"])
    assert weighted_kappa(nominal).reason == Undefined.NOT_FOR_THIS_LEVEL
    assert mae(nominal).reason == Undefined.NOT_FOR_THIS_LEVEL
    assert rmse(words).reason == Undefined.NOT_FOR_THIS_LEVEL


def test_a_cell_without_kappa_says_why() -> None:
    ratings = ratings_of([[1, 1, None], [1, 1, 2], [None, None, 2]], "nominal", SCALE)
    same, single = pair_matrix(ratings).cell(0, 1), pair_matrix(ratings).cell(1, 2)
    assert same is not None
    assert (same.percent, same.kappa, same.reason) == (1.0, None, Undefined.NO_VARIATION)
    assert single is not None
    assert (single.n, single.kappa, single.reason) == (1, None, Undefined.TOO_FEW_UNITS)
    assert pair_matrix(ratings).cell(0, 2) is None
    assert pair_matrix(ratings).cell(0, 0) is None


def test_an_interval_scale_has_percent_and_no_kappa() -> None:
    cell = pair_matrix(ratings_of([[1.5, 2.5], [1.5, 3.5]], "interval")).cell(0, 1)
    assert cell is not None
    assert (cell.percent, cell.kappa, cell.reason) == (0.5, None, Undefined.NOT_FOR_THIS_LEVEL)


def test_a_matrix_of_nobody_and_of_nothing_is_empty() -> None:
    assert list(pair_matrix(ratings_of([[None]], "nominal")).rows()) == [[None]]


def test_people_and_models_are_summed_up_apart() -> None:
    rows: Rows = [[1, 2, 3, 4], [1, 2, 3, None], [1, 2, 4, 3], [1, 2, 4, 3]]
    matrix = pair_matrix(ratings_of(rows, "nominal", SCALE))
    summary = summarise_groups(matrix, ["person", "person", "model", "model"])
    assert (summary.human_human.percent, summary.human_human.n) == (1.0, 3)
    assert (summary.llm_llm.percent, summary.llm_llm.kappa, summary.llm_llm.n) == (1.0, 1.0, 4)
    assert summary.llm_human.percent == pytest.approx(np.mean([0.5, 0.5, 2 / 3, 2 / 3]))
    assert (summary.llm_human.n, summary.llm_human.pairs) == (14, 4)


def test_a_group_without_a_pair_has_no_mean() -> None:
    matrix = pair_matrix(ratings_of([[1, 2], [1, 2]], "nominal", SCALE))
    summary = summarise_groups(matrix, ["person", "model"])
    assert (summary.human_human.percent, summary.human_human.kappa, summary.human_human.n) == (None, None, 0)
    assert summary.llm_human.percent == 1.0
