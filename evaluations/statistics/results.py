"""What every coefficient gives back: a value or the reason why there is none, and on how much it stands."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]
BoolArray = NDArray[np.bool_]


class Undefined(StrEnum):
    """Why a coefficient or an interval has no value."""

    NO_RATINGS = "no_ratings"
    """Nobody has answered."""
    TOO_FEW_RATERS = "too_few_raters"
    """Fewer than two raters."""
    TOO_FEW_UNITS = "too_few_units"
    """Units were rated in common, but fewer than the coefficient needs."""
    NO_COMMON_UNITS = "no_common_units"
    """No unit was rated by two raters."""
    NO_VARIATION = "no_variation"
    """All ratings are the same, so agreement by chance is certain, or there is nothing to rank."""
    NOT_FOR_THIS_LEVEL = "not_for_this_level"
    """The coefficient does not apply to the level of measurement."""
    MISSING_RATINGS = "missing_ratings"
    """Too few units were rated by every rater, which this coefficient needs."""
    NO_KNOWN_LABELS = "no_known_labels"
    """No rated unit has a known right value."""
    UNDEFINED_RESAMPLES = "undefined_resamples"
    """Too many resamples have no value, so those that have one would make too narrow an interval."""
    TOO_LARGE = "too_large"
    """Too many ratings or different values to be computed while somebody waits."""


@dataclass(frozen=True, slots=True)
class Coefficient:
    """A coefficient's ``value``, or ``None`` with its ``reason``.

    ``n_items``: the units it compares ratings in; ``n_ratings``: the ratings of these units.
    """

    value: float | None
    reason: Undefined | None
    n_items: int
    n_ratings: int


@dataclass(frozen=True, slots=True)
class Interval:
    """A percentile interval, or ``None`` for both ends with the ``reason``.

    ``resamples``: how many were drawn.
    """

    low: float | None
    high: float | None
    reason: Undefined | None
    resamples: int


Kernel = Callable[[FloatArray], FloatArray]
"""From weights (resamples x units: how often each unit is drawn) to values (resamples), NaN: undefined."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """A coefficient made ready for one set of ratings, so that estimate and resamples are computed alike.

    ``kernel`` is ``None`` where ``reason`` says why there is nothing to compute; ``used`` (units) marks
    the units that count; ``cost`` is about how many numbers one resample handles.
    """

    kernel: Kernel | None
    reason: Undefined | None
    used: BoolArray
    n_items: int
    n_ratings: int
    cost: int

    def estimate(self) -> Coefficient:
        """The coefficient of the ratings themselves."""
        if self.kernel is None:
            return Coefficient(None, self.reason, self.n_items, self.n_ratings)
        value = float(self.kernel(np.ones((1, len(self.used))))[0])
        if np.isnan(value):
            return Coefficient(None, Undefined.NO_VARIATION, self.n_items, self.n_ratings)
        return Coefficient(value, None, self.n_items, self.n_ratings)


def quotient(above: FloatArray, below: FloatArray) -> FloatArray:
    """``above / below``, NaN where ``below`` is not positive."""
    result: FloatArray = np.full(np.broadcast(above, below).shape, np.nan)
    np.divide(above, below, out=result, where=below > 0)
    return result


def mean_of_defined(values: FloatArray) -> FloatArray:
    """The mean over the last axis of what is not NaN; NaN where nothing is left."""
    defined = ~np.isnan(values)
    return quotient(np.where(defined, values, 0.0).sum(axis=-1), defined.sum(axis=-1).astype(np.float64))
