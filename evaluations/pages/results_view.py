"""A session's results as the page shows them: a full matrix, places with their intervals, tables."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise

from evaluations.pages.comparison_view import failure_label
from evaluations.pages.pairs_view import GridCell, Place, pairs_view
from evaluations.reports.pairwise_results import HISTOGRAM_BINS
from evaluations.reports.session_results import SessionResults, Warning
from evaluations.task_types.values import Aspect
from pillars.models import Pillar


@dataclass(frozen=True, slots=True)
class Bin:
    """One bar of the confidence histogram; ``share`` is of the highest bar."""

    low: float
    high: float
    count: int
    share: float
    place: int


@dataclass(frozen=True, slots=True)
class ResultsView:
    """All that the results page shows."""

    results: SessionResults
    pillars: list[Pillar]
    grid: list[tuple[Pillar, list[GridCell]]]
    ranking: list[Place]
    criteria: list[tuple[str, list[tuple[float, int] | None]]]
    bins: list[Bin]
    failures: list[tuple[str, int]]
    bradley_terry_undefined: str | Promise
    elo_undefined: str | Promise

    def warns_of(self, warning: Warning) -> bool:
        """Whether the results come with this warning."""
        return warning in self.results.warnings


def results_view(
    results: SessionResults, pillars: Sequence[Pillar], aspects: Sequence[Aspect]
) -> ResultsView:
    """Lay the results out for the page; ``aspects`` name the criteria."""
    pairs = pairs_view(results, pillars)
    return ResultsView(
        results=results,
        pillars=list(pillars),
        grid=pairs.grid,
        ranking=pairs.ranking,
        criteria=_criteria(results, pillars, {aspect.key: aspect.name for aspect in aspects}),
        bins=_bins(results.confidence.histogram),
        failures=[(failure_label(code), number) for code, number in results.failures.items()],
        bradley_terry_undefined=pairs.bradley_terry_undefined,
        elo_undefined=pairs.elo_undefined,
    )


def _criteria(
    results: SessionResults, pillars: Sequence[Pillar], names: Mapping[str, str]
) -> list[tuple[str, list[tuple[float, int] | None]]]:
    means = {(entry.criterion, entry.pillar): (entry.mean, entry.n) for entry in results.criteria}
    keys = dict.fromkeys(entry.criterion for entry in results.criteria)
    return [(names.get(key, key), [means.get((key, pillar.pk)) for pillar in pillars]) for key in keys]


def _bins(histogram: Sequence[int]) -> list[Bin]:
    highest = max(histogram, default=0) or 1
    return [
        Bin(place / HISTOGRAM_BINS, (place + 1) / HISTOGRAM_BINS, count, count / highest, place)
        for place, count in enumerate(histogram)
    ]
