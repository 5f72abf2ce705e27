"""Take the mark of real data from threads that were marked by mistake."""

from collections.abc import Iterable

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from llars import audit
from llars.errors import NotAllowed, WrongState
from llars.models import AuditEntry
from llars.roles import is_administrator
from llars.row_ids import named, possible
from pillars.models import Pillar, PillarAssignment, Thread


@transaction.atomic
def lift(thread_ids: Iterable[int], *, actor: User) -> int:
    """Say of threads that they are not texts of real people; goes on record. Returns how many were marked.

    The same holds then for all their versions and what was made from them.

    Raises:
        NotAllowed: the actor is no administrator.
        WrongState: one of them is in a pillar of real data; then the mark of none is taken.
    """
    if not is_administrator(actor):
        raise NotAllowed(_("Only administrators take the protection of real data back."))
    Pillar.objects.lock()
    threads = list(Thread.objects.filter(pk__in=possible(set(thread_ids))).family().of_real_data())
    ids = [thread.pk for thread in threads]
    still = PillarAssignment.objects.filter(thread__in=ids, pillar__is_real_data=True)
    if still_in := sorted(set(still.order_by().values_list("thread_id", flat=True))):
        raise WrongState(_("These threads are in a pillar of real data: %s.") % named(still_in))
    Thread.objects.filter(pk__in=ids).update(real_data_since=None)
    audit.record_all(actor, AuditEntry.Action.UNPROTECT, threads)
    return len(ids)
