"""The life of a judge session: created, queued, running, paused, completed or failed.

Each step locks the session, checks the rule, writes, and tells the watchers after the commit.
For people a session that was deleted meanwhile is a 404; workers have nothing left to do.
"""

from collections.abc import Callable
from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _

from evaluations.judging import drain_jobs
from evaluations.judging.counts import Counts, counts_of
from evaluations.judging.errors import LifecycleConflict
from evaluations.judging.real_data import check_session
from evaluations.judging.scenario_status import settle
from evaluations.live import events
from evaluations.live.publish import publish
from evaluations.live.streams import Stream
from evaluations.models import JudgeSession, JudgeTask
from llars import audit
from llars.models import AuditEntry

Status = JudgeSession.Status
REASON_BY_USER = "by_user"


def start(session: JudgeSession) -> JudgeSession:
    """Begin; harmless where the session is already under way.

    Raises:
        LifecycleConflict: the session is paused or has ended.
    """
    return _move(session, {Status.CREATED}, Status.QUEUED, harmless=set(JudgeSession.ACTIVE))


def take_up(session: JudgeSession) -> JudgeSession:
    """Begin or go on in the calling process, without workers' jobs.

    Raises:
        LifecycleConflict: the session has ended.
    """
    return _move(session, {Status.CREATED, Status.PAUSED, *JudgeSession.ACTIVE}, Status.QUEUED, jobs=False)


def pause(session: JudgeSession) -> JudgeSession:
    """Begin no more calls; those in flight end. Harmless where it is paused already.

    Raises:
        LifecycleConflict: the session has not been started or has ended.
    """
    return _move(
        session, set(JudgeSession.ACTIVE), Status.PAUSED, reason=REASON_BY_USER, harmless={Status.PAUSED}
    )


def resume(session: JudgeSession) -> JudgeSession:
    """Go on after a pause; harmless where the session is under way.

    Raises:
        LifecycleConflict: the session is not paused.
    """
    return _move(session, {Status.PAUSED}, Status.QUEUED, harmless=set(JudgeSession.ACTIVE))


def retry_failed(session: JudgeSession) -> JudgeSession:
    """Put what failed for good back into the queue and go on.

    Raises:
        LifecycleConflict: nothing has failed, or the session was never started.
    """

    def reset(locked: JudgeSession) -> None:
        failed = locked.tasks.filter(status=JudgeTask.Status.FAILED)
        number = failed.update(
            status=JudgeTask.Status.PENDING,
            failure_code="",
            failure_detail="",
            not_before=None,
            started_at=None,
            finished_at=None,
        )
        if not number:
            raise LifecycleConflict(_("Nothing has failed in this session."))

    allowed = {Status.COMPLETED, Status.FAILED, Status.PAUSED, *JudgeSession.ACTIVE}
    return _move(session, allowed, Status.QUEUED, before=reset)


def go_on(session: JudgeSession) -> None:
    """Take up a session that had ended, because it got further tasks; others are left as they are."""
    if session.status in (Status.COMPLETED, Status.FAILED) and session.tasks.open().exists():
        _move(session, {Status.COMPLETED, Status.FAILED}, Status.QUEUED)


def delete(session: JudgeSession, *, actor: User) -> None:
    """Delete a session with its answers; goes on record.

    A scenario that was made for the session alone goes with it.

    Raises:
        LifecycleConflict: workers are at it.
    """
    with transaction.atomic():
        locked = _locked(session)
        if locked.is_active:
            raise LifecycleConflict(_("A running session cannot be deleted; pause it first."))
        audit.record(actor, AuditEntry.Action.DELETE, locked)
        scenario = locked.scenario
        if locked.is_alone:
            scenario.delete()
        else:
            locked.delete()
            settle(scenario.pk)


def pause_for(session_id: int, *, reason: str, detail: str) -> None:
    """Pause because nothing can succeed until somebody changes something; ``reason`` names the failure."""
    with transaction.atomic():
        locked = JudgeSession.objects.select_for_update().filter(pk=session_id).first()
        if locked is None or not locked.is_active:
            return
        _set(locked, Status.PAUSED, reason=reason, detail=detail)
        _tell(locked)


def mark_running(session_id: int, *, now: datetime) -> None:
    """A worker has begun."""
    with transaction.atomic():
        changed = JudgeSession.objects.filter(pk=session_id, status=Status.QUEUED).update(
            status=Status.RUNNING, status_reason="", status_detail=""
        )
        JudgeSession.objects.filter(pk=session_id, started_at__isnull=True).update(started_at=now)
        if changed:
            _tell(JudgeSession.objects.get(pk=session_id))


def finish_if_done(session_id: int, *, now: datetime) -> bool:
    """End the session where no task is open: completed, or failed where not one succeeded."""
    if JudgeTask.objects.filter(session=session_id).open().exists():
        return False
    with transaction.atomic():
        session = JudgeSession.objects.select_for_update().filter(pk=session_id).first()
        if session is None:
            return False
        going = session.is_active or session.status == Status.PAUSED
        if not going or session.tasks.open().exists():
            return False
        counts = counts_of(session_id)
        _set(session, Status.COMPLETED if counts.completed else Status.FAILED, finished_at=now)
        done = events.SessionComplete(
            status=session.status, completed=counts.completed, failed=counts.failed, total=counts.total
        )
        settle(session.scenario_id)
        transaction.on_commit(
            lambda: publish(Stream.of_session(session_id), [status_event(session, counts), done])
        )
    return True


def status_event(session: JudgeSession, counts: Counts) -> events.Status:
    """Where the session stands, as an event."""
    return events.Status(
        status=session.status,
        status_reason=session.status_reason,
        completed=counts.completed,
        failed=counts.failed,
        total=counts.total,
    )


def _move(
    session: JudgeSession,
    allowed: set[Status],
    target: Status,
    *,
    reason: str = "",
    harmless: set[Status] | None = None,
    before: Callable[[JudgeSession], None] | None = None,
    jobs: bool = True,
) -> JudgeSession:
    with transaction.atomic():
        locked = _locked(session)
        if locked.status in (harmless or set()):
            return locked
        if locked.is_recorded:
            raise LifecycleConflict(_("These answers were made elsewhere; there is nothing to run."))
        if locked.status not in allowed:
            raise LifecycleConflict(
                _("The session is %(status)s; this step does not apply.")
                % {"status": locked.get_status_display()}
            )
        if before is not None:
            before(locked)
        if target == Status.QUEUED:
            check_session(locked)
        _set(locked, target, reason=reason, finished_at=None)
        if jobs and locked.is_active:
            drain_jobs.ensure(locked, now=timezone.now())
        _tell(locked)
    return locked


def _locked(session: JudgeSession) -> JudgeSession:
    """The session as it stands now, locked; it may have been deleted since it was fetched."""
    return get_object_or_404(JudgeSession.objects.select_for_update(), pk=session.pk)


def _set(
    session: JudgeSession,
    status: Status,
    *,
    reason: str = "",
    detail: str = "",
    finished_at: datetime | None = None,
) -> None:
    session.status = status
    session.status_reason = reason
    session.status_detail = detail
    session.finished_at = finished_at
    session.save(update_fields=["status", "status_reason", "status_detail", "finished_at"])


def _tell(session: JudgeSession) -> None:
    event = status_event(session, counts_of(session.pk))
    transaction.on_commit(lambda: publish(Stream.of_session(session.pk), [event]))
