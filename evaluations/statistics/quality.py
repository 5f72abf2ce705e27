"""Signs of careless answering: equal answers in a row, answers too fast to have read, changed minds.

Everything here is a flag for the scenario's owner to look at; nothing is ever left out because of it.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from statistics import median

from evaluations.statistics.ratings import RatingValue

LEAST_ANSWERS = 10
"""Fewer answers of a person say nothing about a habit."""
STRAIGHT_RUN = 12
"""Twelve equal answers in a row: of two values as likely as each other, 100 answers hold such a run in 2 % of
cases; of five values almost never."""
STRAIGHT_SHARE = 0.9
"""The share of one value from which on the others hardly occur …"""
STRAIGHT_EXCESS = 0.2
"""… which is striking only if it is this much above what the other raters give: some items are all alike."""
READING_WORDS_PER_S = 10.0
"""Faster is not reading: silent reading runs at 4 words a second (Brysbaert 2019, Journal of Memory and
Language 109:104047: 238 a minute), skimming at twice that."""
FAST_SHARE_OF_MEDIAN = 0.3
"""A third of what the group takes is beyond what practice explains; surveys draw the line at 30 to 50 %
of the median (Greszki, Meyer and Schoen 2015, Public Opinion Quarterly 79:471-503)."""
FAST_ANSWERS_SHARE = 0.2
"""Single fast answers happen, on an item seen before, say; one in five is a habit."""
LEAST_REPEATS = 5
"""With fewer repeated items one changed mind moves the share by more than a fifth."""
LEAST_SELF_AGREEMENT = 0.6
"""Whoever answers the same item differently two times in five cannot agree with others much better."""


@dataclass(frozen=True, slots=True)
class StraightLining:
    """One rater's answers in the order given: the longest run of equal ones, and the most frequent one."""

    n: int
    longest_run: int
    most_frequent: RatingValue | None
    share: float | None
    is_flagged: bool


def straight_lining(answers: Sequence[RatingValue], *, others: Sequence[RatingValue] = ()) -> StraightLining:
    """``answers`` in the order they were given; ``others``: what other raters answered to the same question.

    Flagged: a run of ``STRAIGHT_RUN`` or a share of ``STRAIGHT_SHARE``, if the value's share is also
    ``STRAIGHT_EXCESS`` above the others'.
    """
    n = len(answers)
    if not n:
        return StraightLining(0, 0, None, None, False)
    run, run_value = max(
        ((len(list(same)), value) for value, same in groupby(answers)), key=lambda one: one[0]
    )
    counts = Counter(answers)
    value, count = counts.most_common(1)[0]
    is_run = run >= STRAIGHT_RUN and _exceeds(counts[run_value] / n, run_value, others)
    is_share = count / n >= STRAIGHT_SHARE and _exceeds(count / n, value, others)
    return StraightLining(n, run, value, count / n, n >= LEAST_ANSWERS and (is_run or is_share))


@dataclass(frozen=True, slots=True)
class AnswerTime:
    """How long ``rater`` was active on an item, without idle time, and how many words there were to read."""

    rater: Hashable
    item: Hashable
    active_s: float
    words: int


@dataclass(frozen=True, slots=True)
class Speed:
    """One rater's times: the median in seconds, and the items answered too fast."""

    rater: Hashable
    n: int
    median_s: float
    fast_items: tuple[Hashable, ...]
    is_flagged: bool


def answer_speeds(times: Iterable[AnswerTime]) -> list[Speed]:
    """One for each rater, in order of first appearance.

    An answer is too fast if its time is below ``FAST_SHARE_OF_MEDIAN`` of the median of all given
    answers, or its words would have to be read at more than ``READING_WORDS_PER_S``.
    """
    times = list(times)
    if not times:
        return []
    limit = FAST_SHARE_OF_MEDIAN * median(time.active_s for time in times)
    speeds = []
    for rater in dict.fromkeys(time.rater for time in times):
        own = [time for time in times if time.rater == rater]
        fast = tuple(
            time.item
            for time in own
            if time.active_s < limit or time.words > time.active_s * READING_WORDS_PER_S
        )
        is_habit = len(own) >= LEAST_ANSWERS and len(fast) / len(own) >= FAST_ANSWERS_SHARE
        speeds.append(Speed(rater, len(own), median(time.active_s for time in own), fast, is_habit))
    return speeds


@dataclass(frozen=True, slots=True)
class SelfAgreement:
    """How often a rater said the same of a repeated item; ``share`` is ``None`` without one."""

    n: int
    same: int
    is_flagged: bool

    @property
    def share(self) -> float | None:
        """See the class."""
        return self.same / self.n if self.n else None


def self_agreement(
    repeats: Iterable[tuple[RatingValue, RatingValue]], *, tolerance: float = 0.0
) -> SelfAgreement:
    """``repeats``: first and second answer; numbers within ``tolerance`` count as the same."""
    pairs = list(repeats)
    same = sum(_is_same(first, second, tolerance) for first, second in pairs)
    is_low = len(pairs) >= LEAST_REPEATS and same / len(pairs) < LEAST_SELF_AGREEMENT
    return SelfAgreement(len(pairs), same, is_low)


def _exceeds(share: float, value: RatingValue, others: Sequence[RatingValue]) -> bool:
    if not others:
        return True
    return share >= sum(other == value for other in others) / len(others) + STRAIGHT_EXCESS


def _is_same(first: RatingValue, second: RatingValue, tolerance: float) -> bool:
    if isinstance(first, str) or isinstance(second, str):
        return first == second
    return abs(first - second) <= tolerance
