"""Where raters disagree most: units ranked by how far their ratings are spread."""

from collections.abc import Hashable
from dataclasses import dataclass

import numpy as np

from evaluations.statistics.ratings import Ratings, RatingValue
from evaluations.statistics.results import FloatArray
from evaluations.task_types.values import Level


@dataclass(frozen=True, slots=True)
class Disagreement:
    """One unit with what each rater said; see ``rank_disagreements`` for ``spread``."""

    unit: Hashable
    spread: float
    values: tuple[tuple[Hashable, RatingValue], ...]


def rank_disagreements(ratings: Ratings, *, limit: int | None = None) -> list[Disagreement]:
    """The units with two or more ratings, most spread first, equal ones in the ratings' order.

    ``spread`` is 0 where all agree. Nominal: 1 less the share of the most frequent value. Else: the
    standard deviation (of the ratings at hand, not an estimate for others) by the range of the scale,
    at most 0.5; steps of an ordinal scale of words count as equal, and the range of an interval or
    ratio scale is that of the values that occur.
    """
    spreads = _nominal(ratings) if ratings.level is Level.NOMINAL else _numeric(ratings)
    compared = np.flatnonzero(ratings.per_unit > 1)
    order = compared[np.argsort(-spreads[compared], kind="stable")][:limit]
    return [Disagreement(ratings.units[unit], float(spreads[unit]), _values(ratings, unit)) for unit in order]


def _nominal(ratings: Ratings) -> FloatArray:
    most = ratings.counts.max(axis=1, initial=0)
    spreads: FloatArray = 1 - most / np.maximum(ratings.per_unit, 1)
    return spreads


def _numeric(ratings: Ratings) -> FloatArray:
    if len(ratings.scale) < 2:
        return np.zeros(len(ratings.units))
    places = ratings.scale - ratings.scale.mean()
    sizes = np.maximum(ratings.per_unit, 1)
    means = ratings.counts @ places / sizes
    squares = (ratings.counts * (places[None, :] - means[:, None]) ** 2).sum(axis=1) / sizes
    spreads: FloatArray = np.sqrt(squares) / np.ptp(ratings.scale)
    # The mean of equal values may be off by a rounding.
    return np.where(ratings.counts.max(axis=1) == ratings.per_unit, 0.0, spreads)


def _values(ratings: Ratings, unit: np.int64) -> tuple[tuple[Hashable, RatingValue], ...]:
    rows = np.flatnonzero(ratings.present[:, unit])
    return tuple((ratings.raters[row], ratings.categories[ratings.codes[row, unit]]) for row in rows)
