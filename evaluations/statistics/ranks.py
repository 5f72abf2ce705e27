"""Rank coefficients with ties: Spearman's rho, Kendall's tau-b, Kendall's W.

rho and tau-b are read off each two raters' table of how often value c met value k, over their common units;
ranks are those within the common units, tied values share their mean rank. Over more than two raters they
are the plain mean over the pairs where they are defined.

Sources: Kendall (1945), Biometrika 33:239-251 (tau-b and the treatment of ties); Kendall and Gibbons (1990),
Rank Correlation Methods, 5th ed., ch. 3, 6 (W, rho with ties).
"""

from collections.abc import Callable, Iterator

import numpy as np

from evaluations.statistics.rater_pairs import common_units, prepared_pairs, why_no_pairs
from evaluations.statistics.ratings import Ratings
from evaluations.statistics.results import BoolArray, Coefficient, FloatArray, Prepared, Undefined, quotient
from evaluations.task_types.values import Level

LEAST_UNITS = 3
"""Two units are ranked either alike or the other way round: every rank coefficient would be 1 or -1."""
MOST_VALUES = 2000
"""Different values in use: the table of two raters has the square of it as cells."""
_BLOCK = 30_000
"""Cells that are handled at once: a few blocks fit into a processor's cache."""


def spearman(ratings: Ratings) -> Coefficient:
    """Spearman's rho: Pearson's correlation of the ranks."""
    return prepare_spearman(ratings).estimate()


def kendall_tau_b(ratings: Ratings) -> Coefficient:
    """Kendall's tau-b: concordant less discordant pairs of units, by the root of both raters' untied ones."""
    return prepare_kendall_tau_b(ratings).estimate()


def kendall_w(ratings: Ratings) -> Coefficient:
    """Kendall's W, corrected for ties, over the units that every rater has rated."""
    return prepare_kendall_w(ratings).estimate()


def prepare_spearman(ratings: Ratings) -> Prepared:
    """See ``spearman``."""
    return _prepare_tables(ratings, _rho)


def prepare_kendall_tau_b(ratings: Ratings) -> Prepared:
    """See ``kendall_tau_b``."""
    return _prepare_tables(ratings, _tau_b)


def prepare_kendall_w(ratings: Ratings) -> Prepared:
    """See ``kendall_w``; with m raters and centred ranks r, W = sum_u (sum_i r_iu)² / (m sum_iu r_iu²)."""
    reason, complete = complete_units(
        ratings, fits=ratings.level is not Level.NOMINAL, least_units=LEAST_UNITS
    )
    codes = ratings.codes[ratings.present.any(axis=1)][:, complete]
    one_hot = (codes[:, :, None] == np.arange(len(ratings.categories))).astype(np.float64)
    raters = len(codes)

    def kernel(weights: FloatArray) -> FloatArray:
        used = weights[:, complete]
        ranks_of_values = _centred_ranks(np.einsum("bu,iuc->bic", used, one_hot, optimize=True), axis=2)
        ranks = np.take_along_axis(ranks_of_values, codes[None], axis=2)
        between = (used * ranks.sum(axis=1) ** 2).sum(axis=1)
        return quotient(between, raters * np.einsum("bu,biu->b", used, ranks**2, optimize=True))

    number = int(complete.sum())
    return Prepared(
        kernel=None if reason else kernel,
        reason=reason,
        used=complete,
        n_items=number,
        n_ratings=number * raters,
        cost=raters * (2 * number + 3 * len(ratings.categories)),
    )


def complete_units(ratings: Ratings, *, fits: bool, least_units: int) -> tuple[Undefined | None, BoolArray]:
    """Why there are too few units that all raters rated, if so, and which (units) these are."""
    rated = ratings.present[ratings.present.any(axis=1)]
    complete: BoolArray = np.logical_and(rated.all(axis=0), len(rated) > 0)
    reason = ratings.why_not(fits=fits, least_units=least_units)
    if reason is None and complete.sum() < least_units:
        reason = Undefined.MISSING_RATINGS
    return reason, complete


