"""How much each two raters agree, for all of them at once."""

from collections.abc import Hashable, Iterator
from dataclasses import dataclass

import numpy as np

from evaluations.statistics.rater_pairs import LEAST_UNITS, Weighting, kappas
from evaluations.statistics.ratings import Ratings
from evaluations.statistics.results import FloatArray, IntArray, Undefined
from evaluations.task_types.values import Level


@dataclass(frozen=True, slots=True)
class PairCell:
    """Two raters over their ``n`` common units: the share of equal ratings; kappa or why there is none."""

    percent: float
    kappa: float | None
    reason: Undefined | None
    n: int


@dataclass(frozen=True, eq=False)
class PairMatrix:
    """All pairs: ``n``, ``percent`` and ``kappa`` are raters x raters, NaN where undefined.

    ``weighting`` of kappa: ``equality`` is Cohen's, ``quadratic`` the weighted one of ordinal
    ratings, ``None``: the level has no kappa.
    """

    raters: tuple[Hashable, ...]
    weighting: Weighting | None
    n: IntArray
    percent: FloatArray
    kappa: FloatArray

    def cell(self, first: int, second: int) -> PairCell | None:
        """By the raters' places; ``None`` without a common unit and for a rater with itself."""
        n = int(self.n[first, second])
        if first == second or n == 0:
            return None
        kappa = float(self.kappa[first, second])
        is_defined = not np.isnan(kappa)
        return PairCell(
            percent=float(self.percent[first, second]),
            kappa=kappa if is_defined else None,
            reason=None if is_defined else self._why_no_kappa(n),
            n=n,
        )

    def rows(self) -> Iterator[list[PairCell | None]]:
        """The cells, a row for each rater."""
        places = range(len(self.raters))
        for first in places:
            yield [self.cell(first, second) for second in places]

    def _why_no_kappa(self, n: int) -> Undefined:
        if self.weighting is None:
            return Undefined.NOT_FOR_THIS_LEVEL
        return Undefined.TOO_FEW_UNITS if n < LEAST_UNITS else Undefined.NO_VARIATION


def pair_matrix(ratings: Ratings) -> PairMatrix:
    """Percent, kappa and the number of common units of each two raters.

    Kappa is Cohen's for nominal ratings, the quadratically weighted one for ordinal ratings.
    """
    ones = np.ones((1, len(ratings.units)))
    sums, kappa = kappas(ratings, "equality", ones)
    n = sums.n[0]
    # The squared distance of two different unit vectors is 2.
    percent = 1 - np.divide(sums.observed[0] / 2, n, out=np.full_like(n, np.nan), where=n > 0)
    weighting: Weighting | None = "equality"
    if ratings.level is Level.ORDINAL:
        weighting = "quadratic"
        kappa = kappas(ratings, weighting, ones)[1]
    elif ratings.level is not Level.NOMINAL:
        weighting = None
        kappa = np.full_like(kappa, np.nan)
    return PairMatrix(ratings.raters, weighting, n.astype(np.int64), percent, kappa[0])
