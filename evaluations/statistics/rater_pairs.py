"""Coefficients of two raters, for all pairs of raters at once: kappas, mean absolute and squared error.

Every one of them compares the disagreement of two raters with what their marginals would give, and every
disagreement used here is a squared distance: of unit vectors (equal or not), of thermometer codes (steps
between), of places on the scale (squared). So sums over the common units of all pairs are products of a few
raters x units matrices.

Over more than two raters the coefficient is the plain mean over the pairs where it is defined: Light (1971),
Psychological Bulletin 76:365-377, for kappa.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np

from evaluations.statistics.ratings import Ratings
from evaluations.statistics.results import (
    Coefficient,
    FloatArray,
    IntArray,
    Prepared,
    Undefined,
    mean_of_defined,
    quotient,
)
from evaluations.task_types.values import Level

Weighting = Literal["equality", "linear", "quadratic"]

LEAST_UNITS = 2
"""Common units that a kappa needs: in a single one it is 0 or undefined, whatever the raters said."""
LEAST_PAIRS = 0.5
"""The share of the pairs that must have a value in a resample as well: where most share a few units that were
not drawn, the mean over the others is another figure."""
_NOISE = 1e-12
"""Squared errors below this share of the sums that they are the difference of are rounding."""


def cohen_kappa(ratings: Ratings) -> Coefficient:
    """Cohen's kappa (Cohen 1960, Educational and Psychological Measurement 20:37-46)."""
    return prepare_cohen_kappa(ratings).estimate()


def weighted_kappa(ratings: Ratings, weighting: Weighting = "quadratic") -> Coefficient:
    """Weighted kappa (Cohen 1968, Psychological Bulletin 70:213-220) of ordinal ratings.

    A disagreement weighs as the number of steps between the categories (``linear``) or its square.
    """
    return prepare_weighted_kappa(ratings, weighting).estimate()


def mae(ratings: Ratings) -> Coefficient:
    """The mean absolute difference of two raters, in units of the scale."""
    return prepare_mae(ratings).estimate()


def rmse(ratings: Ratings) -> Coefficient:
    """The root of the mean squared difference of two raters, in units of the scale."""
    return prepare_rmse(ratings).estimate()


def prepare_cohen_kappa(ratings: Ratings) -> Prepared:
    """See ``cohen_kappa``."""
    return _prepare_kappa(ratings, "equality", fits=ratings.is_categorical)


def prepare_weighted_kappa(ratings: Ratings, weighting: Weighting = "quadratic") -> Prepared:
    """See ``weighted_kappa``."""
    return _prepare_kappa(ratings, weighting, fits=ratings.level is Level.ORDINAL)


def prepare_mae(ratings: Ratings) -> Prepared:
    """See ``mae``; |a - b| is the sum of the steps between, each the square of its root."""
    steps = np.sqrt(np.abs(np.diff(ratings.scale)))

    def columns() -> Iterator[FloatArray]:
        for place, step in enumerate(steps):
            yield step * (np.arange(len(ratings.scale)) > place)

    return _prepare_error(ratings, columns, len(steps), np.positive)


def prepare_rmse(ratings: Ratings) -> Prepared:
    """See ``rmse``."""

    def columns() -> Iterator[FloatArray]:
        yield ratings.scale - (ratings.scale.max() + ratings.scale.min()) / 2

    return _prepare_error(ratings, columns, 1, np.sqrt)


@dataclass(frozen=True, slots=True)
class PairSums:
    """Sums over the common units of each two raters (resamples x raters x raters).

    ``n``: the units; ``observed``: their squared distances; ``expected``: the same if the second
    rater's ratings were dealt at random to the units.
    """

    n: FloatArray
    observed: FloatArray
    expected: FloatArray


def pair_sums(ratings: Ratings, columns: Iterator[FloatArray], weights: FloatArray) -> PairSums:
    """The sums, with each category at the place whose coordinates are ``columns`` (each: categories)."""
    present = ratings.present.astype(np.float64)
    count = len(ratings.raters)
    squares = np.zeros(ratings.codes.shape)
    together = np.zeros((len(weights), count, count))
    chance = np.zeros_like(together)
    for column in columns:
        feature = np.where(ratings.present, column[ratings.codes], 0.0)
        squares += feature**2
        products = _products(feature, weights, np.concatenate([present, feature]))
        sums = products[..., :count]
        together += products[..., count:]
        chance += sums * sums.transpose(0, 2, 1)
    n = _products(present, weights, present)
    both = _products(squares, weights, present)
    both = both + both.transpose(0, 2, 1)
    observed = both - 2 * together
    observed[observed < _NOISE * both] = 0.0
    expected = both - 2 * np.divide(chance, n, out=np.zeros_like(chance), where=n > 0)
    return PairSums(n, observed, expected)


