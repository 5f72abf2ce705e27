"""Looks behind a session's results: positions, lengths, and each thread's record."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from evaluations.models import JudgeSession
from evaluations.reports.session_rows import (
    JudgedPair,
    call_rows,
    characters_by_thread,
    judged_pairs,
    swapped_judgements,
)
from evaluations.statistics.lengths import LengthReport, length_report
from evaluations.statistics.positions import PositionReport, position_report
from pillars.models import Thread


@dataclass(frozen=True, slots=True)
class PillarPairPositions:
    """What swapping the sides did to the pairs of two pillars."""

    pillar_a: int | None
    pillar_b: int | None
    report: PositionReport


@dataclass(frozen=True, slots=True)
class PositionAnalysis:
    """Over the whole session, and for each pair of pillars."""

    overall: PositionReport
    by_pillars: tuple[PillarPairPositions, ...]


@dataclass(frozen=True, slots=True)
class PillarLength:
    """How long a pillar's threads in the session are, in characters."""

    pillar: int
    threads: int
    mean_chars: float


@dataclass(frozen=True, slots=True)
class LengthAnalysis:
    """Whether the longer thread wins, and how long each pillar's threads are."""

    report: LengthReport
    pillars: tuple[PillarLength, ...]


@dataclass(slots=True)
class ThreadRecord:
    """A thread's record over its pairs; ``scores`` are those of all criteria."""

    thread: int
    pillar: int | None
    external_id: str = ""
    subject: str = ""
    chars: int = 0
    wins: int = 0
    losses: int = 0
    ties: int = 0
    open: int = 0
    scores: list[float] = field(default_factory=list)

    @property
    def win_rate(self) -> float | None:
        """wins / (wins + losses + ties); undefined without a decided pair."""
        decided = self.wins + self.losses + self.ties
        return self.wins / decided if decided else None

    @property
    def mean_score(self) -> float | None:
        """The mean over all criteria and answers."""
        return sum(self.scores) / len(self.scores) if self.scores else None


def position_analysis(session: JudgeSession) -> PositionAnalysis:
    """Flips and the preference for a place, overall and per pair of pillars; one query."""
    pairs = judged_pairs(call_rows(session))
    groups: dict[tuple[int | None, int | None], list[JudgedPair]] = {}
    for pair in pairs:
        groups.setdefault((pair.first.pillar_a, pair.first.pillar_b), []).append(pair)
    return PositionAnalysis(
        overall=_positions(pairs),
        by_pillars=tuple(PillarPairPositions(*key, _positions(group)) for key, group in groups.items()),
    )


def length_analysis(session: JudgeSession) -> LengthAnalysis:
    """Whether length wins; two queries."""
    pairs = judged_pairs(call_rows(session))
    chars = characters_by_thread(session)
    threads: dict[int, set[int]] = {}
    for pair in pairs:
        for thread, pillar in _sides(pair):
            if pillar is not None:
                threads.setdefault(pillar, set()).add(thread)
    return LengthAnalysis(
        report=length_report(pair.measured(chars) for pair in pairs),
        pillars=tuple(
            PillarLength(pillar, len(ids), sum(chars.get(pk, 0) for pk in ids) / len(ids))
            for pillar, ids in sorted(threads.items())
        ),
    )


def thread_records(session: JudgeSession) -> list[ThreadRecord]:
    """Each thread's record, the best first; three queries."""
    chars = characters_by_thread(session)
    records: dict[tuple[int, int | None], ThreadRecord] = {}
    for pair in judged_pairs(call_rows(session)):
        for side, (thread, pillar) in zip(("A", "B"), _sides(pair), strict=False):
            key = (thread, pillar)
            record = records.setdefault(key, ThreadRecord(thread, pillar, chars=chars.get(thread, 0)))
            _count(record, pair, side)
    names = Thread.objects.in_bulk({thread for thread, _pillar in records})
    for record in records.values():
        record.external_id = names[record.thread].external_id
        record.subject = names[record.thread].subject
    return sorted(records.values(), key=_best_first)


def _count(record: ThreadRecord, pair: JudgedPair, side: str) -> None:
    winner = pair.verdict.winner
    record.open += winner is None
    record.ties += winner == "TIE"
    record.wins += winner == side
    record.losses += winner is not None and winner not in {side, "TIE"}
    place = 0 if side == "A" else 1
    record.scores.extend(scores[place] for call in pair.calls for scores in (call.scores or {}).values())


def _sides(pair: JudgedPair) -> list[tuple[int, int | None]]:
    first = pair.first
    sides = [(first.thread_a, first.pillar_a)]
    if first.thread_b is not None:
        sides.append((first.thread_b, first.pillar_b))
    return sides


def _positions(pairs: Iterable[JudgedPair]) -> PositionReport:
    return position_report(one for pair in pairs for one in swapped_judgements(pair))


def _best_first(record: ThreadRecord) -> tuple[float, float, int]:
    rate = record.win_rate if record.win_rate is not None else -1.0
    return (-rate, -(record.mean_score or 0.0), record.thread)
