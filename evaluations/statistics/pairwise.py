"""Statistics of pairwise verdicts: matrix, win rates with interval, Elo and Bradley-Terry.

Pure functions over arrays of ``Outcome``; an undefined value is ``None``, with its reason. Elo and
Bradley-Terry are written out, since the reference library (evalica) takes four seconds to load and
150 MB to keep; the tests hold both against it.
"""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

Winner = Literal["A", "B", "TIE"]

UNDEFINED_NO_PAIRS = "no_pairs"
UNDEFINED_DISCONNECTED = "disconnected"
UNDEFINED_UNBEATEN = "unbeaten"

ELO_START = 1000.0
ELO_STEP = 4.0
_POINTS: dict[Winner, float] = {"A": 1.0, "B": 0.0, "TIE": 0.5}
_PRECISION = 1e-12
_MOST_ROUNDS = 100_000


@dataclass(frozen=True, slots=True)
class Outcome:
    """One pair: who met whom, and who won (``None``: open). ``confidence`` is the mean of its judgements."""

    side_a: int
    side_b: int
    winner: Winner | None
    is_conflict: bool = False
    confidence: float | None = None


@dataclass(slots=True)
class MatrixCell:
    """The record of side a against side b; ``pairs`` counts decided and open ones."""

    side_a: int
    side_b: int
    wins_a: int = 0
    wins_b: int = 0
    ties: int = 0
    conflicts: int = 0
    pairs: int = 0
    open: int = 0
    confidence_sum: float = 0.0
    confidence_n: int = 0

    @property
    def win_rate_a(self) -> float | None:
        """wins / (wins + losses + ties); undefined without a decided pair."""
        decided = self.wins_a + self.wins_b + self.ties
        return self.wins_a / decided if decided else None

    @property
    def avg_confidence(self) -> float | None:
        """The mean confidence over decided pairs."""
        return self.confidence_sum / self.confidence_n if self.confidence_n else None


@dataclass(frozen=True, slots=True)
class Record:
    """One side's record over all pairs against others."""

    side: int
    wins: int
    losses: int
    ties: int

    @property
    def decided(self) -> int:
        """Pairs that have a verdict."""
        return self.wins + self.losses + self.ties

    @property
    def win_rate(self) -> float | None:
        """wins / (wins + losses + ties); undefined without a decided pair."""
        return self.wins / self.decided if self.decided else None


@dataclass(frozen=True, slots=True)
class Strengths:
    """Bradley-Terry strengths by side, summing to 1, or the reason why there are none."""

    values: dict[int, float] | None
    undefined_because: str = ""


def matrix(outcomes: Iterable[Outcome]) -> list[MatrixCell]:
    """One cell for each two sides that met, in order of first appearance; same-side pairs included."""
    cells: dict[tuple[int, int], MatrixCell] = {}
    for outcome in outcomes:
        key = (outcome.side_a, outcome.side_b)
        cell = cells.setdefault(key, MatrixCell(*key))
        cell.pairs += 1
        _count(cell, outcome)
    return list(cells.values())


def _count(cell: MatrixCell, outcome: Outcome) -> None:
    if outcome.winner is None:
        cell.open += 1
        return
    cell.wins_a += outcome.winner == "A"
    cell.wins_b += outcome.winner == "B"
    cell.ties += outcome.winner == "TIE"
    cell.conflicts += outcome.is_conflict
    if outcome.confidence is not None:
        cell.confidence_sum += outcome.confidence
        cell.confidence_n += 1


def records(outcomes: Iterable[Outcome], sides: Sequence[int]) -> list[Record]:
    """Each side's record; pairs of a side with itself say nothing about it and do not count."""
    counts = {side: [0, 0, 0] for side in sides}
    for outcome in outcomes:
        if outcome.winner is None or outcome.side_a == outcome.side_b:
            continue
        index = {"A": 0, "B": 1, "TIE": 2}[outcome.winner]
        counts[outcome.side_a][index] += 1
        counts[outcome.side_b][(1, 0, 2)[index]] += 1
    return [Record(side, *count) for side, count in counts.items()]


