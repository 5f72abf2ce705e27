"""Check a file and bring it in: what a person starts, and the job that does it."""

import json
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override

from llars.errors import DomainError, WrongState
from pillars.importing import ImportReport, Tellers, bring_in_file
from pillars.imports import jobs, storage
from pillars.imports.checking import check_file
from pillars.imports.how_read import HowRead, hash_of_columns
from pillars.imports.uploads import check_right
from pillars.models import ImportedThread, ImportRun
from pillars.readers import UnreadableThread
from pillars.readers.problem_log import KEPT, by_kind
from pillars.readers.source import Source

Status = ImportRun.Status

AT_ONCE_BYTES = 3_000_000
"""Files up to this size are checked while their owner waits; larger ones by a job."""


def check(run: ImportRun, *, language: str, now: datetime) -> None:
    """Check the file, here or, where it is large, by a job. What was set stays set.

    Raises:
        WrongState: its import has begun.
        InvalidInput: what was set cannot be; only for a file that is checked here.
    """
    _to(run, ImportRun.OPEN, Status.CHECKING, language=language, now=now)
    if run.size > AT_ONCE_BYTES:
        jobs.enqueue(run, now=now)
        return
    try:
        _check_and_keep(run)
    except DomainError:
        run.status = Status.DRAFT
        run.save(update_fields=["status"])
        raise
    except Exception as error:
        _fail(run, _broken_off(error))
        raise


def start(run: ImportRun, *, actor: User, language: str, now: datetime) -> None:
    """Have the checked file brought in by a job.

    Raises:
        NotAllowed: the actor may not bring threads in.
        WrongState: it is not checked, holds no readable thread, or has unreadable ones that were not waived.
    """
    check_right(actor)
    if not run.findings.get("threads"):
        raise WrongState(_("There is no thread in this file that could be brought in."))
    if run.findings.get("unreadable") and not HowRead.of(run).good_only:
        raise WrongState(_("Some threads cannot be read. Say that the others are to come in without them."))
    _to(run, (Status.CHECKED,), Status.WAITING, language=language, now=now)
    jobs.enqueue(run, now=now)


def run_job(run_pk: int, token: str) -> None:
    """The job: check or bring in, whichever the row is waiting for, unless another job has taken it over."""
    run = ImportRun.objects.select_related("pillar").filter(pk=run_pk, token=token).first()
    if run is None or not run.is_under_way:
        return
    teller = jobs.Teller(run.pk)
    teller(0)
    try:
        with override(run.language):
            (_check_and_keep if run.status == Status.CHECKING else _bring_in)(run, teller)
    except DomainError as error:
        _fail(run, str(error))
    except Exception as error:
        _fail(run, _broken_off(error))
        raise
    finally:
        teller.end()


def _check_and_keep(run: ImportRun, tell: Callable[[int], None] = lambda threads: None) -> None:
    """Check as it was set; where nothing was, as another file of the same shape was read before.

    Where somebody has set something else meanwhile, what was found is out of date and not kept.
    """
    findings = check_file(run, tell=tell)
    if not run.reading and (before := _read_before(findings)) is not None:
        run.reading = HowRead.of(before).for_alike().as_dict()
        findings = check_file(run, tell=tell) | {"remembered": before.file_name}
    run.findings = findings
    run.columns_hash = hash_of_columns(findings)
    run.status = Status.CHECKED if findings["threads"] else Status.UNREADABLE
    ImportRun.objects.filter(pk=run.pk, token=run.token, status=Status.CHECKING).update(
        reading=run.reading, findings=findings, columns_hash=run.columns_hash, status=run.status
    )


def _read_before(findings: dict[str, Any]) -> ImportRun | None:
    """The last import of a file of the same shape, where something was set that holds for this one, too."""
    before = ImportRun.objects.with_same_columns(hash_of_columns(findings)).first()
    return before if before is not None and HowRead.of(before).for_alike() != HowRead() else None


