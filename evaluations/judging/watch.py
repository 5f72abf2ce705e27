"""Look after all sessions: what a lost worker or a wiped Redis left behind is set going again."""

from datetime import datetime

from evaluations.judging import drain_jobs, lifecycle, queue
from evaluations.models import JudgeSession


def look_after_sessions(now: datetime) -> None:
    """Give expired leases back, end sessions that are done, and see that the others have their jobs."""
    queue.requeue_expired(now)
    going = [*JudgeSession.ACTIVE, JudgeSession.Status.PAUSED]
    for session in JudgeSession.objects.filter(status__in=going).prefetch_related("drain_jobs"):
        if lifecycle.finish_if_done(session.pk, now=now) or not session.is_active:
            continue
        if session.tasks.claimable(now).exists():
            drain_jobs.ensure(session, now=now)