def kappas(ratings: Ratings, weighting: Weighting, weights: FloatArray) -> tuple[PairSums, FloatArray]:
    """The sums, and the kappa of each two raters (resamples x raters x raters), NaN where undefined."""
    sums = pair_sums(ratings, _columns(weighting, len(ratings.categories)), weights)
    # A pair with a single common unit stays out when a resample has that unit twice.
    counts = (sums.n >= LEAST_UNITS) & (common_units(ratings) >= LEAST_UNITS)
    # Coordinates are whole numbers: without variation the expected distance is 0 to the last digit.
    return sums, 1 - quotient(sums.observed, np.where(counts, sums.expected, 0.0))


def common_units(ratings: Ratings) -> IntArray:
    """Raters x raters: how many units both have rated."""
    present = ratings.present.astype(np.float64)
    return (present @ present.T).astype(np.int64)


def why_no_pairs(ratings: Ratings, *, fits: bool, least_units: int) -> Undefined | None:
    """Why no two raters can be compared: none has ``least_units`` in common with another."""
    reason = ratings.why_not(fits=fits)
    if reason is None and np.triu(common_units(ratings), k=1).max() < least_units:
        return Undefined.TOO_FEW_UNITS
    return reason


def prepared_pairs(
    ratings: Ratings,
    reason: Undefined | None,
    values: Callable[[FloatArray], FloatArray],
    cost: int,
) -> Prepared:
    """``values``: from weights to what each pair has (resamples x pairs); the coefficient is their mean."""
    compared = ratings.per_unit > 1
    enough = 0.0
    if reason is None:
        defined = ~np.isnan(values(np.ones((1, len(ratings.units)))))
        enough = float(defined.sum()) * LEAST_PAIRS

    def kernel(weights: FloatArray) -> FloatArray:
        of_pairs = values(weights)
        counted = (~np.isnan(of_pairs)).sum(axis=1)
        return np.where(counted >= enough, mean_of_defined(of_pairs), np.nan)

    return Prepared(
        kernel=None if reason else kernel,
        reason=reason,
        used=compared,
        n_items=int(compared.sum()),
        n_ratings=int(ratings.per_unit[compared].sum()),
        cost=cost,
    )


def _prepare_kappa(ratings: Ratings, weighting: Weighting, *, fits: bool) -> Prepared:
    reason = why_no_pairs(ratings, fits=fits, least_units=LEAST_UNITS)
    upper = np.triu_indices(len(ratings.raters), k=1)

    def values(weights: FloatArray) -> FloatArray:
        return kappas(ratings, weighting, weights)[1][:, *upper]

    features = 1 if weighting == "quadratic" else len(ratings.categories)
    return prepared_pairs(ratings, reason, values, _cost(ratings, features))


def _prepare_error(
    ratings: Ratings,
    columns: Callable[[], Iterator[FloatArray]],
    features: int,
    finish: Callable[[FloatArray], FloatArray],
) -> Prepared:
    fits = ratings.is_numeric and ratings.level is not Level.NOMINAL
    upper = np.triu_indices(len(ratings.raters), k=1)

    def values(weights: FloatArray) -> FloatArray:
        sums = pair_sums(ratings, columns(), weights)
        return finish(quotient(sums.observed, sums.n)[:, *upper])

    return prepared_pairs(ratings, ratings.why_not(fits=fits), values, _cost(ratings, features))


def _columns(weighting: Weighting, categories: int) -> Iterator[FloatArray]:
    """The coordinates of the categories in which a disagreement is a squared distance (or twice it)."""
    places = np.arange(categories, dtype=np.float64)
    if weighting == "quadratic":
        yield places
        return
    for place in places:
        yield (places == place if weighting == "equality" else places > place).astype(np.float64)


def _products(left: FloatArray, weights: FloatArray, right: FloatArray) -> FloatArray:
    """For each resample, ``left`` (raters x units) times the weights times ``right`` turned round."""
    weighted = (left[None] * weights[:, None, :]).reshape(-1, left.shape[1])
    return (weighted @ right.T).reshape(len(weights), len(left), len(right))


def _cost(ratings: Ratings, features: int) -> int:
    raters, units = ratings.codes.shape
    return int((features + 2) * raters * (units + 3 * raters))
