"""Does the place where a thread was shown sway the judge? Pure functions over swapped judgements."""

from collections.abc import Iterable
from dataclasses import dataclass

from evaluations.statistics.pairwise import Winner, wilson_interval


@dataclass(frozen=True, slots=True)
class SwappedJudgement:
    """What a judge said of the same pair in both positions; both in the item's own frame.

    ``unswapped`` is the verdict with thread A shown first, ``swapped`` the one with thread B first.
    """

    unswapped: Winner
    swapped: Winner

    @property
    def is_agreed(self) -> bool:
        """The same verdict in both positions."""
        return self.unswapped == self.swapped

    @property
    def is_flip_to_first(self) -> bool:
        """The side shown first was named both times."""
        return (self.unswapped, self.swapped) == ("A", "B")

    @property
    def is_flip_to_second(self) -> bool:
        """The side shown second was named both times."""
        return (self.unswapped, self.swapped) == ("B", "A")


@dataclass(frozen=True, slots=True)
class PositionReport:
    """Counts over swapped judgements; shares are ``None`` where nothing was there to count.

    ``flips`` named another thread once the sides were changed. ``first_position_preference`` is the
    share of single verdicts, ties left out, that named the side shown first: 0.5 for a judge that
    positions leave cold. ``preference_interval`` is its 95 % interval.
    """

    swapped: int
    agreed: int
    flips_to_first: int
    flips_to_second: int
    named_first: int
    decided_calls: int

    @property
    def flips(self) -> int:
        """Flips in either direction."""
        return self.flips_to_first + self.flips_to_second

    @property
    def flip_rate(self) -> float | None:
        """Flips among all swapped judgements."""
        return self.flips / self.swapped if self.swapped else None

    @property
    def agreement(self) -> float | None:
        """The share of swapped judgements with the same verdict in both positions."""
        return self.agreed / self.swapped if self.swapped else None

    @property
    def first_position_preference(self) -> float | None:
        """See the class."""
        return self.named_first / self.decided_calls if self.decided_calls else None

    @property
    def preference_interval(self) -> tuple[float, float] | None:
        """See the class."""
        return wilson_interval(self.named_first, self.decided_calls)

    @property
    def is_swayed(self) -> bool:
        """Whether the 95 % interval of the preference leaves 0.5 out."""
        interval = self.preference_interval
        return interval is not None and not interval[0] <= 0.5 <= interval[1]


def position_report(judgements: Iterable[SwappedJudgement]) -> PositionReport:
    """Count what swapping the sides did."""
    swapped = agreed = to_first = to_second = named_first = decided = 0
    for judgement in judgements:
        swapped += 1
        agreed += judgement.is_agreed
        to_first += judgement.is_flip_to_first
        to_second += judgement.is_flip_to_second
        named_first += (judgement.unswapped == "A") + (judgement.swapped == "B")
        decided += (judgement.unswapped != "TIE") + (judgement.swapped != "TIE")
    return PositionReport(swapped, agreed, to_first, to_second, named_first, decided)
