"""Ratings against known right values: accuracy, macro F1 and the confusion table behind them.

All ratings of units with a known value count, whoever gave them; ``Ratings.of_raters`` picks whose. A judge
that failed has given no rating, so its failures count nowhere: they are missing, not wrong.
"""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass

import numpy as np

from evaluations.statistics.ratings import Ratings, RatingValue
from evaluations.statistics.results import (
    Coefficient,
    FloatArray,
    IntArray,
    Kernel,
    Prepared,
    Undefined,
    mean_of_defined,
    quotient,
)

Known = Mapping[Hashable, RatingValue]
"""The right value of each unit that has one."""


@dataclass(frozen=True, slots=True)
class Confusion:
    """``table[known][given]`` counts ratings; both in the order of ``categories``."""

    categories: tuple[RatingValue, ...]
    table: IntArray


def accuracy(ratings: Ratings, known: Known) -> Coefficient:
    """The share of ratings that are the known value."""
    return prepare_accuracy(ratings, known).estimate()


def macro_f1(ratings: Ratings, known: Known) -> Coefficient:
    """The mean over categories of F1 = 2 right / (given + known), categories that occur nowhere left out."""
    return prepare_macro_f1(ratings, known).estimate()


def confusion(ratings: Ratings, known: Known) -> Confusion:
    """How often each value was given where each was right."""
    labelled = _Labelled.of(ratings, known)
    table = np.zeros((len(labelled.categories),) * 2, dtype=np.int64)
    np.add.at(table, labelled.right_codes, labelled.given[labelled.units].astype(np.int64))
    return Confusion(labelled.categories, table)


def prepare_accuracy(ratings: Ratings, known: Known) -> Prepared:
    """See ``accuracy``."""
    labelled = _Labelled.of(ratings, known)
    right, given = labelled.right.sum(axis=1), labelled.given.sum(axis=1)

    def kernel(weights: FloatArray) -> FloatArray:
        return quotient(weights @ right, weights @ given)

    return _prepared(ratings, labelled, kernel)


def prepare_macro_f1(ratings: Ratings, known: Known) -> Prepared:
    """See ``macro_f1``."""
    labelled = _Labelled.of(ratings, known)
    both = labelled.given + labelled.known

    def kernel(weights: FloatArray) -> FloatArray:
        return mean_of_defined(quotient(2 * (weights @ labelled.right), weights @ both))

    return _prepared(ratings, labelled, kernel)


@dataclass(frozen=True, slots=True)
class _Labelled:
    """Counts of ratings (units x categories), 0 in units without a known value.

    ``given``: of this value; ``known``: where this is the right value; ``right``: both at once.
    ``units`` have a known value, ``right_codes`` is its place in ``categories``: the scale's, and known
    values that are not on it, which nobody could have given.
    """

    categories: tuple[RatingValue, ...]
    units: IntArray
    right_codes: IntArray
    given: FloatArray
    known: FloatArray
    right: FloatArray

    @classmethod
    def of(cls, ratings: Ratings, known: Known) -> "_Labelled":
        units = [place for place, unit in enumerate(ratings.units) if unit in known]
        values = [known[ratings.units[place]] for place in units]
        categories = tuple(dict.fromkeys([*ratings.categories, *values]))
        code_of = {value: code for code, value in enumerate(categories)}
        codes = np.array([code_of[value] for value in values], dtype=np.int64)
        rows = np.array(units, dtype=np.int64)
        given = np.zeros((len(ratings.units), len(categories)))
        given[rows, : len(ratings.categories)] = ratings.counts[rows]
        right, right_or_not = np.zeros_like(given), np.zeros_like(given)
        right[rows, codes] = given[rows, codes]
        right_or_not[rows, codes] = given[rows].sum(axis=1)
        return cls(categories, rows, codes, given, right_or_not, right)


def _prepared(ratings: Ratings, labelled: _Labelled, kernel: Kernel) -> Prepared:
    per_unit = labelled.given.sum(axis=1)
    reason = None
    if not ratings.is_categorical:
        reason = Undefined.NOT_FOR_THIS_LEVEL
    elif not ratings.present.any():
        reason = Undefined.NO_RATINGS
    elif not per_unit.any():
        reason = Undefined.NO_KNOWN_LABELS
    return Prepared(
        kernel=None if reason else kernel,
        reason=reason,
        used=per_unit > 0,
        n_items=int((per_unit > 0).sum()),
        n_ratings=int(per_unit.sum()),
        cost=len(ratings.units) + 3 * len(labelled.categories),
    )
