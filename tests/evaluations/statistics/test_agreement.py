"""Krippendorff's alpha, percent, Fleiss' kappa and Gwet's AC1 against published figures and libraries."""

import warnings
from collections.abc import Callable
from typing import Literal

import krippendorff
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluations.statistics.agreement import fleiss_kappa, gwet_ac1, percent
from evaluations.statistics.alpha import krippendorff_alpha
from evaluations.statistics.ratings import Ratings
from evaluations.statistics.results import Coefficient, Undefined
from tests.evaluations.statistics.reference import load
from tests.evaluations.statistics.rows import (
    SCALE,
    array_of,
    drawn_rows,
    pandalm,
    ratings_of,
    recipes,
    textbook,
)

LevelName = Literal["nominal", "ordinal", "interval", "ratio"]
LEVELS: tuple[LevelName, ...] = (
    "nominal",
    "ordinal",
    "interval",
    "ratio",
)
COEFFICIENTS = (krippendorff_alpha, percent, fleiss_kappa, gwet_ac1)

FLEISS_1971 = [
    [0, 0, 0, 0, 14], [0, 2, 6, 4, 2], [0, 0, 3, 5, 6], [0, 3, 9, 2, 0], [2, 2, 8, 1, 1],
    [7, 7, 0, 0, 0], [3, 2, 6, 3, 0], [2, 5, 3, 2, 2], [6, 5, 2, 1, 0], [0, 2, 2, 3, 7],
]  # fmt: skip
"""A worked example with 14 raters in 10 rows of counts; statsmodels 0.15 gives 0.20993070442195522."""


@pytest.mark.parametrize("level", LEVELS)
def test_alpha_is_that_of_the_textbook(level: str) -> None:
    expected = load("expected.json")["krippendorff_textbook"][level]
    alpha = krippendorff_alpha(ratings_of(textbook(), "ratio"), level)
    assert alpha.value == pytest.approx(expected, abs=5e-7)
    assert (alpha.n_items, alpha.n_ratings) == (11, 40)


@pytest.mark.parametrize("criterion", ["grammar", "fluency", "verbosity", "structure", "success", "overall"])
def test_ordinal_alpha_is_that_of_the_recipes(criterion: str) -> None:
    expected = load("expected.json")["recipes_ordinal_alpha"][criterion]
    alpha = krippendorff_alpha(recipes(criterion))
    assert alpha.value == pytest.approx(expected, rel=1e-9)
    assert (alpha.n_items, alpha.n_ratings) == (52, 1056)


def test_fleiss_kappa_is_that_of_pandalm() -> None:
    expected = load("expected.json")["pandalm"]["fleiss_kappa"]
    assert fleiss_kappa(pandalm()).value == pytest.approx(expected, abs=5e-5)


def test_fleiss_kappa_of_complete_ratings_is_that_of_statsmodels() -> None:
    columns = [[value for value, times in enumerate(row) for _ in range(times)] for row in FLEISS_1971]
    kappa = fleiss_kappa(ratings_of(list(zip(*columns, strict=True)), "nominal"))
    assert kappa.value == pytest.approx(0.20993070442195522, abs=1e-12)


def test_missing_ratings_are_handled_as_by_irrcac() -> None:
    """irrCAC 0.4.4 on the textbook's ratings, one unit with a single one among them."""
    ratings = ratings_of(textbook(), "nominal")
    assert percent(ratings).value == pytest.approx(0.818181818182, abs=1e-12)
    assert fleiss_kappa(ratings).value == pytest.approx(0.761169275422, abs=1e-12)
    assert gwet_ac1(ratings).value == pytest.approx(0.775444068127, abs=1e-12)


@pytest.mark.parametrize("level", LEVELS)
@given(rows=drawn_rows())
def test_alpha_is_that_of_the_reference_library(level: LevelName, rows: list[list[int | None]]) -> None:
    alpha = krippendorff_alpha(ratings_of(rows, "ratio"), level)
    values = array_of(rows)
    pairable = values[:, (~np.isnan(values)).sum(axis=0) > 1]
    if pairable.shape[1] < 2 or len(np.unique(pairable[~np.isnan(pairable)])) < 2:
        assert alpha.value is None
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        reference = krippendorff.alpha(values, level_of_measurement=level)
    assert alpha.value == pytest.approx(reference, abs=1e-9)


@pytest.mark.parametrize("coefficient", COEFFICIENTS)
@given(rows=drawn_rows(), seed=st.integers(0, 1000))
def test_neither_the_order_of_raters_nor_that_of_units_matters(
    coefficient: Callable[[Ratings], Coefficient], rows: list[list[int | None]], seed: int
) -> None:
    draw = np.random.default_rng(seed)
    raters, units = draw.permutation(len(rows)), draw.permutation(len(rows[0]))
    moved = [[rows[rater][unit] for unit in units] for rater in raters]
    first = coefficient(ratings_of(rows, "ordinal", SCALE))
    second = coefficient(ratings_of(moved, "ordinal", SCALE))
    assert first.value == pytest.approx(second.value, abs=1e-9)
    assert (first.reason, first.n_items) == (second.reason, second.n_items)


