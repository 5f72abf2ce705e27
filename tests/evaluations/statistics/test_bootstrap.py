"""Intervals by drawing items again."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluations.statistics.agreement import prepare_percent
from evaluations.statistics.alpha import krippendorff_alpha, prepare_alpha
from evaluations.statistics.bootstrap import LEAST_RESAMPLES, QUICK, Bootstrap
from evaluations.statistics.metrics import AGREEMENT, Metric, fitting_metrics, measure_agreement
from evaluations.statistics.ratings import Ratings
from evaluations.statistics.results import Prepared, Undefined
from tests.evaluations.statistics.rows import SCALE, Rows, drawn_rows, ratings_of


def noisy(raters: int, units: int, seed: int = 1, missing: float = 0.0) -> Ratings:
    """Raters who see the same quality, each a step off now and then."""
    draw = np.random.default_rng(seed)
    quality = draw.integers(1, 6, units)
    values = np.clip(quality + draw.integers(-1, 2, (raters, units)), 1, 5)
    gaps = draw.random((raters, units)) < missing
    rows = [[None if gap else int(value) for value, gap in zip(*both, strict=True)]
            for both in zip(values, gaps, strict=True)]  # fmt: skip
    return ratings_of(rows, "ordinal", (1, 2, 3, 4, 5))


@pytest.mark.parametrize("metric", list(AGREEMENT))
def test_every_coefficient_has_an_interval_around_it_and_always_the_same(metric: Metric) -> None:
    ratings = noisy(4, 60)
    (first,), (second,) = (list(measure_agreement(ratings, [metric], seed=7)) for _ in range(2))
    assert first == second
    value, interval = first.coefficient.value, first.interval
    assert value is not None
    assert interval.low is not None
    assert interval.high is not None
    assert interval.low < value < interval.high
    assert interval.resamples == 1000


def test_another_seed_draws_other_items() -> None:
    ratings = noisy(3, 40)
    one, other = (next(measure_agreement(ratings, [Metric.PERCENT], seed=seed)) for seed in (1, 2))
    assert one.coefficient == other.coefficient
    assert one.interval != other.interval


OVER_PAIRS = {
    Metric.COHEN_KAPPA,
    Metric.WEIGHTED_KAPPA,
    Metric.SPEARMAN,
    Metric.KENDALL_TAU_B,
    Metric.MAE,
    Metric.RMSE,
}
PAIRS_WITH_ENOUGH = {Metric.COHEN_KAPPA, Metric.WEIGHTED_KAPPA, Metric.SPEARMAN, Metric.KENDALL_TAU_B}
"""Which pairs of raters count is decided by the ratings themselves, not by how often a unit is drawn."""

COMPLETE_UNITS = {Metric.ICC_2_1, Metric.KENDALL_W}
"""Who rated none of the copied units is no rater of the copy, but stays one of the resample."""


@pytest.mark.parametrize("metric", list(AGREEMENT))
@given(rows=drawn_rows(), draws=st.lists(st.integers(0, 8), min_size=1, max_size=12))
@settings(max_examples=50)
def test_a_weight_counts_as_so_many_copies_of_the_unit(
    metric: Metric, rows: list[list[int | None]], draws: list[int]
) -> None:
    """What makes the resamples quick is right: weights give what the copied ratings give."""
    if metric in PAIRS_WITH_ENOUGH:
        rows = [[value or 1 for value in row] for row in rows]
    chosen = [draw % len(rows[0]) for draw in draws]
    if metric in COMPLETE_UNITS and any(all(row[unit] is None for unit in chosen) for row in rows):
        return
    prepared = AGREEMENT[metric](ratings_of(rows, "ordinal", SCALE))
    copied = AGREEMENT[metric](ratings_of([[row[unit] for unit in chosen] for row in rows], "ordinal", SCALE))
    if prepared.kernel is None or copied.kernel is None:
        return
    weights = np.bincount(chosen, minlength=len(rows[0])).astype(np.float64)
    expected = copied.estimate().value
    for value in prepared.kernel(np.vstack([weights, weights]))[:2]:
        if not (np.isnan(value) and metric in OVER_PAIRS):  # too many pairs may have been lost
            assert (None if np.isnan(value) else value) == pytest.approx(expected, abs=1e-9)


def test_a_resample_without_a_complete_unit_has_no_icc_and_no_warning() -> None:
    rows: Rows = [[1, 2, 3, 4], [1, 2, 4, 4], [None, None, 3, 4]]
    prepared = AGREEMENT[Metric.ICC_2_1](ratings_of(rows, "ordinal", SCALE))
    assert prepared.kernel is not None
    with np.errstate(all="raise"):
        assert np.isnan(prepared.kernel(np.array([[2.0, 2.0, 0.0, 0.0]]))).all()


@pytest.mark.parametrize("metric", [Metric.COHEN_KAPPA, Metric.WEIGHTED_KAPPA])
def test_a_single_common_unit_does_not_count_because_it_is_drawn_twice(metric: Metric) -> None:
    rows: Rows = [[1, 2, 3, None], [1, 2, 4, None], [2, None, None, 1]]
    prepared = AGREEMENT[metric](ratings_of(rows, "ordinal", SCALE))
    with_third = AGREEMENT[metric](ratings_of(rows[:2], "ordinal", SCALE))
    assert prepared.kernel is not None
    assert with_third.kernel is not None
    weights = np.array([[2.0, 1.0, 1.0, 1.0]])
    assert prepared.kernel(weights) == pytest.approx(with_third.kernel(weights))


def test_a_resample_of_equal_values_has_no_alpha() -> None:
    row = [0.1, 0.3, 0.1, 0.7]
    prepared = prepare_alpha(ratings_of([row, row, row], "interval"))
    assert prepared.kernel is not None
    assert np.isnan(prepared.kernel(np.array([[3.0, 0.0, 4.0, 0.0]]))).all()


def test_units_of_one_item_are_drawn_together() -> None:
    """Ten features a thread that all agree or all differ are ten observations, not a hundred."""
    units = [(thread, feature) for thread in range(10) for feature in range(10)]
    triples = [(rater, unit, 1 + rater * (unit[0] % 2)) for unit in units for rater in (0, 1)]
    apart = Ratings.from_triples(triples, level="nominal")
    together = Ratings.from_triples(triples, level="nominal", clusters={unit: unit[0] for unit in units})
    widths = []
    for ratings in (apart, together):
        interval = Bootstrap(ratings.clusters, seed=1).interval(prepare_percent(ratings))
        assert interval.low is not None
        assert interval.high is not None
        widths.append(interval.high - interval.low)
    assert widths[1] > 2 * widths[0]


def test_the_interval_of_a_share_is_about_the_binomial_one() -> None:
    rows = [[1] * 100, [1] * 70 + [2] * 30]
    ratings = ratings_of(rows, "nominal", SCALE)
    interval = Bootstrap(ratings.clusters, seed=1).interval(prepare_percent(ratings))
    spread = 1.96 * np.sqrt(0.7 * 0.3 / 100)
    assert interval.low == pytest.approx(0.7 - spread, abs=0.011)
    assert interval.high == pytest.approx(0.7 + spread, abs=0.011)


def test_perfect_agreement_has_no_width() -> None:
    ratings = ratings_of([[1, 2, 3, 4] * 5] * 2, "ordinal", SCALE)
    interval = Bootstrap(ratings.clusters, seed=1).interval(prepare_alpha(ratings))
    assert (interval.low, interval.high) == (1.0, 1.0)


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        ([[1, 2, 3, 4], [1, 2, 3, 3]], Undefined.TOO_FEW_UNITS),
        ([[1] * 9 + [2], [1] * 9 + [2]], Undefined.UNDEFINED_RESAMPLES),
        ([[1] * 10, [1] * 10], Undefined.NO_VARIATION),
        ([[1] * 10], Undefined.TOO_FEW_RATERS),
    ],
)
def test_without_an_interval_there_is_a_reason(rows: list[list[int | None]], reason: Undefined) -> None:
    ratings = ratings_of(rows, "nominal", SCALE)
    interval = Bootstrap(ratings.clusters, seed=1).interval(prepare_alpha(ratings))
    assert (interval.low, interval.high, interval.reason) == (None, None, reason)


def test_units_that_count_for_nothing_are_not_drawn() -> None:
    """Five rated units beside a thousand unrated ones are five, in every resample."""
    row = [1, 2, 3, 4, 1, 2, 3, 4]
    ratings = ratings_of([[*row, *[None] * 1000], [*row[:-1], 1, *[None] * 1000]], "nominal", SCALE)
    assert Bootstrap(ratings.clusters, seed=1).interval(prepare_alpha(ratings)).low is not None


def test_costly_coefficients_get_fewer_resamples_and_never_too_few() -> None:
    ratings = noisy(60, 20, missing=0.3)
    for measured in measure_agreement(ratings, [Metric.SPEARMAN, Metric.COHEN_KAPPA], seed=1):
        assert LEAST_RESAMPLES <= measured.interval.resamples < 1000
        assert measured.interval.low is not None


def test_pairs_that_share_two_units_do_not_vanish_from_the_mean_unseen() -> None:
    """Most pairs share two units; a resample without both is about the few pairs that share all."""
    full = [1, 2, 3, 4, 1, 2, 3, 4, 2, 3]
    rows: Rows = [full, [*full[:9], 4], *[[2, 1, *[None] * 8], [1, 2, *[None] * 8]] * 10]
    ratings = ratings_of(rows, "ordinal", SCALE)
    (measured,) = measure_agreement(ratings, [Metric.WEIGHTED_KAPPA], seed=1)
    assert measured.coefficient.value is not None
    assert measured.interval.reason == Undefined.UNDEFINED_RESAMPLES


def test_who_cannot_wait_gets_the_coefficient_without_its_interval() -> None:
    ratings = noisy(60, 20, missing=0.3)
    metrics = [Metric.SPEARMAN, Metric.KRIPPENDORFF_ALPHA]
    spearman, alpha = measure_agreement(ratings, metrics, seed=1, most_work=QUICK)
    assert (spearman.interval.low, spearman.interval.reason) == (None, Undefined.TOO_LARGE)
    assert spearman.coefficient.value is not None
    assert alpha.interval.low is not None


def test_what_would_take_minutes_has_no_interval() -> None:
    ratings = noisy(2, 10)
    prepared = prepare_percent(ratings)
    huge = Prepared(
        prepared.kernel, None, prepared.used, prepared.n_items, prepared.n_ratings, cost=10_000_000_000
    )
    assert Bootstrap(ratings.clusters, seed=1).interval(huge).reason == Undefined.TOO_LARGE


@pytest.mark.parametrize("level", ["nominal", "ordinal", "interval", "ratio"])
def test_metrics_offered_for_a_level_are_those_that_fit_it(level: str) -> None:
    rows = [[1, 2, 3, 4, 1, 3], [1, 2, 4, 4, 2, 3], [2, 2, 3, 4, 1, 3]]
    ratings = ratings_of(rows, level, SCALE if level in {"nominal", "ordinal"} else ())
    fitting = set(fitting_metrics(ratings))
    for metric, prepare in AGREEMENT.items():
        fits = prepare(ratings).estimate().reason != Undefined.NOT_FOR_THIS_LEVEL
        assert fits == (metric in fitting), metric


def test_an_ordinal_scale_of_words_is_offered_ranks_and_no_distances() -> None:
    ratings = ratings_of([["a", "b", "b"], ["a", "a", "b"]], "ordinal", ["a", "b"])
    fitting = fitting_metrics(ratings)
    assert Metric.SPEARMAN in fitting
    assert Metric.ICC_2_1 not in fitting
    assert krippendorff_alpha(ratings).value is not None
