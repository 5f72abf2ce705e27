"""The RQ worker, and which workers are alive."""

import os
import signal
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import django_rq
from redis.exceptions import RedisError
from rq import Worker, worker_registration

from llars.parent_death import end_with_parent

WORKER_TTL_S = 30
SILENT_AFTER = timedelta(seconds=45)


class JudgeWorker(Worker):
    """An RQ worker that shows up again after Redis was wiped, and whose death shows within a minute.

    Asked to stop, it passes that on to its job, which begins no more calls and gives back what it
    has claimed. Killed, it takes its job along.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.update(worker_ttl=WORKER_TTL_S, job_monitoring_interval=10)
        super().__init__(*args, **kwargs)

    def heartbeat(self, timeout: int | None = None, pipeline: Any = None) -> None:
        """Give the sign of life, and register anew where the registration is gone."""
        super().heartbeat(timeout, pipeline)
        connection = pipeline if pipeline is not None else self.connection
        connection.hset(self.key, "queues", ",".join(self.queue_names()))
        worker_registration.register(self, pipeline)

    def handle_warm_shutdown_request(self) -> None:
        """Ask the running job to come to its end."""
        if self.horse_pid:
            self.kill_horse(sig=signal.SIGTERM)

    def main_work_horse(self, job: Any, queue: Any) -> None:
        """Run a job in the forked process; a forked process whose worker is gone ends too."""
        end_with_parent(os.getppid())
        super().main_work_horse(job, queue)


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
