"""Rank correlations, Kendall's W and ICC(2,1) against scipy and published figures."""

from collections.abc import Callable
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from scipy import stats

from evaluations.statistics.icc import icc_2_1
from evaluations.statistics.ranks import LEAST_UNITS, kendall_tau_b, kendall_w, spearman
from evaluations.statistics.ratings import Ratings
from evaluations.statistics.results import Coefficient, Undefined
from tests.evaluations.statistics.rows import SCALE, array_of, drawn_rows, ratings_of

SHROUT_FLEISS_1979 = [[9, 6, 8, 7, 10, 6], [2, 1, 4, 1, 5, 2], [5, 3, 6, 2, 6, 4], [8, 2, 8, 6, 9, 7]]
"""Shrout and Fleiss (1979), table 2, four judges, six targets: .29; more digits by pingouin 0.7."""

SIEGEL_TIES = [[1, 4.5, 2, 4.5, 3, 7.5, 6, 9, 7.5, 10], [2.5, 1, 2.5, 4.5, 4.5, 8, 9, 6.5, 10, 6.5],
               [2, 1, 4.5, 4.5, 4.5, 4.5, 8, 8, 8, 10]]  # fmt: skip
"""Kendall's worked example of W with ties (Siegel 1956, Nonparametric Statistics, p. 234): W = .828."""

RANKED: list[tuple[Callable[[Ratings], Coefficient], Callable[..., object]]] = [
    (spearman, stats.spearmanr),
    (kendall_tau_b, stats.kendalltau),
]


def references(rows: list[list[int | None]], reference: Callable[..., object]) -> list[float]:
    """scipy's value for each pair with enough common units, where it has one."""
    found = []
    for first, second in combinations(array_of(rows), 2):
        both = ~np.isnan(first) & ~np.isnan(second)
        x, y = first[both], second[both]
        if len(x) >= LEAST_UNITS and len(set(x)) > 1 and len(set(y)) > 1:
            found.append(float(reference(x, y).statistic))  # type: ignore[attr-defined]
    return found


@pytest.mark.parametrize(("coefficient", "reference"), RANKED)
@given(rows=drawn_rows())
def test_rank_correlations_are_scipys_mean_over_pairs(
    coefficient: Callable[[Ratings], Coefficient],
    reference: Callable[..., object],
    rows: list[list[int | None]],
) -> None:
    expected = references(rows, reference)
    value = coefficient(ratings_of(rows, "ordinal", SCALE)).value
    assert value == pytest.approx(np.mean(expected) if expected else None, abs=1e-9)


@pytest.mark.parametrize(("coefficient", "reference"), RANKED)
def test_many_different_values_are_ranked_as_well(
    coefficient: Callable[[Ratings], Coefficient], reference: Callable[..., object]
) -> None:
    draw = np.random.default_rng(3)
    x = draw.normal(size=150).round(2)
    y = (x + draw.normal(size=150)).round(2)
    value = coefficient(ratings_of([x.tolist(), y.tolist()], "interval")).value
    assert value == pytest.approx(reference(x, y).statistic, abs=1e-12)  # type: ignore[attr-defined]


@pytest.mark.parametrize(("coefficient", "reference"), RANKED)
def test_many_raters_who_miss_much_are_compared_in_pairs(
    coefficient: Callable[[Ratings], Coefficient], reference: Callable[..., object]
) -> None:
    draw = np.random.default_rng(4)
    values = draw.integers(1, 5, (30, 20))
    rows = [[int(value) if draw.random() < 0.5 else None for value in row] for row in values]
    value = coefficient(ratings_of(rows, "ordinal", SCALE)).value
    assert value == pytest.approx(np.mean(references(rows, reference)), abs=1e-12)


def test_kendalls_w_is_that_of_the_textbook_with_ties() -> None:
    assert kendall_w(ratings_of(SIEGEL_TIES, "ordinal")).value == pytest.approx(0.828, abs=5e-4)


@given(rows=drawn_rows(raters=(3, 5), missing=False))
def test_kendalls_w_is_friedmans_statistic_by_its_largest_value(rows: list[list[int]]) -> None:
    w = kendall_w(ratings_of(rows, "ordinal", SCALE))
    raters, units = len(rows), len(rows[0])
    if units < LEAST_UNITS or all(len(set(row)) == 1 for row in rows):
        assert w.value is None
        return
    reference = stats.friedmanchisquare(*np.array(rows).T).statistic / (raters * (units - 1))
    assert w.value == pytest.approx(reference, abs=1e-9)


def test_icc_is_that_of_shrout_and_fleiss() -> None:
    icc = icc_2_1(ratings_of(SHROUT_FLEISS_1979, "interval"))
    assert icc.value == pytest.approx(0.28976377952755916, abs=1e-12)
    assert (icc.n_items, icc.n_ratings) == (6, 24)


def test_icc_loses_no_digit_on_large_values() -> None:
    far = [[value + 1e9 for value in row] for row in SHROUT_FLEISS_1979]
    assert icc_2_1(ratings_of(far, "interval")).value == pytest.approx(0.28976377952755916, abs=1e-12)


def test_units_that_somebody_missed_are_left_out_of_w_and_icc_which_say_how_many_remain() -> None:
    complete = ratings_of(SHROUT_FLEISS_1979, "interval")
    gaps = ratings_of(
        [[*row, 5 if rater else None] for rater, row in enumerate(SHROUT_FLEISS_1979)], "interval"
    )
    assert icc_2_1(gaps) == icc_2_1(complete)
    assert kendall_w(gaps) == kendall_w(complete)


def test_too_few_complete_units_are_missing_ratings() -> None:
    ratings = ratings_of([[1, 2, 3, 4, None], [1, 2, 3, None, 4], [None, None, 3, 4, 4]], "ordinal", SCALE)
    for coefficient in (kendall_w, icc_2_1):
        assert (coefficient(ratings).value, coefficient(ratings).reason) == (None, Undefined.MISSING_RATINGS)


@pytest.mark.parametrize("coefficient", [spearman, kendall_tau_b, kendall_w])
def test_two_units_are_too_few_to_be_ranked(coefficient: Callable[[Ratings], Coefficient]) -> None:
    assert coefficient(ratings_of([[1, 2], [1, 2]], "ordinal", SCALE)).reason == Undefined.TOO_FEW_UNITS


@pytest.mark.parametrize("coefficient", [spearman, kendall_tau_b, kendall_w, icc_2_1])
def test_ratings_that_never_differ_have_no_rank_and_no_variance(
    coefficient: Callable[[Ratings], Coefficient],
) -> None:
    assert coefficient(ratings_of([[2, 2, 2], [2, 2, 2]], "interval")).reason == Undefined.NO_VARIATION


@pytest.mark.parametrize("coefficient", [spearman, kendall_tau_b, kendall_w, icc_2_1])
def test_the_same_ratings_correlate_perfectly_and_nominal_ones_not_at_all(
    coefficient: Callable[[Ratings], Coefficient],
) -> None:
    assert coefficient(ratings_of([[1, 2, 2, 4]] * 3, "ordinal", SCALE)).value == pytest.approx(1.0)
    nominal = coefficient(ratings_of([[1, 2, 2, 4]] * 3, "nominal", SCALE))
    assert (nominal.value, nominal.reason) == (None, Undefined.NOT_FOR_THIS_LEVEL)


def test_too_many_different_values_are_refused_instead_of_taking_minutes() -> None:
    values = np.arange(2001.0).tolist()
    assert spearman(ratings_of([values, values], "interval")).reason == Undefined.TOO_LARGE
