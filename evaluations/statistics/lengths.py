"""Does the longer thread win? Pure functions over decided pairs and their lengths in characters."""

from collections.abc import Iterable
from dataclasses import dataclass

from evaluations.statistics.pairwise import Winner, wilson_interval

WARN_SHARE = 0.65
"""A share of wins of the longer thread from which on a clear lead of length is worth a warning."""


@dataclass(frozen=True, slots=True)
class MeasuredPair:
    """A pair's verdict (``None``: open) and how many characters each thread has."""

    chars_a: int
    chars_b: int
    winner: Winner | None


@dataclass(frozen=True, slots=True)
class LengthReport:
    """How often the longer thread won, among pairs that have a winner and differ in length.

    ``ties`` and ``equal`` count the decided pairs left out: no winner, or the same length.
    """

    longer_won: int
    shorter_won: int
    ties: int
    equal: int

    @property
    def n(self) -> int:
        """The pairs that the share is of."""
        return self.longer_won + self.shorter_won

    @property
    def longer_won_share(self) -> float | None:
        """Undefined without a pair that counts."""
        return self.longer_won / self.n if self.n else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % interval of the share."""
        return wilson_interval(self.longer_won, self.n)

    @property
    def is_striking(self) -> bool:
        """Whether length wins clearly: a share from ``WARN_SHARE`` on whose interval lies above one half.

        Longer threads may be better ones; this says where to look, not what is wrong.
        """
        share, interval = self.longer_won_share, self.interval
        return share is not None and interval is not None and share >= WARN_SHARE and interval[0] > 0.5


def length_report(pairs: Iterable[MeasuredPair]) -> LengthReport:
    """Count the wins of longer and shorter threads; open pairs do not count."""
    longer = shorter = ties = equal = 0
    for pair in pairs:
        if pair.winner is None:
            continue
        if pair.winner == "TIE":
            ties += 1
        elif pair.chars_a == pair.chars_b:
            equal += 1
        elif (pair.winner == "A") == (pair.chars_a > pair.chars_b):
            longer += 1
        else:
            shorter += 1
    return LengthReport(longer, shorter, ties, equal)
