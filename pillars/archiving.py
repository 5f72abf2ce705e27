"""Take threads out of use and bring them back, and delete those that nothing needs."""

from collections.abc import Iterable
from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import ProtectedError
from django.utils.translation import gettext as _

from llars import audit
from llars.errors import WrongState
from llars.models import AuditEntry
from llars.row_ids import named, possible
from pillars.models import Thread, ThreadQuerySet
from pillars.usage import ThreadInUse

Action = AuditEntry.Action


@transaction.atomic
def archive(thread_ids: Iterable[int], *, now: datetime, actor: User | None) -> int:
    """Take threads out of use: nothing new gets them, what has them keeps them. Goes on record.

    Returns how many were not archived before.
    """
    threads = _locked(thread_ids).filter(archived_at__isnull=True)
    return _write(list(threads), now, Action.ARCHIVE, actor)


@transaction.atomic
def restore(thread_ids: Iterable[int], *, actor: User | None) -> int:
    """Bring archived threads back into use; goes on record. Returns how many were archived.

    Raises:
        WrongState: one of them was purged, or replaced by a newer version; then none is brought back.
    """
    threads = list(_locked(thread_ids).filter(archived_at__isnull=False))
    of_these = Thread.objects.filter(replaces__in=[thread.pk for thread in threads])
    if any(thread.purged_at is not None for thread in threads):
        raise WrongState(_("The texts of a thread that was purged are gone for good."))
    replaced = sorted(of_these.values_list("replaces_id", flat=True))
    if replaced:
        raise WrongState(_("A newer version has taken the place of these threads: %s.") % named(replaced))
    return _write(threads, None, Action.RESTORE, actor)


@transaction.atomic
def delete(thread: Thread, *, actor: User) -> None:
    """Delete a thread that nothing needs; goes on record.

    Raises:
        ThreadInUse: it was judged, or a scenario, a version or a derived thread needs it.
    """
    audit.record(actor, Action.DELETE, thread)
    try:
        thread.delete()
    except ProtectedError:
        raise ThreadInUse from None


def _locked(thread_ids: Iterable[int]) -> ThreadQuerySet:
    return Thread.objects.select_for_update().filter(pk__in=possible(set(thread_ids)))


def _write(threads: list[Thread], when: datetime | None, action: Action, actor: User | None) -> int:
    Thread.objects.filter(pk__in=[thread.pk for thread in threads]).update(archived_at=when)
    audit.record_all(actor, action, threads)
    return len(threads)