@pytest.mark.parametrize("coefficient", COEFFICIENTS)
@given(rows=drawn_rows(), names=st.permutations(["A", "B", "TIE", "none"]))
def test_other_names_for_nominal_values_change_nothing(
    coefficient: Callable[[Ratings], Coefficient], rows: list[list[int | None]], names: list[str]
) -> None:
    named = [[None if value is None else names[value - 1] for value in row] for row in rows]
    first = coefficient(ratings_of(rows, "nominal", SCALE))
    second = coefficient(ratings_of(named, "nominal", ["A", "B", "TIE", "none"]))
    assert first.value == pytest.approx(second.value, abs=1e-9)


@pytest.mark.parametrize("coefficient", COEFFICIENTS)
@given(row=st.lists(st.sampled_from(SCALE), min_size=2, max_size=9).filter(lambda row: len(set(row)) > 1))
def test_perfect_agreement_is_one(coefficient: Callable[[Ratings], Coefficient], row: list[int]) -> None:
    assert coefficient(ratings_of([row] * 3, "ordinal", SCALE)).value == pytest.approx(1.0)


@given(rows=drawn_rows(missing=False))
def test_with_two_raters_who_miss_nothing_fleiss_kappa_follows_its_formula(rows: list[list[int]]) -> None:
    kappa = fleiss_kappa(ratings_of(rows, "nominal", SCALE))
    values = np.array(rows)
    counts = np.array([(values == value).sum(axis=0) for value in SCALE]).T
    raters, shares = len(rows), counts.mean(axis=0) / len(rows)
    observed = ((counts**2).sum(axis=1) - raters).mean() / (raters * (raters - 1))
    expected = (shares**2).sum()
    if kappa.value is not None:
        assert kappa.value == pytest.approx((observed - expected) / (1 - expected))
    else:
        assert len(rows[0]) == 1 or np.isclose(expected, 1)


@pytest.mark.parametrize(
    ("rows", "level", "reason"),
    [
        ([[None, None]], "nominal", Undefined.NO_RATINGS),
        ([[1, 2]], "nominal", Undefined.TOO_FEW_RATERS),
        ([[1, 2], [None, None]], "nominal", Undefined.TOO_FEW_RATERS),
        ([[1, None], [None, 2]], "nominal", Undefined.NO_COMMON_UNITS),
        ([[1, None], [2, 2]], "nominal", Undefined.TOO_FEW_UNITS),
        ([[1, 1], [1, 1]], "nominal", Undefined.NO_VARIATION),
    ],
)
def test_what_cannot_be_computed_says_why(
    rows: list[list[int | None]], level: str, reason: Undefined
) -> None:
    ratings = ratings_of(rows, level, SCALE)
    for coefficient in (krippendorff_alpha, fleiss_kappa):
        assert coefficient(ratings).value is None
        assert coefficient(ratings).reason == reason


def test_equality_coefficients_do_not_fit_an_interval_scale() -> None:
    ratings = ratings_of([[1, 2, 3], [1, 2, 4]], "interval")
    assert fleiss_kappa(ratings).reason == Undefined.NOT_FOR_THIS_LEVEL
    assert gwet_ac1(ratings).reason == Undefined.NOT_FOR_THIS_LEVEL
    assert percent(ratings).value == pytest.approx(2 / 3)


def test_alpha_does_not_read_words_as_numbers() -> None:
    ratings = ratings_of([["a", "b"], ["a", "b"]], "ordinal", ["a", "b"])
    assert krippendorff_alpha(ratings, "interval").reason == Undefined.NOT_FOR_THIS_LEVEL
    assert krippendorff_alpha(ratings, "ordinal").value == 1.0


def test_ac1_is_one_where_all_say_the_same_and_kappa_is_undefined() -> None:
    ratings = ratings_of([[1, 1, 1], [1, 1, 1]], "nominal", SCALE)
    assert gwet_ac1(ratings).value == 1.0
    assert percent(ratings).value == 1.0
    assert fleiss_kappa(ratings).value is None


def test_a_unit_with_a_single_rating_says_nothing_about_agreement() -> None:
    with_single = ratings_of([[1, 2, 3, 4], [1, 2, 4, None]], "ordinal", SCALE)
    without = ratings_of([[1, 2, 3], [1, 2, 4]], "ordinal", SCALE)
    assert krippendorff_alpha(with_single).value == krippendorff_alpha(without).value
    assert percent(with_single) == percent(without)


def test_no_digit_is_lost_on_large_values() -> None:
    near = ratings_of([[1, 2, 3], [1, 3, 3]], "interval")
    far = Ratings.from_triples(
        [
            (rater, unit, value + 1e9)
            for rater, row in enumerate([[1, 2, 3], [1, 3, 3]])
            for unit, value in enumerate(row)
        ],
        level="interval",
    )
    assert krippendorff_alpha(far).value == pytest.approx(krippendorff_alpha(near).value, abs=1e-12)
