"""Percentile intervals of any coefficient, by drawing clusters of units again.

Source: Efron and Tibshirani (1993), An Introduction to the Bootstrap, ch. 13. What is drawn is what would be
drawn anew in another study: items, with all ratings of all their units. A resample is a row of weights, how
often each unit is in it; so a thousand of them are a few products of matrices.
"""

import numpy as np

from evaluations.statistics.results import FloatArray, IntArray, Interval, Kernel, Prepared, Undefined

RESAMPLES = 1000
"""Enough that an end of a 95 % interval has 25 resamples beyond it."""
LEAST_RESAMPLES = 200
"""Fewer leave less than five beyond an end, which then jumps from seed to seed."""
LEAST_CLUSTERS = 5
"""Four clusters make 35 different resamples: not one in 40, so a 95 % interval would be the whole range."""
LEAST_DEFINED = 0.9
"""The share of resamples that must have a value. Those without one are not like the others."""
CONFIDENCE = 0.95
QUICK = 10_000_000
"""Numbers that are handled in well below a tenth of a second: for a page with many coefficients."""
PATIENT = 1_000_000_000
"""Numbers that are handled in a few seconds."""
_AFFORDABLE = 20_000_000
"""Numbers up to which ``RESAMPLES`` are drawn."""
_AT_ONCE = 200_000


class Bootstrap:
    """Resamples of one set of units, drawn once and used for every coefficient.

    ``clusters`` (units) numbers what is drawn together; ``seed`` makes it reproducible; a coefficient
    for which ``LEAST_RESAMPLES`` are more work than ``most_work`` (``QUICK``, ``PATIENT``) has no interval.
    """

    def __init__(
        self, clusters: IntArray, *, seed: int, resamples: int = RESAMPLES, most_work: int = PATIENT
    ) -> None:
        self._clusters = clusters
        self._seed = seed
        self._resamples = resamples
        self._most_work = most_work
        self._drawn: dict[bytes, FloatArray] = {}

    def interval(self, prepared: Prepared) -> Interval:
        """The coefficient's 95 % interval. Costly ones get fewer resamples, never under 200, or none."""
        if prepared.kernel is None:
            return Interval(None, None, prepared.reason, 0)
        estimate = prepared.estimate()
        if estimate.value is None:
            return Interval(None, None, estimate.reason, 0)
        if len(np.unique(self._clusters[prepared.used])) < LEAST_CLUSTERS:
            return Interval(None, None, Undefined.TOO_FEW_UNITS, 0)
        number = self._affordable(prepared.cost)
        if number == 0:
            return Interval(None, None, Undefined.TOO_LARGE, 0)
        return self._from_values(self._values(prepared, prepared.kernel, number))

    def _affordable(self, cost: int) -> int:
        if cost * LEAST_RESAMPLES > self._most_work:
            return 0
        return min(self._resamples, max(LEAST_RESAMPLES, _AFFORDABLE // max(1, cost)))

    def _values(self, prepared: Prepared, kernel: Kernel, number: int) -> FloatArray:
        weights = self._weights(prepared)[:number]
        step = max(1, _AT_ONCE // max(1, prepared.cost))
        parts = [kernel(weights[start : start + step]) for start in range(0, number, step)]
        return np.concatenate(parts)

    def _from_values(self, values: FloatArray) -> Interval:
        defined = values[~np.isnan(values)]
        if len(defined) < LEAST_DEFINED * len(values):
            return Interval(None, None, Undefined.UNDEFINED_RESAMPLES, len(values))
        tail = (1 - CONFIDENCE) / 2
        low, high = np.quantile(defined, [tail, 1 - tail])
        return Interval(float(low), float(high), None, len(values))

    def _weights(self, prepared: Prepared) -> FloatArray:
        """Resamples x units; only clusters with a unit that counts are drawn, as many as there are."""
        key = prepared.used.tobytes()
        if key not in self._drawn:
            chosen, members = np.unique(self._clusters[prepared.used], return_inverse=True)
            count = len(chosen)
            draws = np.random.default_rng(self._seed).integers(0, count, (self._resamples, count))
            cells = draws + np.arange(self._resamples)[:, None] * count
            times = np.bincount(cells.ravel(), minlength=self._resamples * count)
            weights = np.zeros((self._resamples, len(prepared.used)))
            weights[:, prepared.used] = times.reshape(self._resamples, count)[:, members]
            self._drawn[key] = weights
        return self._drawn[key]
