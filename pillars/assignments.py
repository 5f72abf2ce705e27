"""Which threads belong to a pillar."""

from collections.abc import Iterable

from django.db import transaction
from django.utils.translation import gettext as _

from llars.errors import InvalidInput
from llars.row_ids import named, possible
from pillars.models import Pillar, PillarAssignment, Thread


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
def remove(pillar: Pillar, thread_ids: Iterable[int]) -> int:
    """Take threads out of a pillar; returns how many were in it. The threads themselves stay."""
    wanted = set(thread_ids)
    of_pillar = PillarAssignment.objects.select_for_update().filter(pillar=pillar)
    found = [pk for pk, thread_id in of_pillar.values_list("pk", "thread_id") if thread_id in wanted]
    PillarAssignment.objects.filter(pk__in=found).delete()
    return len(found)
