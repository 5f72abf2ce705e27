"""What a session came to: who won, how often, how sure, and what speaks against trusting it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from django.db.models import Count, Q, Sum

from evaluations.models import Attempt, JudgeSession, JudgeTask
from evaluations.reports.pairwise_results import Confidence, CriterionMean, Rank, pairwise_results
from evaluations.reports.session_rows import (
    JudgedPair,
    call_rows,
    characters_by_thread,
    judged_pairs,
    swapped_judgements,
)
from evaluations.statistics.lengths import LengthReport, length_report
from evaluations.statistics.pairwise import MatrixCell
from evaluations.statistics.positions import PositionReport, position_report

WARN_FLIP_RATE = 0.2
"""From this share of flips on, the order in which the threads were shown decides too much."""


class Warning(StrEnum):
    """What a reader of the results should know before believing them."""

    NO_LANGUAGE_MODEL = "no_language_model"
    NO_PAIRS = "no_pairs"
    OPEN_PAIRS = "open_pairs"
    FAILURES = "failures"
    MANY_FLIPS = "many_flips"
    FIRST_POSITION = "first_position"
    LONGER_WINS = "longer_wins"
    CONTRADICTIONS = "contradictions"


@dataclass(frozen=True, slots=True)
class Usage:
    """What all attempts together took, failed ones too; ``time_ms`` sums the calls' durations."""

    attempts: int
    input_tokens: int
    output_tokens: int
    tokens_estimated: bool
    cost: Decimal
    time_ms: int

    @property
    def tokens(self) -> int:
        """Input and output tokens together."""
        return self.input_tokens + self.output_tokens


@dataclass(frozen=True, slots=True)
class SessionResults:
    """A session's results; a figure that is undefined is ``None``.

    ``bradley_terry_undefined`` and ``elo_undefined`` say why there are no strengths; empty where there are.
    """

    pillars: tuple[int, ...]
    matrix: tuple[MatrixCell, ...]
    ranking: tuple[Rank, ...]
    bradley_terry_undefined: str
    elo_undefined: str
    criteria: tuple[CriterionMean, ...]
    confidence: Confidence
    pairs: int
    open_pairs: int
    answers: int
    positions: PositionReport
    lengths: LengthReport
    contradictory: int
    failures: dict[str, int]
    usage: Usage
    warnings: tuple[Warning, ...]

    @property
    def swapped_pairs(self) -> int:
        """Pairs times repetitions that were judged in both positions."""
        return self.positions.swapped

    @property
    def flips(self) -> int:
        """Those of them whose two positions named different winners."""
        return self.positions.flips

    @property
    def flip_rate(self) -> float | None:
        """Flips among the swapped pairs."""
        return self.positions.flip_rate

    @property
    def first_position_preference(self) -> float | None:
        """The share of single verdicts, ties left out, for the side shown first."""
        return self.positions.first_position_preference

    @property
    def longer_won_share(self) -> float | None:
        """The share of decided pairs that the longer thread won."""
        return self.lengths.longer_won_share

    @property
    def cost(self) -> Decimal:
        """What all attempts cost."""
        return self.usage.cost

    @property
    def tokens(self) -> int:
        """Input and output tokens of all attempts."""
        return self.usage.tokens

    @property
    def time_ms(self) -> int:
        """The summed durations of all attempts."""
        return self.usage.time_ms


def session_results(session: JudgeSession) -> SessionResults:
    """Compute the results from the session's rows, in three queries."""
    rows = call_rows(session)
    pairs = judged_pairs(rows)
    outcomes = [outcome for pair in pairs if (outcome := pair.outcome()) is not None]
    record = pairwise_results(outcomes, rows)
    positions = position_report(one for pair in pairs for one in swapped_judgements(pair))
    chars = characters_by_thread(session)
    lengths = length_report(pair.measured(chars) for pair in pairs)
    failures = Counter(row.failure_code for row in rows if row.status == JudgeTask.Status.FAILED)
    contradictory = sum(bool(row.is_contradictory) for row in rows)
    return SessionResults(
        pillars=record.pillars,
        matrix=record.matrix,
        ranking=record.ranking,
        bradley_terry_undefined=record.bradley_terry_undefined,
        elo_undefined=record.elo_undefined,
        criteria=record.criteria,
        confidence=record.confidence,
        pairs=len(pairs),
        open_pairs=sum(pair.verdict.winner is None for pair in pairs),
        answers=sum(row.winner is not None for row in rows),
        positions=positions,
        lengths=lengths,
        contradictory=contradictory,
        failures=dict(failures.most_common()),
        usage=usage_of(session),
        warnings=_warnings(session, pairs, failures, positions, lengths, contradictory),
    )


def usage_of(session: JudgeSession) -> Usage:
    """Tokens, cost and time, summed over every attempt that was made for the session."""
    sums = Attempt.objects.filter(task__session=session).aggregate(
        attempts=Count("pk"),
        input_tokens=Sum("input_tokens", default=0),
        output_tokens=Sum("output_tokens", default=0),
        estimated=Count("pk", filter=Q(tokens_estimated=True)),
        cost=Sum("cost", default=Decimal(0)),
        time_ms=Sum("latency_ms", default=0),
    )
    return Usage(
        attempts=sums["attempts"],
        input_tokens=sums["input_tokens"],
        output_tokens=sums["output_tokens"],
        tokens_estimated=bool(sums["estimated"]),
        cost=sums["cost"],
        time_ms=sums["time_ms"],
    )


def _warnings(
    session: JudgeSession,
    pairs: Sequence[JudgedPair],
    failures: Counter[str],
    positions: PositionReport,
    lengths: LengthReport,
    contradictory: int,
) -> tuple[Warning, ...]:
    decided = [pair for pair in pairs if pair.verdict.winner is not None]
    found = {
        Warning.NO_LANGUAGE_MODEL: not session.model.is_language_model,
        Warning.NO_PAIRS: not decided,
        Warning.OPEN_PAIRS: len(decided) < len(pairs),
        Warning.FAILURES: bool(failures),
        Warning.MANY_FLIPS: (positions.flip_rate or 0.0) >= WARN_FLIP_RATE,
        Warning.FIRST_POSITION: positions.is_swayed,
        Warning.LONGER_WINS: lengths.is_striking,
        Warning.CONTRADICTIONS: contradictory > 0,
    }
    return tuple(code for code, applies in found.items() if applies)
