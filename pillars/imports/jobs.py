"""The RQ jobs of imports: check a large file, bring a file in. The row is the truth, the job its hand.

Each row names the job's token; a job whose token is no longer the row's does nothing. While a job is
at it, a key in Redis holds how far it is and lives as long as the job shows signs of life: the import
is one transaction, so that its row cannot tell.
"""

import logging
import time
from datetime import datetime, timedelta
from uuid import uuid4

import django_rq
from redis.exceptions import RedisError

from pillars.models import ImportRun

logger = logging.getLogger(__name__)

RUN = "pillars.imports.running.run_job"
ALIVE_S = 60
GRACE = timedelta(seconds=30)
_TELL_EVERY_S = 0.5


def enqueue(run: ImportRun, *, now: datetime) -> None:
    """Give the import a job; without Redis it waits until ``look_after_imports`` gives it one."""
    run.token, run.enqueued_at = uuid4().hex, now
    run.save(update_fields=["token", "enqueued_at"])
    try:
        django_rq.get_queue("default").enqueue(
            RUN, run.pk, run.token, job_id=run.token, job_timeout=-1, result_ttl=60, failure_ttl=3600
        )
    except (RedisError, OSError) as error:
        logger.warning("Import %s waits for Redis: %s", run.pk, error)


def look_after_imports(now: datetime) -> None:
    """Give imports whose job was lost another one; nothing of a lost one was written."""
    for run in ImportRun.objects.filter(status__in=ImportRun.UNDER_WAY):
        if run.enqueued_at and run.enqueued_at < now - GRACE and not _is_at_it(run):
            enqueue(run, now=now)


def _is_at_it(run: ImportRun) -> bool:
    try:
        connection = django_rq.get_connection("default")
        return bool(connection.exists(_key(run.pk))) or _waits(run.token)
    except (RedisError, OSError):
        return True


def _waits(token: str) -> bool:
    return token in django_rq.get_queue("default").job_ids


def progress(run: ImportRun) -> int:
    """How many threads the job has dealt with so far; 0 where that is not known."""
    try:
        return int(django_rq.get_connection("default").get(_key(run.pk)) or 0)
    except (RedisError, OSError):
        return 0


class Teller:
    """Tells from within a job how far it is, at most twice a second."""

    def __init__(self, run_pk: int) -> None:
        self._key = _key(run_pk)
        self._told = 0.0

    def __call__(self, threads: int) -> None:
        """So many threads are dealt with."""
        moment = time.monotonic()
        if moment - self._told < _TELL_EVERY_S:
            return
        self._told = moment
        try:
            django_rq.get_connection("default").set(self._key, threads, ex=ALIVE_S)
        except (RedisError, OSError):
            logger.warning("Redis does not take the progress of %s", self._key)

    def end(self) -> None:
        """The job is over."""
        try:
            django_rq.get_connection("default").delete(self._key)
        except (RedisError, OSError):
            logger.warning("Redis does not take the end of %s", self._key)


def _key(run_pk: int) -> str:
    return f"llars:import:{run_pk}"
