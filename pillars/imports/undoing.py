"""Undo an import: what it made is deleted, what it only put into the pillar is taken out again."""

from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import ProtectedError, Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from llars import audit
from llars.errors import WrongState
from llars.models import AuditEntry
from pillars.imports.forgetting import empty
from pillars.imports.uploads import check_right
from pillars.models import ImportRun, PillarAssignment, Thread, ThreadQuerySet
from pillars.usage import judged

_AT_ONCE = 500


@transaction.atomic
def undo(run: ImportRun, *, actor: User, now: datetime) -> None:
    """Undo an import as a whole or not at all; goes on record.

    A thread that this import made, but that is in another pillar, too, by now, is only taken out of this one.

    Raises:
        NotAllowed: the actor may not bring threads in.
        WrongState: it is not done, or something was judged with it, or is to be, or was made of it.
    """
    check_right(actor)
    found = ImportRun.objects.select_for_update().get(pk=run.pk)
    if found.status != ImportRun.Status.DONE:
        raise WrongState(_("Only an import that is done can be undone."))
    brought = list(found.brought.values_list("thread_id", "is_new"))
    used = judged(thread_id for thread_id, _is_new in brought)
    if used:
        raise WrongState(_in_use(len(used)))
    audit.record(actor, AuditEntry.Action.DELETE, found)
    for start in range(0, len(brought), _AT_ONCE):
        _take_back(found, dict(brought[start : start + _AT_ONCE]))
    found.status, found.ended_at = ImportRun.Status.UNDONE, now
    found.save(update_fields=["status", "ended_at"])
    empty(found)


def _take_back(run: ImportRun, is_new: dict[int, bool]) -> None:
    PillarAssignment.objects.filter(pillar=run.pillar_id, thread__in=is_new).delete()
    run.brought.filter(thread__in=is_new).delete()
    made = [thread_id for thread_id, new in is_new.items() if new]
    unassigned = Thread.objects.filter(pk__in=made, assignments__isnull=True, imports__isnull=True)
    try:
        unassigned.delete()
    except ProtectedError:
        raise WrongState(_needed_by_others(unassigned)) from None


def _needed_by_others(threads: ThreadQuerySet) -> str:
    needed = threads.filter(Q(replaced_by__isnull=False) | Q(derived_threads__isnull=False))
    number = needed.distinct().count()
    return (
        ngettext(
            "%d thread of this import was corrected, or something was made from it, so it stays. Archive it.",
            "%d threads of this import were corrected, or something was made from them, so they stay. "
            "Archive them.",
            number,
        )
        % number
    )


def _in_use(number: int) -> str:
    return (
        ngettext(
            "%d thread of this import was judged or is part of a scenario, so it stays. Archive it.",
            "%d threads of this import were judged or are part of a scenario, so they stay. Archive them.",
            number,
        )
        % number
    )
