"""What imports keep of the texts they brought in, and how it goes when these texts are removed."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from pillars.imports import storage
from pillars.models import ImportedThread, ImportRun, PillarAssignment, Thread, Upload

_WITHOUT_TEXTS = ("format", "encoding", "changed", "imported", "skipped", "failed")
_NAMES_WHAT_IS_IN_TEXTS = ("role_map", "replaced")


def forget(thread_ids: Sequence[int], now: datetime) -> None:
    """Empty what imports quote of these threads, and drop what lies ready for one of their pillars.

    Every import that brought one of the threads, or went to one of their pillars, is emptied as a whole,
    since its report does not tell whose a text is. Those that a job is bringing in just now are left alone.
    An upload that loses files by this says so (``told``).
    """
    brought = ImportedThread.objects.filter(thread__in=thread_ids)
    pillars = PillarAssignment.objects.filter(thread__in=thread_ids).order_by()
    runs = ImportRun.objects.filter(Q(pk__in=brought.values("run")) | Q(pillar__in=pillars.values("pillar")))
    emptied: set[UUID] = set()
    for run in runs:
        if run.is_open:
            if run.upload_id is not None:
                emptied.add(run.upload_id)
            drop(run)
        elif not run.is_under_way:
            empty(run)
    if emptied:
        purging = Thread.objects.filter(pk__in=thread_ids).values_list("purged_with", flat=True).first()
        Upload.objects.filter(pk__in=emptied).update(emptied_at=now, emptied_with=purging)


def told(upload: Upload) -> str:
    """Why files are no longer in an upload; empty where none was removed with texts."""
    if upload.emptied_at is None:
        return ""
    with_what = _("texts of threads")
    if upload.emptied_with is not None:
        with_what = _("the texts of pillar “%s”") % upload.emptied_with
    words = _(
        "Files of this upload that were not in yet were removed on %(when)s along with %(with_what)s, since"
        " they could hold the same texts. Add them again if they may still come in."
    )
    when = date_format(localtime(upload.emptied_at), "SHORT_DATETIME_FORMAT")
    return words % {"when": when, "with_what": with_what}


def drop(run: ImportRun) -> None:
    """Take away an import that is still open, with its files; one that failed stays on record, emptied."""
    if run.status == ImportRun.Status.FAILED:
        ImportRun.objects.filter(pk=run.pk).update(upload=None)
        empty(run)
        return
    transaction.on_commit(partial(storage.remove, run.pk))
    run.delete()


def empty(run: ImportRun) -> None:
    """Remove all that quotes texts: findings, values in the report, names of senders, files; counts stay.

    Files go when the transaction has come to its end: one that fails leaves them where they are.
    """
    run.report = {name: run.report[name] for name in _WITHOUT_TEXTS if name in run.report}
    run.reading = {key: value for key, value in run.reading.items() if key not in _NAMES_WHAT_IS_IN_TEXTS}
    run.findings = {}
    run.save(update_fields=["report", "reading", "findings"])
    transaction.on_commit(partial(storage.remove, run.pk))