def _bring_in(run: ImportRun, tell: Callable[[int], None]) -> None:
    mine = ImportRun.objects.filter(pk=run.pk, token=run.token, status__in=ImportRun.UNDER_WAY)
    if not mine.update(status=Status.RUNNING, started_at=timezone.now()):
        return
    how = HowRead.of(run)
    cleaning = how.cleaning()
    # Halves of surrogate pairs, which are no UTF-8, are written as JSON escapes them.
    sink = storage.unreadable_of(run).open("w", encoding="utf-8", errors="backslashreplace")
    with sink, transaction.atomic():
        locked = ImportRun.objects.select_for_update().filter(pk=run.pk, token=run.token).first()
        if locked is None:
            return
        report = bring_in_file(
            Source(storage.file_of(run), name=run.file_name),
            pillar=run.pillar,
            options=how.options(),
            clean=cleaning.thread if cleaning else None,
            tell=Tellers(
                unreadable=lambda thread: sink.write(_line_of(thread)),
                done=tell,
                brought=lambda brought: _note(run, brought),
            ),
        )
        if report.nothing_read:
            raise WrongState(_("There is no thread in this file that could be brought in."))
        _end(run, report, changed=dict(cleaning.changed))
    storage.file_of(run).unlink(missing_ok=True)
    if unreadable_file(run) is None:
        storage.remove(run.pk)


def _note(run: ImportRun, brought: list[tuple[int, bool]]) -> None:
    ImportedThread.objects.bulk_create(
        [ImportedThread(run=run, thread_id=thread_id, is_new=is_new) for thread_id, is_new in brought]
    )


def _end(run: ImportRun, report: ImportReport, *, changed: dict[str, int]) -> None:
    run.status, run.ended_at = Status.DONE, timezone.now()
    run.imported, run.skipped, run.failed = report.imported, report.skipped, report.failed
    run.report = report.to_keep() | {"changed": changed}
    run.reading = HowRead.of(run).to_keep()
    # Findings hold texts; with the import over, the threads themselves are where they are to be read.
    run.findings = {}
    run.save(
        update_fields=["status", "ended_at", "imported", "skipped", "failed", "report", "reading", "findings"]
    )


def _fail(run: ImportRun, error: str) -> None:
    ImportRun.objects.filter(pk=run.pk, token=run.token).update(
        status=Status.FAILED, error=error, ended_at=timezone.now()
    )


def _broken_off(error: Exception) -> str:
    return _("The import broke off (%s). Nothing was brought in.") % type(error).__name__


def _to(run: ImportRun, before: tuple[Status, ...], status: Status, *, language: str, now: datetime) -> None:
    """Move on, where nobody else has done so meanwhile; where that comes to nothing, a job takes over."""
    moved = ImportRun.objects.filter(pk=run.pk, status__in=before).update(
        status=status, language=language, error="", ended_at=None, enqueued_at=now
    )
    if not moved:
        raise WrongState(_("This import has moved on meanwhile; look at its page again."))
    run.status, run.language = status, language
    run.error, run.ended_at, run.enqueued_at = "", None, now


def _line_of(thread: UnreadableThread) -> str:
    reasons = [one.as_dict() for one in thread.problems]
    return (
        json.dumps({"where": thread.where, "problems": reasons, "thread": thread.raw}, ensure_ascii=False)
        + "\n"
    )


def unreadable_file(run: ImportRun) -> Path | None:
    """The threads that could not be read with their reasons, as JSON lines; ``None`` where there are none."""
    path = storage.unreadable_of(run)
    return path if path.exists() and path.stat().st_size else None


def noticed(run: ImportRun) -> list[dict[str, Any]]:
    """What was noticed on the way in, by kind (see ``by_kind``), with all examples that were kept."""
    return by_kind(run.report.get("problems", []), run.report.get("problem_counts", {}), examples=KEPT)
