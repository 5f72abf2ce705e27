"""The RQ job that drains a session. It holds no state of its own: the rows do."""

import asyncio
import signal
import threading
from functools import partial

from django.utils import timezone
from rq import get_current_job

from evaluations.judging import drain_jobs, lifecycle, places, watch
from evaluations.judging.runner import Drain, Runner


def drain(session_id: int, slot: int, token: str) -> None:
    """Drain a session from its slot, unless the slot has gone to another job meanwhile."""
    asked_to_end = threading.Event()
    signal.signal(signal.SIGTERM, lambda number, frame: asked_to_end.set())
    job = get_current_job()
    worker_name = (job.worker_name if job else "") or ""
    now = timezone.now()
    if not drain_jobs.begin(session_id, slot, token, worker_name=worker_name, now=now):
        return
    lifecycle.mark_running(session_id, now=now)
    try:
        claim = claim_on(session_id, slot, token, worker_name=worker_name)
        asyncio.run(_run(Runner(claim), asked_to_end))
    finally:
        drain_jobs.end(session_id, slot, token)
        watch.look_after(session_id, timezone.now())


async def _run(runner: Runner, asked_to_end: threading.Event) -> None:
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, runner.stop)
    if asked_to_end.is_set():
        runner.stop()
    await runner.run()


def claim_on(session_id: int, slot: int, token: str, *, worker_name: str) -> Drain:
    """A job's claim on a session, with its sign of life and its share of the model's calls."""
    share, beat = partial(_share, session_id, slot, token), partial(_beat, session_id, slot, token)
    return Drain(session_id, token, worker_name, places=share, beat=beat)


def _share(session_id: int, slot: int, token: str, in_flight: int) -> int:
    return places.take(session_id, slot, token, in_flight=in_flight, now=timezone.now())


def _beat(session_id: int, slot: int, token: str, in_flight: int) -> bool:
    return drain_jobs.beat(session_id, slot, token, in_flight=in_flight, now=timezone.now())
