"""The RQ jobs that drain a session: the row first, the job second.

A row tells whether its job is alive. Redis may lose a job and a worker may die; ``ensure`` finds
the row silent and enqueues another. A job whose row has moved on to another token ends at once.
"""

import logging
from datetime import datetime, timedelta
from uuid import uuid4

import django_rq
from django.db import transaction
from redis.exceptions import RedisError
from rq.exceptions import NoSuchJobError
from rq.job import Job

from evaluations.judging.leases import lease
from evaluations.models import DrainJob, JudgeSession

logger = logging.getLogger(__name__)

ENQUEUE_GRACE = timedelta(seconds=5)
DRAIN = "evaluations.judging.jobs.drain"


def ensure(session: JudgeSession, *, now: datetime) -> int:
    """See that each of the session's slots has a job that is waiting or alive; returns how many are new.

    There are no more slots than calls that the model takes at once.
    """
    rows = {row.slot: row for row in session.drain_jobs.all()}
    enqueued = 0
    for slot in range(min(session.worker_count, session.model.max_in_flight)):
        row = rows.get(slot)
        if row is None or _is_gone(row, now):
            enqueued += _replace(session, slot, row, now)
    return enqueued


def begin(session_id: int, slot: int, token: str, *, worker_name: str, now: datetime) -> bool:
    """Note that the job has begun; false where its row has moved on and the job is to end."""
    row = DrainJob.objects.filter(session=session_id, slot=slot, token=token, status=DrainJob.Status.ENQUEUED)
    return bool(
        row.update(status=DrainJob.Status.RUNNING, worker_name=worker_name, heartbeat_at=now, places=0)
    )


def beat(session_id: int, slot: int, token: str, *, in_flight: int, now: datetime) -> bool:
    """A sign of life; false where the row has moved on to another job."""
    row = DrainJob.objects.filter(session=session_id, slot=slot, token=token)
    return bool(row.update(heartbeat_at=now, in_flight=in_flight))


def end(session_id: int, slot: int, token: str) -> None:
    """Note that the job has ended."""
    DrainJob.objects.filter(session=session_id, slot=slot, token=token).update(
        status=DrainJob.Status.ENDED, in_flight=0, places=0
    )


def alive(now: datetime) -> "list[DrainJob]":
    """The jobs that have given a sign of life within a lease."""
    return list(DrainJob.objects.running(now - lease()))


def _is_gone(row: DrainJob, now: datetime) -> bool:
    if row.status == DrainJob.Status.ENDED:
        return True
    if row.status == DrainJob.Status.RUNNING:
        return row.heartbeat_at < now - lease()
    return row.enqueued_at < now - ENQUEUE_GRACE and not is_in_redis(row.token)


def is_in_redis(job_id: str) -> bool:
    """Whether RQ still has the job and will run it; an unreachable Redis counts as yes, to be asked again."""
    try:
        job = Job.fetch(job_id, connection=django_rq.get_connection("default"))
        return not (job.is_finished or job.is_failed or job.is_canceled or job.is_stopped)
    except NoSuchJobError:
        return False
    except (RedisError, OSError):
        return True


def _replace(session: JudgeSession, slot: int, row: DrainJob | None, now: datetime) -> int:
    token = uuid4().hex
    fresh = {
        "token": token,
        "status": DrainJob.Status.ENQUEUED,
        "worker_name": "",
        "in_flight": 0,
        "places": 0,
        "enqueued_at": now,
        "heartbeat_at": now,
    }
    if row is None:
        _row, made = DrainJob.objects.get_or_create(session=session, slot=slot, defaults=fresh)
        won = int(made)
    else:
        won = DrainJob.objects.filter(pk=row.pk, token=row.token, status=row.status).update(**fresh)
    if won:
        transaction.on_commit(lambda: _enqueue(session.pk, slot, token))
    return won


def _enqueue(session_id: int, slot: int, token: str) -> None:
    try:
        django_rq.get_queue("default").enqueue(
            DRAIN, session_id, slot, token, job_id=token, job_timeout=-1, result_ttl=60, failure_ttl=3600
        )
    except (RedisError, OSError) as error:
        logger.warning("Session %s waits for Redis: %s", session_id, error)