def wilson_interval(successes: int, n: int, z: float = 1.959963984540054) -> tuple[float, float] | None:
    """The Wilson score interval of a proportion (Wilson 1927, JASA 22:209-212); ``None`` for n = 0.

    ``z`` is the normal quantile, here of a 95 % interval. Unlike the Wald interval it stays
    honest for few pairs and for records without a loss.
    """
    if n == 0:
        return None
    share = successes / n
    centre = share + z * z / (2 * n)
    margin = z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    scale = 1 + z * z / n
    return max(0.0, (centre - margin) / scale), min(1.0, (centre + margin) / scale)


def bradley_terry(outcomes: Sequence[Outcome], sides: Sequence[int]) -> Strengths:
    """Bradley-Terry strengths (Bradley and Terry 1952); a tie is half a win for each.

    They exist only where, for every split of the sides in two groups, each group has beaten or
    tied the other at least once (Ford 1957); that is checked first.
    """
    met = [outcome for outcome in outcomes if outcome.winner is not None and outcome.side_a != outcome.side_b]
    if not met:
        return Strengths(None, UNDEFINED_NO_PAIRS)
    reason = _why_undefined(met, sides)
    if reason:
        return Strengths(None, reason)
    return Strengths(_strengths(met, sides))


def elo(outcomes: Sequence[Outcome], sides: Sequence[int]) -> dict[int, float] | None:
    """Elo ratings after all decided pairs in queue order, all starting at 1000; ``None`` without a pair.

    Elo (1978), The Rating of Chessplayers: expected score on a base of 10 and a scale of 400, with
    a step of ``ELO_STEP`` for each pair.
    """
    met = [outcome for outcome in outcomes if outcome.winner is not None and outcome.side_a != outcome.side_b]
    if not met:
        return None
    ratings = dict.fromkeys(sides, ELO_START)
    for outcome in met:
        difference = ratings[outcome.side_b] - ratings[outcome.side_a]
        expected = 1 / (1 + 10 ** (difference / 400))
        change = ELO_STEP * (_POINTS[outcome.winner or "TIE"] - expected)
        ratings[outcome.side_a] += change
        ratings[outcome.side_b] -= change
    return ratings


def _strengths(met: Sequence[Outcome], sides: Sequence[int]) -> dict[int, float]:
    """The maximum likelihood, by the minorisation of Hunter (2004), Annals of Statistics 32:384-406."""
    points = dict.fromkeys(sides, 0.0)
    meetings: dict[int, Counter[int]] = {side: Counter() for side in sides}
    for outcome in met:
        a, b, won = outcome.side_a, outcome.side_b, _POINTS[outcome.winner or "TIE"]
        points[a] += won
        points[b] += 1 - won
        meetings[a][b] += 1
        meetings[b][a] += 1
    values = dict.fromkeys(sides, 1 / len(sides))
    for _round in range(_MOST_ROUNDS):
        raised = {
            side: points[side]
            / sum(n / (values[side] + values[other]) for other, n in meetings[side].items())
            for side in sides
        }
        total = sum(raised.values())
        following = {side: value / total for side, value in raised.items()}
        change = max(abs(following[side] - values[side]) / values[side] for side in sides)
        values = following
        if change < _PRECISION:
            break
    return values


def _why_undefined(met: Sequence[Outcome], sides: Sequence[int]) -> str:
    beats: dict[int, set[int]] = {side: set() for side in sides}
    for outcome in met:
        if outcome.winner in {"A", "TIE"}:
            beats[outcome.side_a].add(outcome.side_b)
        if outcome.winner in {"B", "TIE"}:
            beats[outcome.side_b].add(outcome.side_a)
    beaten = {side: {other for other in sides if side in beats[other]} for side in sides}
    either = {side: beats[side] | beaten[side] for side in sides}
    start = sides[0]
    if len(_reached(start, either)) < len(sides):
        return UNDEFINED_DISCONNECTED
    if len(_reached(start, beats)) < len(sides) or len(_reached(start, beaten)) < len(sides):
        return UNDEFINED_UNBEATEN
    return ""


def _reached(start: int, edges: dict[int, set[int]]) -> set[int]:
    seen, todo = {start}, [start]
    while todo:
        new = edges[todo.pop()] - seen
        seen |= new
        todo.extend(new)
    return seen
