"""The RQ worker, and which workers are alive."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import django_rq
from redis.exceptions import RedisError
from rq import Worker, worker_registration

WORKER_TTL_S = 30
SILENT_AFTER = timedelta(seconds=45)


class JudgeWorker(Worker):
    """An RQ worker that shows up again after Redis was wiped, and whose death shows within a minute."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.update(default_worker_ttl=WORKER_TTL_S, job_monitoring_interval=10)
        super().__init__(*args, **kwargs)

    def heartbeat(self, timeout: int | None = None, pipeline: Any = None) -> None:
        """Give the sign of life, and register anew where the registration is gone."""
        super().heartbeat(timeout, pipeline)
        connection = pipeline if pipeline is not None else self.connection
        connection.hset(self.key, "queues", ",".join(self.queue_names()))
        worker_registration.register(self, pipeline)


@dataclass(frozen=True, slots=True)
class WorkerState:
    """A worker process: its name, whether it runs a job, and its last sign of life."""

    name: str
    busy: bool
    heartbeat: datetime | None


def live_workers(now: datetime) -> list[WorkerState]:
    """The workers that gave a sign of life lately; none where Redis is out of reach."""
    try:
        found = Worker.all(connection=django_rq.get_connection("default"))
        states = [_state(worker) for worker in found]
    except (RedisError, OSError):
        return []
    return sorted(
        (s for s in states if s.heartbeat is not None and now - s.heartbeat < SILENT_AFTER),
        key=lambda state: state.name,
    )


def _state(worker: Any) -> WorkerState:
    beat = worker.last_heartbeat
    if beat is not None and beat.tzinfo is None:
        beat = beat.replace(tzinfo=UTC)
    return WorkerState(worker.name, str(worker.get_state()).endswith("busy"), beat)
