"""A session's results as the page shows them: a full matrix, places with their intervals, tables."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from evaluations.pages.comparison_view import criterion_names, failure_label
from evaluations.reports.pairwise_results import HISTOGRAM_BINS, Rank
from evaluations.reports.session_results import SessionResults, Warning
from evaluations.statistics import pairwise
from evaluations.statistics.pairwise import MatrixCell
from pillars.models import Pillar

WON_ABOVE = 0.6
LOST_BELOW = 0.4

UNDEFINED: dict[str, Promise] = {
    pairwise.UNDEFINED_NO_PAIRS: _("No pair has been decided yet."),
    pairwise.UNDEFINED_DISCONNECTED: _(
        "Some pillars have not met, not even through others; they cannot be put on one scale."
    ),
    pairwise.UNDEFINED_UNBEATEN: _(
        "A pillar has won or lost every one of its pairs; its strength would be without bound. "
        "The win rate with its interval says what can be said."
    ),
}


@dataclass(frozen=True, slots=True)
class GridCell:
    """How a row's pillar did against a column's; figures are the row's."""

    row: Pillar
    column: Pillar
    wins: int = 0
    losses: int = 0
    ties: int = 0
    conflicts: int = 0
    pairs: int = 0
    open: int = 0
    win_rate: float | None = None
    confidence: float | None = None

    @property
    def is_same(self) -> bool:
        """A pillar against itself: nobody can win."""
        return self.row.pk == self.column.pk

    @property
    def outcome(self) -> str:
        """``won`` over 60 %, ``lost`` under 40 %, ``even`` between, nothing where undefined."""
        if self.win_rate is None or self.is_same:
            return ""
        if self.win_rate > WON_ABOVE:
            return "won"
        return "lost" if self.win_rate < LOST_BELOW else "even"

    @property
    def is_mostly_tied(self) -> bool:
        """More than half of the decided pairs have no winner."""
        return self.ties * 2 > self.wins + self.losses + self.ties


@dataclass(frozen=True, slots=True)
class Place:
    """A pillar's place in the ranking."""

    number: int
    pillar: Pillar
    rank: Rank

    @property
    def decided(self) -> int:
        """The pairs that count."""
        return self.rank.wins + self.rank.losses + self.rank.ties


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
    results: SessionResults, pillars: Sequence[Pillar], config: Mapping[str, Any]
) -> ResultsView:
    """Lay the results out for the page."""
    by_number = {pillar.pk: pillar for pillar in pillars}
    return ResultsView(
        results=results,
        pillars=list(pillars),
        grid=_grid(results.matrix, pillars),
        ranking=_places(results.ranking, by_number),
        criteria=_criteria(results, pillars, criterion_names(config)),
        bins=_bins(results.confidence.histogram),
        failures=[(failure_label(code), number) for code, number in results.failures.items()],
        bradley_terry_undefined=_why(results.bradley_terry_undefined),
        elo_undefined=_why(results.elo_undefined),
    )


def _why(code: str) -> str | Promise:
    return UNDEFINED.get(code, code)


def _grid(cells: Sequence[MatrixCell], pillars: Sequence[Pillar]) -> list[tuple[Pillar, list[GridCell]]]:
    by_sides = {(cell.side_a, cell.side_b): cell for cell in cells}
    return [(row, [_cell(row, column, by_sides) for column in pillars]) for row in pillars]


def _cell(row: Pillar, column: Pillar, cells: Mapping[tuple[int, int], MatrixCell]) -> GridCell:
    straight = cells.get((row.pk, column.pk))
    found = straight or cells.get((column.pk, row.pk))
    if found is None:
        return GridCell(row, column)
    wins, losses = (found.wins_a, found.wins_b) if straight else (found.wins_b, found.wins_a)
    decided = found.wins_a + found.wins_b + found.ties
    return GridCell(
        row=row,
        column=column,
        wins=wins,
        losses=losses,
        ties=found.ties,
        conflicts=found.conflicts,
        pairs=found.pairs,
        open=found.open,
        win_rate=wins / decided if decided else None,
        confidence=found.avg_confidence,
    )


def _places(ranking: Sequence[Rank], pillars: Mapping[int, Pillar]) -> list[Place]:
    return [
        Place(number, pillars[rank.pillar], rank)
        for number, rank in enumerate(ranking, start=1)
        if rank.pillar in pillars
    ]


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
