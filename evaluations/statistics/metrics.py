"""Every coefficient by its name, with its interval: what pages and the API ask for."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from evaluations.statistics.agreement import prepare_fleiss_kappa, prepare_gwet_ac1, prepare_percent
from evaluations.statistics.alpha import prepare_alpha
from evaluations.statistics.bootstrap import PATIENT, Bootstrap
from evaluations.statistics.icc import prepare_icc_2_1
from evaluations.statistics.known_labels import Known, prepare_accuracy, prepare_macro_f1
from evaluations.statistics.ranks import prepare_kendall_tau_b, prepare_kendall_w, prepare_spearman
from evaluations.statistics.rater_pairs import (
    prepare_cohen_kappa,
    prepare_mae,
    prepare_rmse,
    prepare_weighted_kappa,
)
from evaluations.statistics.ratings import Ratings
from evaluations.statistics.results import Coefficient, Interval, Prepared
from evaluations.task_types.values import Level


class Metric(StrEnum):
    """The coefficients' names in the API."""

    PERCENT = "percent"
    COHEN_KAPPA = "cohen_kappa"
    WEIGHTED_KAPPA = "weighted_kappa"
    FLEISS_KAPPA = "fleiss_kappa"
    KRIPPENDORFF_ALPHA = "krippendorff_alpha"
    GWET_AC1 = "gwet_ac1"
    SPEARMAN = "spearman"
    KENDALL_TAU_B = "kendall_tau_b"
    KENDALL_W = "kendall_w"
    ICC_2_1 = "icc_2_1"
    ACCURACY = "accuracy"
    MACRO_F1 = "macro_f1"
    MAE = "mae"
    RMSE = "rmse"


@dataclass(frozen=True, slots=True)
class Measured:
    """A coefficient of some ratings, read at ``level``, with its 95 % interval."""

    metric: Metric
    level: Level
    coefficient: Coefficient
    interval: Interval


AGREEMENT: dict[Metric, Callable[[Ratings], Prepared]] = {
    Metric.PERCENT: prepare_percent,
    Metric.COHEN_KAPPA: prepare_cohen_kappa,
    Metric.WEIGHTED_KAPPA: prepare_weighted_kappa,
    Metric.FLEISS_KAPPA: prepare_fleiss_kappa,
    Metric.KRIPPENDORFF_ALPHA: prepare_alpha,
    Metric.GWET_AC1: prepare_gwet_ac1,
    Metric.SPEARMAN: prepare_spearman,
    Metric.KENDALL_TAU_B: prepare_kendall_tau_b,
    Metric.KENDALL_W: prepare_kendall_w,
    Metric.ICC_2_1: prepare_icc_2_1,
    Metric.MAE: prepare_mae,
    Metric.RMSE: prepare_rmse,
}
"""Agreement of raters with each other; alpha at the ratings' own level."""

CORRECTNESS: dict[Metric, Callable[[Ratings, Known], Prepared]] = {
    Metric.ACCURACY: prepare_accuracy,
    Metric.MACRO_F1: prepare_macro_f1,
}
"""Agreement with known right values."""

_BY_EQUALITY = (Metric.PERCENT, Metric.COHEN_KAPPA, Metric.FLEISS_KAPPA, Metric.GWET_AC1)
_BY_ORDER = (Metric.SPEARMAN, Metric.KENDALL_TAU_B, Metric.KENDALL_W)
_BY_DISTANCE = (Metric.ICC_2_1, Metric.MAE, Metric.RMSE)


def fitting_metrics(ratings: Ratings) -> tuple[Metric, ...]:
    """The coefficients of ``AGREEMENT`` that mean something at the ratings' level, in the order to show."""
    metrics = [Metric.KRIPPENDORFF_ALPHA]
    metrics += _BY_EQUALITY if ratings.is_categorical else [Metric.PERCENT]
    if ratings.level is Level.ORDINAL:
        metrics.append(Metric.WEIGHTED_KAPPA)
    if ratings.level is not Level.NOMINAL:
        metrics += _BY_ORDER
    if Level.INTERVAL in ratings.readable_levels:
        metrics += _BY_DISTANCE
    return tuple(metrics)


def measure_agreement(
    ratings: Ratings, metrics: Iterable[Metric], *, seed: int, most_work: int = PATIENT
) -> Iterator[Measured]:
    """Each coefficient of ``metrics`` with its interval; items are drawn by ``ratings.clusters``.

    ``most_work``: see ``Bootstrap``; with ``QUICK`` the means over pairs of many raters have no interval.
    """
    bootstrap = Bootstrap(ratings.clusters, seed=seed, most_work=most_work)
    for metric in metrics:
        prepared = AGREEMENT[metric](ratings)
        yield Measured(metric, ratings.level, prepared.estimate(), bootstrap.interval(prepared))


def measure_correctness(ratings: Ratings, known: Known, *, seed: int) -> Iterator[Measured]:
    """Accuracy and macro F1 with their intervals."""
    bootstrap = Bootstrap(ratings.clusters, seed=seed)
    for metric, prepare in CORRECTNESS.items():
        prepared = prepare(ratings, known)
        yield Measured(metric, ratings.level, prepared.estimate(), bootstrap.interval(prepared))
