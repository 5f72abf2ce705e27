"""Agreement of any number of raters: percent, Fleiss' kappa, Gwet's AC1. A rater may miss units.

All three compare the ratings of one unit. With m_u ratings of unit u, n_uc of them of value c, the share of
its pairs of ratings that agree is a_u = sum_c n_uc (n_uc - 1) / (m_u (m_u - 1)), and p_a its mean over the
units with at least two ratings. Chance-corrected they are (p_a - p_e) / (1 - p_e).

Sources: Fleiss (1971), Psychological Bulletin 76:378-382; for differing numbers of ratings and for AC1 Gwet
(2008), British Journal of Mathematical and Statistical Psychology 61:29-48, and Gwet (2014), Handbook of
Inter-Rater Reliability, 4th ed., ch. 2: the share of a value, pi_c, is the mean of n_uc / m_u over all rated
units, those with a single rating too. With the same number of ratings everywhere that is Fleiss 1971.
"""

from collections.abc import Callable

import numpy as np

from evaluations.statistics.ratings import Ratings
from evaluations.statistics.results import (
    BoolArray,
    Coefficient,
    FloatArray,
    Kernel,
    Prepared,
    Undefined,
    quotient,
)

LEAST_UNITS = 2
"""The values' shares in a single unit are those of that unit: chance could not be told from agreement."""


def percent(ratings: Ratings) -> Coefficient:
    """p_a, from 0 to 1: the mean over units of the share of pairs of ratings that are equal."""
    return prepare_percent(ratings).estimate()


def fleiss_kappa(ratings: Ratings) -> Coefficient:
    """Fleiss' kappa, p_e = sum_c pi_c²; for nominal and ordinal ratings, both by equality."""
    return prepare_fleiss_kappa(ratings).estimate()


def gwet_ac1(ratings: Ratings) -> Coefficient:
    """Gwet's AC1, p_e = sum_c pi_c (1 - pi_c) / (q - 1), q being the number of categories of the scale.

    Unlike kappa it stays defined, as 1, where all ratings are the same.
    """
    return prepare_gwet_ac1(ratings).estimate()


def prepare_percent(ratings: Ratings) -> Prepared:
    """See ``percent``."""
    compared = ratings.per_unit > 1
    agreeing = _agreeing_shares(ratings)

    def kernel(weights: FloatArray) -> FloatArray:
        return quotient(weights @ agreeing, weights @ compared.astype(np.float64))

    return _prepared(ratings, ratings.why_not(), kernel, used=compared)


def prepare_fleiss_kappa(ratings: Ratings) -> Prepared:
    """See ``fleiss_kappa``."""

    def chance(shares: FloatArray) -> FloatArray:
        varies = (shares > 0).sum(axis=1) > 1
        return np.where(varies, (shares**2).sum(axis=1), np.nan)

    return _chance_corrected(ratings, chance)


def prepare_gwet_ac1(ratings: Ratings) -> Prepared:
    """See ``gwet_ac1``."""
    others = len(ratings.categories) - 1

    def chance(shares: FloatArray) -> FloatArray:
        if others < 1:
            return np.full(len(shares), np.nan)
        expected: FloatArray = (shares * (1 - shares)).sum(axis=1) / others
        return expected

    return _chance_corrected(ratings, chance)


def _chance_corrected(ratings: Ratings, chance: Callable[[FloatArray], FloatArray]) -> Prepared:
    """``chance``: from the values' shares (resamples x categories) to p_e, NaN where nothing varies."""
    sizes = ratings.per_unit.astype(np.float64)
    rated = sizes > 0
    shares_of_units = ratings.counts / np.maximum(sizes, 1)[:, None]
    agreeing = _agreeing_shares(ratings)
    compared = (sizes > 1).astype(np.float64)

    def kernel(weights: FloatArray) -> FloatArray:
        agreement = quotient(weights @ agreeing, weights @ compared)
        number = np.maximum(weights @ rated.astype(np.float64), 1)
        expected = chance((weights @ shares_of_units) / number[:, None])
        return 1 - quotient(1 - agreement, 1 - expected)

    reason = ratings.why_not(fits=ratings.is_categorical, least_units=LEAST_UNITS)
    return _prepared(ratings, reason, kernel, used=rated)


def _prepared(ratings: Ratings, reason: Undefined | None, kernel: Kernel, *, used: BoolArray) -> Prepared:
    compared = ratings.per_unit > 1
    return Prepared(
        kernel=None if reason else kernel,
        reason=reason,
        used=used,
        n_items=int(compared.sum()),
        n_ratings=int(ratings.per_unit[compared].sum()),
        cost=2 * (len(ratings.units) + len(ratings.categories)),
    )


def _agreeing_shares(ratings: Ratings) -> FloatArray:
    """a_u of each unit, 0 where nothing is compared."""
    pairs = (ratings.per_unit * (ratings.per_unit - 1)).astype(np.float64)
    equal = (ratings.counts * (ratings.counts - 1)).sum(axis=1)
    shares: FloatArray = np.divide(equal, pairs, out=np.zeros_like(equal), where=pairs > 0)
    return shares
