"""Look after sessions: what a lost worker or a wiped Redis left behind is set going again."""

from datetime import datetime

from evaluations.judging import drain_jobs, lifecycle, queue
from evaluations.models import JudgeSession

_UNENDED = (*JudgeSession.ACTIVE, JudgeSession.Status.PAUSED)


def look_after_sessions(now: datetime) -> None:
    """Give expired leases back, end sessions that are done, and see that the others have their jobs."""
    queue.requeue_expired(now)
    for session_id in JudgeSession.objects.filter(status__in=_UNENDED).values_list("pk", flat=True):
        look_after(session_id, now)


def look_after(session_id: int, now: datetime) -> None:
    """End the session where it is done; where tasks wait, see that its jobs are there."""
    if lifecycle.finish_if_done(session_id, now=now):
        return
    session = JudgeSession.objects.filter(pk=session_id, status__in=JudgeSession.ACTIVE).first()
    if session is not None and session.tasks.claimable(now).exists():
        drain_jobs.ensure(session, now=now)
