"""Batches: a person's items are handed out so many at a time, the next when the last is dealt with."""

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from evaluations.answering.errors import AnswerRefused
from evaluations.models import Assignment, Member


class BatchClosed(AnswerRefused):
    """The item is in a batch that has not begun."""

    code = "batch_closed"
    default_detail = _("This item belongs to a later batch; first deal with those of the present one.")


@dataclass(frozen=True, slots=True)
class Batch:
    """The batch that a person is at: its number, of how many, and its places in the order, [first, end)."""

    number: int
    of: int
    first: int
    end: int

    @property
    def size(self) -> int:
        """How many items it has."""
        return self.end - self.first


def batch_size_of(member: Member) -> int | None:
    """How many items make a batch; ``None`` where all items are there from the beginning."""
    size = member.scenario.distribution.get("batch_size")
    return int(size) if size else None


def present_batch(member: Member) -> Batch | None:
    """The first batch with an item neither answered nor set aside; else the last one.

    ``None``: there are no batches, or no items.
    """
    size = batch_size_of(member)
    mine = Assignment.objects.filter(member=member).order_by("-order")
    last = mine.values_list("order", flat=True).first() if size else None
    if size is None or last is None:
        return None
    open_places = mine.filter(status=Assignment.Status.OPEN).values_list("order", flat=True)
    place = open_places.last()
    number = (last if place is None else place) // size
    return Batch(number + 1, last // size + 1, number * size, min((number + 1) * size, last + 1))


def end_of_open(member: Member) -> int | None:
    """The first place that is not handed out yet; ``None``: all are."""
    batch = present_batch(member)
    return batch.end if batch is not None else None
