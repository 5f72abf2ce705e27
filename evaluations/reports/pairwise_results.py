"""What pairs of pillars came to, whoever judged them: matrix, ranking, criteria, confidence."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from evaluations.statistics import pairwise
from evaluations.statistics.pairwise import MatrixCell, Outcome, Record

HISTOGRAM_BINS = 10


@dataclass(frozen=True, slots=True)
class Rank:
    """A pillar's place: record, win rate with its Wilson 95 % interval, Elo, Bradley-Terry strength."""

    pillar: int
    wins: int
    losses: int
    ties: int
    win_rate: float | None
    elo: float | None
    bradley_terry: float | None
    ci_low: float | None
    ci_high: float | None


@dataclass(frozen=True, slots=True)
class CriterionMean:
    """A pillar's mean score on a criterion over ``n`` scores."""

    pillar: int
    criterion: str
    mean: float
    n: int


@dataclass(frozen=True, slots=True)
class Confidence:
    """The judge's confidence over all answers; ``histogram`` counts ten equal bins from 0 to 1."""

    mean: float | None
    histogram: tuple[int, ...]


class Judgement(Protocol):
    """What is needed of one answer: both sides' pillars, scores in the item's frame, confidence."""

    @property
    def pillar_a(self) -> int | None:
        """Thread A's pillar."""

    @property
    def pillar_b(self) -> int | None:
        """Thread B's pillar."""

    @property
    def scores(self) -> dict[str, Any] | None:
        """``[score of A, score of B]`` by criterion."""

    @property
    def confidence(self) -> float | None:
        """From 0 to 1."""


@dataclass(frozen=True, slots=True)
class PairwiseResults:
    """The results; ``bradley_terry_undefined`` and ``elo_undefined`` say why there are no strengths."""

    pillars: tuple[int, ...]
    matrix: tuple[MatrixCell, ...]
    ranking: tuple[Rank, ...]
    bradley_terry_undefined: str
    elo_undefined: str
    criteria: tuple[CriterionMean, ...]
    confidence: Confidence


def pairwise_results(outcomes: Sequence[Outcome], judgements: Sequence[Judgement]) -> PairwiseResults:
    """The results of pairs (one outcome each) and of the single judgements behind them."""
    pillars = sorted({side for outcome in outcomes for side in (outcome.side_a, outcome.side_b)})
    strengths = pairwise.bradley_terry(outcomes, pillars)
    return PairwiseResults(
        pillars=tuple(pillars),
        matrix=tuple(pairwise.matrix(outcomes)),
        ranking=_ranking(outcomes, pillars, strengths.values),
        bradley_terry_undefined=strengths.undefined_because,
        elo_undefined="" if _has_meetings(outcomes) else pairwise.UNDEFINED_NO_PAIRS,
        criteria=_criteria(judgements),
        confidence=confidence_of(judgement.confidence for judgement in judgements),
    )


def _has_meetings(outcomes: Sequence[Outcome]) -> bool:
    return any(outcome.winner is not None and outcome.side_a != outcome.side_b for outcome in outcomes)


def _ranking(
    outcomes: Sequence[Outcome], pillars: Sequence[int], strengths: dict[int, float] | None
) -> tuple[Rank, ...]:
    elo = pairwise.elo(outcomes, pillars) or {}
    ranks = [
        _rank(record, elo.get(record.side), (strengths or {}).get(record.side))
        for record in pairwise.records(outcomes, pillars)
    ]
    return tuple(sorted(ranks, key=_best_first))


def _rank(record: Record, elo: float | None, strength: float | None) -> Rank:
    low, high = pairwise.wilson_interval(record.wins, record.decided) or (None, None)
    return Rank(
        pillar=record.side,
        wins=record.wins,
        losses=record.losses,
        ties=record.ties,
        win_rate=record.win_rate,
        elo=elo,
        bradley_terry=strength,
        ci_low=low,
        ci_high=high,
    )


def _best_first(rank: Rank) -> tuple[float, float, float, int]:
    """Win rate first, as the page says it; strength and Elo tell equals apart; undefined comes last."""
    rate = rank.win_rate if rank.win_rate is not None else -1.0
    return (-rate, -(rank.bradley_terry or 0.0), -(rank.elo or 0.0), rank.pillar)


def _criteria(judgements: Sequence[Judgement]) -> tuple[CriterionMean, ...]:
    sums: dict[tuple[int, str], list[float]] = {}
    for row in judgements:
        for criterion, scores in (row.scores or {}).items():
            for pillar, score in zip((row.pillar_a, row.pillar_b), scores, strict=True):
                if pillar is not None:
                    entry = sums.setdefault((pillar, criterion), [0.0, 0])
                    entry[0] += score
                    entry[1] += 1
    order = {criterion: place for place, criterion in enumerate(dict.fromkeys(key[1] for key in sums))}
    ordered = sorted(sums.items(), key=lambda entry: (entry[0][0], order[entry[0][1]]))
    return tuple(
        CriterionMean(pillar, criterion, total / n, int(n)) for (pillar, criterion), (total, n) in ordered
    )


def confidence_of(values: Iterable[float | None]) -> Confidence:
    """Mean and histogram of confidences; ``None`` is not counted."""
    given = [value for value in values if value is not None]
    bins = Counter(min(int(value * HISTOGRAM_BINS), HISTOGRAM_BINS - 1) for value in given)
    return Confidence(
        mean=sum(given) / len(given) if given else None,
        histogram=tuple(bins[place] for place in range(HISTOGRAM_BINS)),
    )