def _prepare_tables(ratings: Ratings, of_tables: Callable[[FloatArray], FloatArray]) -> Prepared:
    """``of_tables``: from tables (see ``_tables``) to values (resamples x pairs)."""
    reason = why_no_pairs(ratings, fits=ratings.level is not Level.NOMINAL, least_units=LEAST_UNITS)
    width = len(ratings.categories)
    if reason is None and width > MOST_VALUES:
        reason = Undefined.TOO_LARGE
    partners = np.triu(common_units(ratings) >= LEAST_UNITS, k=1)

    def values(weights: FloatArray) -> FloatArray:
        found = [
            np.where(tables.sum(axis=(0, 1)) >= LEAST_UNITS, of_tables(tables), np.nan)
            for tables in _tables(ratings, partners, weights)
        ]
        return np.concatenate(found, axis=1)

    cost = 10 * int(partners.sum()) * width**2 + ratings.codes.size
    return prepared_pairs(ratings, reason, values, cost)


def _tables(ratings: Ratings, partners: BoolArray, weights: FloatArray) -> Iterator[FloatArray]:
    """Values x values x resamples x pairs: how often the first rater's value met the second's.

    ``partners`` (raters x raters) marks the pairs; they come in blocks of some first raters, as many as
    ``_BLOCK`` allows. Pairs are the last axis, since sums over a long axis of short ones are slow.
    """
    width, resamples = len(ratings.categories), len(weights)
    kept = np.flatnonzero(partners.any(axis=0) | partners.any(axis=1))
    partners = partners[np.ix_(kept, kept)]
    one_hot = (ratings.codes[kept] == np.arange(width)[:, None, None]).astype(np.float64)
    second = one_hot.reshape(width * len(kept), -1)
    size = max(1, _BLOCK // (resamples * width * len(second)))
    for start in range(0, len(kept), size):
        first = one_hot[:, start : start + size]
        weighted = (first * weights[:, None, None, :]).reshape(-1, first.shape[2])
        met = (weighted @ second.T).reshape(resamples, width, first.shape[1], width, len(kept))
        by_pair = met.transpose(1, 3, 0, 2, 4).reshape(width, width, resamples, -1)
        yield np.take(by_pair, np.flatnonzero(partners[start : start + size]), axis=-1)


def _centred_ranks(counts: FloatArray, axis: int) -> FloatArray:
    """The mean rank of each value (along ``axis``) less the mean of all ranks."""
    ranks: FloatArray = np.cumsum(counts, axis=axis) - counts / 2 - counts.sum(axis=axis, keepdims=True) / 2
    return ranks


def _rho(tables: FloatArray) -> FloatArray:
    rows, columns = tables.sum(axis=1), tables.sum(axis=0)
    row_ranks, column_ranks = _centred_ranks(rows, axis=0), _centred_ranks(columns, axis=0)
    shared = ((tables * column_ranks).sum(axis=1) * row_ranks).sum(axis=0)
    spreads = (rows * row_ranks**2).sum(axis=0) * (columns * column_ranks**2).sum(axis=0)
    return quotient(shared, np.sqrt(spreads))


def _tau_b(tables: FloatArray) -> FloatArray:
    """Each pair of units counts twice, from above and from below, which cancels out."""
    rows, columns = tables.sum(axis=1), tables.sum(axis=0)
    surplus = (tables * _beyond(_beyond(tables, axis=0), axis=1)).sum(axis=(0, 1))
    pairs = rows.sum(axis=0) ** 2
    untied = (pairs - (rows**2).sum(axis=0)) * (pairs - (columns**2).sum(axis=0))
    return quotient(surplus, np.sqrt(untied))


def _beyond(tables: FloatArray, axis: int) -> FloatArray:
    """For each cell what stands at higher values of ``axis`` less what stands at lower ones."""
    up_to = np.cumsum(tables, axis=axis)
    beyond: FloatArray = tables.sum(axis=axis, keepdims=True) - 2 * up_to + tables
    return beyond
