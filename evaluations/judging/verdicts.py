"""The verdict of a pair from its single judgements (both positions, all repetitions).

Both positions of a repetition agree: that; else TIE. Over repetitions: what more than half of
them say; else TIE. A pair with a judgement failed or missing has no verdict: it is open.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal, cast

Winner = Literal["A", "B", "TIE"]


@dataclass(frozen=True, slots=True)
class Judgement:
    """One judgement of a pair; ``winner`` in the item's own frame, ``None`` while open or failed."""

    position: int
    repetition: int
    winner: Winner | None


@dataclass(frozen=True, slots=True)
class PairVerdict:
    """What a pair's judgements come to.

    ``winner`` is ``None`` for an open pair. ``consistent``: all judgements say the same.
    ``is_conflict``: a TIE that not every judgement called one, a judge contradicting itself.
    """

    winner: Winner | None
    consistent: bool
    is_conflict: bool


OPEN = PairVerdict(winner=None, consistent=True, is_conflict=False)


def pair_verdict(judgements: Iterable[Judgement]) -> PairVerdict:
    """The verdict of one pair, from all the judgements that it is to have."""
    ordered = sorted(judgements, key=lambda judgement: (judgement.repetition, judgement.position))
    if not ordered or any(judgement.winner is None for judgement in ordered):
        return OPEN
    repetitions = [
        _agreed([cast("Winner", judgement.winner) for judgement in group])
        for _, group in groupby(ordered, key=lambda judgement: judgement.repetition)
    ]
    winner = _majority(repetitions)
    said = {judgement.winner for judgement in ordered}
    return PairVerdict(
        winner=winner,
        consistent=len(said) == 1,
        is_conflict=winner == "TIE" and said != {"TIE"},
    )


def _agreed(winners: Sequence[Winner]) -> Winner:
    return winners[0] if len(set(winners)) == 1 else "TIE"


def _majority(winners: Sequence[Winner]) -> Winner:
    winner, count = Counter(winners).most_common(1)[0]
    return winner if count * 2 > len(winners) else "TIE"
