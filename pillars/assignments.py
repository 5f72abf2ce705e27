"""Which threads belong to a pillar."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from llars.errors import InvalidInput
from llars.row_ids import named, possible
from pillars.models import Pillar, PillarAssignment, Thread


@dataclass(frozen=True, slots=True)
class Removed:
    """How many threads were taken out of a pillar, and the ids of those that are in none any more."""

    count: int
    in_no_pillar: list[int]

    @property
    def warning(self) -> str:
        """Where those that are in no pillar are found; empty where there are none."""
        number = len(self.in_no_pillar)
        words = ngettext(
            "%(count)d of them is in no pillar any more; the administration's list of threads has it under"
            " “in no pillar”.",
            "%(count)d of them are in no pillar any more; the administration's list of threads has them"
            " under “in no pillar”.",
            number,
        )
        return words % {"count": number} if number else ""


@transaction.atomic
def assign(pillar: Pillar, thread_ids: Iterable[int]) -> int:
    """Put threads into a pillar; returns how many were not in it before.

    Raises:
        InvalidInput: a thread does not exist; then none is assigned.
    """
    wanted = set(thread_ids)
    Pillar.objects.select_for_update().get(pk=pillar.pk)
    unknown = sorted(wanted - Thread.objects.in_bulk(possible(wanted)).keys())
    if unknown:
        message = _("There are no threads with these ids: %s.") % named(unknown)
        raise InvalidInput(message, errors={"thread_ids": [message]})
    there = set(PillarAssignment.objects.filter(pillar=pillar).values_list("thread_id", flat=True))
    new = [PillarAssignment(pillar=pillar, thread_id=pk) for pk in sorted(wanted - there)]
    PillarAssignment.objects.bulk_create(new, batch_size=500)
    return len(new)


@transaction.atomic
def remove(pillar: Pillar, thread_ids: Iterable[int]) -> Removed:
    """Take threads out of a pillar. The threads themselves stay."""
    wanted = set(thread_ids)
    of_pillar = PillarAssignment.objects.select_for_update().filter(pillar=pillar)
    found = [pk for pk, thread_id in of_pillar.values_list("pk", "thread_id") if thread_id in wanted]
    only_here = only_in(pillar, wanted)
    PillarAssignment.objects.filter(pk__in=found).delete()
    return Removed(len(found), only_here)


def only_in(pillar: Pillar, thread_ids: Iterable[int]) -> list[int]:
    """Which of the threads are in this pillar and in no other one, by id."""
    others = PillarAssignment.objects.filter(thread=OuterRef("thread")).exclude(pillar=pillar)
    alone = PillarAssignment.objects.filter(~Exists(others), pillar=pillar).order_by("thread_id")
    return sorted(set(alone.values_list("thread_id", flat=True)) & set(thread_ids))
