"""People and models: how much people agree among each other, models with people, models among each other."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from evaluations.statistics.pair_matrix import PairMatrix
from evaluations.statistics.results import BoolArray, FloatArray

Kind = Literal["person", "model"]


@dataclass(frozen=True, slots=True)
class GroupMean:
    """Means over the pairs of a group that have a common unit, each pair counting once.

    ``n``: their common units, summed up; ``pairs``: how many they are. ``percent`` is ``None`` without
    a pair, ``kappa`` without one whose kappa is defined (``kappa_pairs``).
    """

    percent: float | None
    kappa: float | None
    n: int
    pairs: int
    kappa_pairs: int


@dataclass(frozen=True, slots=True)
class GroupSummary:
    """The three groups of pairs."""

    human_human: GroupMean
    llm_human: GroupMean
    llm_llm: GroupMean


def summarise_groups(matrix: PairMatrix, kinds: Sequence[Kind]) -> GroupSummary:
    """``kinds``: what each rater of the matrix is, in its order."""
    is_model = np.array([kind == "model" for kind in kinds], dtype=np.bool_)
    models = is_model[:, None].astype(np.int64) + is_model[None, :]
    upper = np.triu(np.ones(models.shape, dtype=np.bool_), k=1)
    means = [_mean(matrix, upper & (models == number)) for number in range(3)]
    return GroupSummary(*means)


def _mean(matrix: PairMatrix, chosen: BoolArray) -> GroupMean:
    met = chosen & (matrix.n > 0)
    kappas = matrix.kappa[met]
    defined = kappas[~np.isnan(kappas)]
    return GroupMean(
        percent=_mean_or_none(matrix.percent[met]),
        kappa=_mean_or_none(defined),
        n=int(matrix.n[met].sum()),
        pairs=int(met.sum()),
        kappa_pairs=len(defined),
    )


def _mean_or_none(values: FloatArray) -> float | None:
    return float(values.mean()) if len(values) else None
