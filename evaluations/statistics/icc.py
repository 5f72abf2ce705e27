"""The intraclass correlation ICC(2,1)."""

import numpy as np

from evaluations.statistics.ranks import complete_units
from evaluations.statistics.ratings import Ratings
from evaluations.statistics.results import Coefficient, FloatArray, Prepared, quotient
from evaluations.task_types.values import Level

LEAST_UNITS = 2
"""The mean square between units has no degree of freedom in fewer."""


def icc_2_1(ratings: Ratings) -> Coefficient:
    """ICC(2,1): two-way random effects, absolute agreement, a single rater.

    Shrout and Fleiss (1979), Psychological Bulletin 86:420-428, over the n units that all k raters rated::

        (BMS - EMS) / (BMS + (k - 1) EMS + k (JMS - EMS) / n)

    with the mean squares between units (BMS), between raters (JMS) and of the residual (EMS).
    """
    return prepare_icc_2_1(ratings).estimate()


def prepare_icc_2_1(ratings: Ratings) -> Prepared:
    """See ``icc_2_1``."""
    fits = ratings.is_numeric and Level.INTERVAL in ratings.readable_levels
    reason, complete = complete_units(ratings, fits=fits, least_units=LEAST_UNITS)
    values = ratings.numbers[ratings.present.any(axis=1)][:, complete]
    number = int(complete.sum())

    def kernel(weights: FloatArray) -> FloatArray:
        return _icc(values - values.mean(), weights[:, complete])

    return Prepared(
        kernel=None if reason else kernel,
        reason=reason,
        used=complete,
        n_items=number,
        n_ratings=number * len(values),
        cost=2 * number + 4 * len(values),
    )


def _icc(values: FloatArray, weights: FloatArray) -> FloatArray:
    """``values`` (raters x units) near 0, so that no digit is lost; ``weights``: resamples x units."""
    k, n = len(values), weights.sum(axis=1)
    by_rater = weights @ values.T
    correction = quotient(by_rater.sum(axis=1) ** 2, n * k)
    squares = weights @ (values**2).sum(axis=0)
    units = weights @ values.sum(axis=0) ** 2 / k - correction
    raters = quotient((by_rater**2).sum(axis=1), n) - correction
    total = squares - correction
    residual = total - units - raters
    bms, jms, ems = quotient(units, n - 1), raters / (k - 1), quotient(residual, (n - 1) * (k - 1))
    below = bms + (k - 1) * ems + quotient(k * (jms - ems), n)
    varies = total > 1e-12 * squares
    return quotient(bms - ems, np.where(varies, below, 0.0))
