"""What a pillar's threads are like: how many, how long, from when."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from itertools import pairwise
from typing import Any

from django.db.models import Count, Max, Min, Q, Sum
from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, ngettext

from pillars.models import Thread

_MESSAGES = (1, 2, 4, 8, 16, 32)
_CHARACTERS = (500, 1_000, 2_000, 4_000, 8_000, 16_000)
_SPANS = tuple(timedelta(days=days) for days in (1, 7, 30, 90, 365))


@dataclass(frozen=True, slots=True)
class Bar:
    """A column of a histogram: its words, how many threads, and that number over the highest column's."""

    label: str
    count: int
    share: float


@dataclass(frozen=True, slots=True)
class Histogram:
    """How many threads have which length."""

    key: str
    title: str | Promise
    unit: str | Promise
    bars: tuple[Bar, ...]


@dataclass(frozen=True, slots=True)
class PillarStats:
    """Figures of the threads that are not archived; ``first_at`` and ``last_at`` are of their messages."""

    threads: int
    messages: int
    characters: int
    first_at: datetime | None
    last_at: datetime | None
    histograms: tuple[Histogram, ...]


@dataclass(frozen=True, slots=True)
class _Scale:
    """A figure of a thread, cut into bins by upper limits that belong to their bin."""

    field: str
    limits: Sequence[Any]
    key: str
    title: str | Promise
    unit: str | Promise
    words: Callable[[Any, Any], str]
    has_none: bool = False

    def counts(self) -> dict[str, Count]:
        """How many threads have at most each limit, and how many have a figure at all."""
        found = {
            self._name(place): Count("pk", filter=Q(**{f"{self.field}__lte": limit}))
            for place, limit in enumerate(self.limits)
        }
        return found | {self._name(len(self.limits)): Count(self.field)}

    def histogram(self, figures: dict[str, Any]) -> Histogram:
        """The histogram of the aggregates' values."""
        up_to = [0, *(figures[self._name(place)] for place in range(len(self.limits) + 1))]
        counts = [after - before for before, after in pairwise(up_to)]
        labels = [self.words(low, high) for low, high in pairwise([None, *self.limits, None])]
        if self.has_none:
            labels.append(gettext("no times"))
            counts.append(figures["threads"] - up_to[-1])
        highest = max(counts) or 1
        bars = (Bar(label, n, n / highest) for label, n in zip(labels, counts, strict=True))
        return Histogram(self.key, self.title, self.unit, tuple(bars))

    def _name(self, place: int) -> str:
        return f"{self.key}_{place}"


def _whole_numbers(low: int | None, high: int | None, *, first: int) -> str:
    begin = first if low is None else low + 1
    if high is None:
        return gettext("%s and more") % number_format(begin, force_grouping=True)
    if begin == high:
        return str(high)
    return f"{number_format(begin, force_grouping=True)}–{number_format(high, force_grouping=True)}"


def _days(low: timedelta | None, high: timedelta | None) -> str:
    if high is None:
        assert low is not None  # noqa: S101
        return gettext("over %d days") % low.days
    return ngettext("up to %d day", "up to %d days", high.days) % high.days


_SCALES = (
    _Scale(
        "message_count", _MESSAGES, "messages", gettext_lazy("Messages in a thread"),
        gettext_lazy("Messages"), partial(_whole_numbers, first=1),
    ),
    _Scale(
        "character_count", _CHARACTERS, "length", gettext_lazy("Length of a thread"),
        gettext_lazy("Characters"), partial(_whole_numbers, first=0),
    ),
    _Scale(
        "time_span", _SPANS, "span", gettext_lazy("From first to last message"),
        gettext_lazy("Time span"), _days, has_none=True,
    ),
)  # fmt: skip


def pillar_stats(pillar: int) -> PillarStats:
    """The figures of a pillar's threads, in one query."""
    bins = {name: count for scale in _SCALES for name, count in scale.counts().items()}
    threads = Thread.objects.active().filter(assignments__pillar=pillar).order_by()
    figures = threads.aggregate(
        threads=Count("pk"),
        all_messages=Sum("message_count"),
        all_characters=Sum("character_count"),
        first_at=Min("first_message_at"),
        last_at=Max("last_message_at"),
        **bins,
    )
    return PillarStats(
        threads=figures["threads"],
        messages=figures["all_messages"] or 0,
        characters=figures["all_characters"] or 0,
        first_at=figures["first_at"],
        last_at=figures["last_at"],
        histograms=tuple(scale.histogram(figures) for scale in _SCALES),
    )
