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
    categories = _categories(ratings, known)
    table = _tables(ratings, known, categories).sum(axis=0)
    return Confusion(categories, table.reshape(len(categories), len(categories)).astype(np.int64))


def prepare_accuracy(ratings: Ratings, known: Known) -> Prepared:
    """See ``accuracy``."""
    categories = _categories(ratings, known)
    tables = _tables(ratings, known, categories)
    right, all_of_them = tables[:, :: len(categories) + 1].sum(axis=1), tables.sum(axis=1)

    def kernel(weights: FloatArray) -> FloatArray:
        return quotient(weights @ right, weights @ all_of_them)

    return _prepared(ratings, tables, kernel)


def prepare_macro_f1(ratings: Ratings, known: Known) -> Prepared:
    """See ``macro_f1``."""
    categories = _categories(ratings, known)
    tables = _tables(ratings, known, categories)

    def kernel(weights: FloatArray) -> FloatArray:
        drawn = (weights @ tables).reshape(len(weights), len(categories), len(categories))
        right = np.einsum("bcc->bc", drawn)
        return mean_of_defined(quotient(2 * right, drawn.sum(axis=1) + drawn.sum(axis=2)))

    return _prepared(ratings, tables, kernel)


def _prepared(ratings: Ratings, tables: FloatArray, kernel: Kernel) -> Prepared:
    per_unit = tables.sum(axis=1)
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
        cost=tables.size // max(1, len(tables)) + len(tables),
    )


def _categories(ratings: Ratings, known: Known) -> tuple[RatingValue, ...]:
    """The scale's, and known values that are not on it, which nobody could have given."""
    return tuple(
        dict.fromkeys([*ratings.categories, *(known[unit] for unit in ratings.units if unit in known)])
    )


def _tables(ratings: Ratings, known: Known, categories: tuple[RatingValue, ...]) -> FloatArray:
    """Units x (known x given), flat: how many raters gave the unit this value."""
    width = len(categories)
    place = {value: index for index, value in enumerate(categories)}
    tables = np.zeros((len(ratings.units), width, width))
    for row, unit in enumerate(ratings.units):
        if unit in known:
            tables[row, place[known[unit]], : len(ratings.categories)] = ratings.counts[row]
    return tables.reshape(len(ratings.units), width * width)
