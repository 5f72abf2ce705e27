"""Pairs of pillars as pages show them: a full matrix, and places with their intervals."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from evaluations.reports.pairwise_results import Rank
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


class PairsResults(Protocol):
    """What is shown of pairs, whoever judged them."""

    @property
    def matrix(self) -> tuple[MatrixCell, ...]:
        """One cell for each two pillars that met."""

    @property
    def ranking(self) -> tuple[Rank, ...]:
        """The pillars, the best first."""

    @property
    def bradley_terry_undefined(self) -> str:
        """Why there are no strengths; empty where there are."""

    @property
    def elo_undefined(self) -> str:
        """Why there is no Elo; empty where there is."""


@dataclass(frozen=True, slots=True)
class PairsView:
    """The matrix and the ranking with their pillars."""

    pillars: list[Pillar]
    grid: list[tuple[Pillar, list[GridCell]]]
    ranking: list[Place]
    bradley_terry_undefined: str | Promise
    elo_undefined: str | Promise


def pairs_view(results: PairsResults, pillars: Sequence[Pillar]) -> PairsView:
    """Lay the pairs out; pillars that are not among ``pillars`` are left out."""
    return PairsView(
        pillars=list(pillars),
        grid=_grid(results.matrix, pillars),
        ranking=_places(results.ranking, {pillar.pk: pillar for pillar in pillars}),
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
