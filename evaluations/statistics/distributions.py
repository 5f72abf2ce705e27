"""What each rater answered: counts by value, mean, median and standard deviation."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass

import numpy as np

from evaluations.statistics.ratings import Ratings, RatingValue
from evaluations.statistics.results import IntArray


@dataclass(frozen=True, slots=True)
class Distribution:
    """One rater's answers on one aspect.

    ``counts``: every value of the scale with how often it was given; ``mean``, ``median`` and ``sd``
    (with n - 1) are ``None`` for words and without enough ratings; ``missing``: units that the rater
    was given and has not rated.
    """

    rater: Hashable
    counts: tuple[tuple[RatingValue, int], ...]
    mean: float | None
    median: float | None
    sd: float | None
    n: int
    missing: int


def distributions(ratings: Ratings, *, given: Mapping[Hashable, int] | None = None) -> list[Distribution]:
    """One for each rater. ``given``: how many units each was given; left out, all of them."""
    given = given or {}
    found = []
    for row, rater in enumerate(ratings.raters):
        codes = ratings.codes[row][ratings.present[row]]
        counted = np.bincount(codes, minlength=len(ratings.categories)).tolist()
        mean, median, sd = _moments(ratings, codes)
        found.append(
            Distribution(
                rater=rater,
                counts=tuple(zip(ratings.categories, counted, strict=True)),
                mean=mean,
                median=median,
                sd=sd,
                n=len(codes),
                missing=max(0, given.get(rater, len(ratings.units)) - len(codes)),
            )
        )
    return found


def _moments(ratings: Ratings, codes: IntArray) -> tuple[float | None, float | None, float | None]:
    if not len(codes) or not ratings.is_numeric:
        return None, None, None
    values = ratings.scale[codes]
    sd = float(values.std(ddof=1)) if len(values) > 1 else None
    return float(values.mean()), float(np.median(values)), sd
