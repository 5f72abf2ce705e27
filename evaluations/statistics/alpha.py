"""Krippendorff's alpha at four levels of measurement, with missing ratings.

Source: Krippendorff (2011), Computing Krippendorff's Alpha-Reliability; Krippendorff (2019), Content
Analysis, 4th ed., ch. 12. alpha = 1 - D_o / D_e over the pairable values, those of units with at least
two ratings. With n_uc ratings of value c in unit u, m_u ratings in the unit, n_c of the value and n in all::

    D_o = 1/n       * sum_u sum_ck n_uc n_uk delta(c, k) / (m_u - 1)
    D_e = 1/(n(n-1)) * sum_ck n_c n_k delta(c, k)
"""

import numpy as np

from evaluations.statistics.ratings import Ratings
from evaluations.statistics.results import Coefficient, FloatArray, Kernel, Prepared, quotient
from evaluations.task_types.values import Level

LEAST_UNITS = 2
"""In a single unit observed and expected disagreement are the same numbers: alpha would always be 0."""


def krippendorff_alpha(ratings: Ratings, level: Level | str | None = None) -> Coefficient:
    """Krippendorff's alpha; ``level`` reads the ratings at another level than their own."""
    return prepare_alpha(ratings, level).estimate()


def prepare_alpha(ratings: Ratings, level: Level | str | None = None) -> Prepared:
    """See ``krippendorff_alpha``."""
    level = ratings.level if level is None else Level(level)
    reason = ratings.why_not(fits=level in ratings.readable_levels, least_units=LEAST_UNITS)
    pairable = ratings.per_unit > 1
    return Prepared(
        kernel=None if reason else _kernel(ratings, level),
        reason=reason,
        used=pairable,
        n_items=int(pairable.sum()),
        n_ratings=int(ratings.per_unit[pairable].sum()),
        cost=2 * (len(ratings.units) + len(ratings.categories)),
    )


def _kernel(ratings: Ratings, level: Level) -> Kernel:
    """alpha is 1 - (n - 1) * sum_u d_u / sum_ck n_c n_k delta(c, k), d_u being unit u's share of D_o."""
    sizes = ratings.per_unit.astype(np.float64)
    pairable = sizes > 1
    counts = np.where(pairable[:, None], ratings.counts, 0.0)
    per_pair = np.divide(1.0, sizes - 1, out=np.zeros_like(sizes), where=pairable)
    disagreements = {
        Level.NOMINAL: _nominal,
        Level.ORDINAL: _ordinal,
        Level.INTERVAL: _interval,
        Level.RATIO: _ratio,
    }[level]

    def alpha(weights: FloatArray) -> FloatArray:
        totals = weights @ counts
        observed, expected = disagreements(weights * per_pair, counts, totals, ratings.scale)
        varies = (totals > 0).sum(axis=1) > 1
        ratio = quotient((totals.sum(axis=1) - 1) * observed, np.where(varies, expected, 0.0))
        return 1 - ratio

    return alpha


def _nominal(
    weights: FloatArray, counts: FloatArray, totals: FloatArray, scale: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """delta = 1 for different values."""
    per_unit = counts.sum(axis=1) ** 2 - (counts**2).sum(axis=1)
    return weights @ per_unit, totals.sum(axis=1) ** 2 - (totals**2).sum(axis=1)


def _interval(
    weights: FloatArray, counts: FloatArray, totals: FloatArray, scale: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """delta = (c - k)²; distances are measured from the middle, so that no digit is lost on large values."""
    middle = scale - (scale.max() + scale.min()) / 2
    return _squares(weights, counts, totals, np.broadcast_to(middle, totals.shape))


def _ordinal(
    weights: FloatArray, counts: FloatArray, totals: FloatArray, scale: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """delta = (n_c / 2 + the ratings between + n_k / 2)², that is the squared distance of the mean ranks."""
    ranks = np.cumsum(totals, axis=1) - totals / 2 - totals.sum(axis=1, keepdims=True) / 2
    return _squares(weights, counts, totals, ranks)


def _squares(
    weights: FloatArray, counts: FloatArray, totals: FloatArray, places: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """delta = squared distance of ``places`` (resamples x categories).

    It needs no table of values by values: sum_ij (x_i - x_j)² = 2 (n sum x² - (sum x)²).
    """
    sizes = counts.sum(axis=1)
    sums = counts @ places.T
    within = sizes[:, None] * (counts @ (places**2).T) - sums**2
    observed = 2 * np.einsum("bu,ub->b", weights, within)
    spread = totals.sum(axis=1) * (totals * places**2).sum(axis=1) - (totals * places).sum(axis=1) ** 2
    return observed, 2 * spread


def _ratio(
    weights: FloatArray, counts: FloatArray, totals: FloatArray, scale: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """delta = ((c - k) / (c + k))²; 0 of 0 and 0."""
    sums = scale[:, None] + scale[None, :]
    delta = np.divide(scale[:, None] - scale[None, :], sums, out=np.zeros_like(sums), where=sums > 0) ** 2
    per_unit = np.einsum("uc,uc->u", counts @ delta, counts)
    return weights @ per_unit, np.einsum("bc,bc->b", totals @ delta, totals)
