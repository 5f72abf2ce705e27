"""How a session is doing: its workers, what is in flight, errors, pace and the expected end."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Q

from evaluations.judging.counts import counts_of
from evaluations.judging.workers import WorkerState, live_workers
from evaluations.models import Attempt, JudgeSession, JudgeTask

_PACE_OVER = timedelta(minutes=2)
_ERRORS_OVER = timedelta(minutes=15)


@dataclass(frozen=True, slots=True)
class Health:
    """``error_rate`` is the share of calls that failed of those begun in the last quarter of an hour.

    Error rate, pace and end are ``None`` where nothing tells.
    """

    status: str
    workers: list[WorkerState]
    in_flight: int
    stale: int
    error_rate: float | None
    throughput_per_min: float | None
    eta_s: float | None

    @property
    def lacks_workers(self) -> bool:
        """Whether the session waits for a worker and none is alive."""
        return not self.workers and self.status in JudgeSession.ACTIVE


def health_of(session: JudgeSession, *, now: datetime) -> Health:
    """The session's health at ``now``."""
    running = session.tasks.filter(status=JudgeTask.Status.RUNNING)
    stale = running.filter(leased_until__lt=now).count()
    pace = _pace(session, now)
    left = counts_of(session.pk).open
    return Health(
        status=session.status,
        workers=live_workers(now),
        in_flight=running.filter(started_at__isnull=False).count() - stale,
        stale=stale,
        error_rate=_error_rate(session, now),
        throughput_per_min=round(pace, 2) if pace else None,
        eta_s=round(left / pace * 60, 1) if pace and session.is_active else None,
    )


def _error_rate(session: JudgeSession, now: datetime) -> float | None:
    """A call may take minutes and is known at its end, so that the window is longer than that of the pace."""
    until = session.finished_at or now
    of_late = Attempt.objects.filter(started_at__gte=until - _ERRORS_OVER, started_at__lte=until)
    calls = of_late.filter(task__session=session).aggregate(
        all=Count("pk"), failed=Count("pk", filter=~Q(failure_code=""))
    )
    return calls["failed"] / calls["all"] if calls["all"] else None


def _pace(session: JudgeSession, now: datetime) -> float | None:
    """Tasks ended a minute, over the last two minutes of the session's run."""
    if session.started_at is None:
        return None
    until = session.finished_at or now
    since = max(session.started_at, until - _PACE_OVER)
    minutes = (until - since).total_seconds() / 60
    ended = session.tasks.filter(finished_at__gte=since, finished_at__lte=until).count()
    return ended / minutes if minutes > 0 else None
