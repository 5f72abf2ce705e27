"""Drain a session in this very process, without workers."""

import asyncio
import os
import platform
from collections.abc import Callable
from uuid import uuid4

from django.utils import timezone

from evaluations.judging import lifecycle, queue
from evaluations.judging.runner import Drain, Runner
from evaluations.models import JudgeSession


def judge_in_foreground(
    session: JudgeSession, *, on_done: Callable[[int], None] | None = None
) -> JudgeSession:
    """Start or go on with a session and drain it here; ``on_done`` hears how many tasks have ended each time.

    Raises:
        LifecycleConflict: the session has ended.
    """
    lifecycle.take_up(session)
    worker_name = f"{platform.node()}.{os.getpid()}"
    now = timezone.now()
    queue.requeue_expired(now, session_id=session.pk)
    lifecycle.mark_running(session.pk, now=now)
    asyncio.run(Runner(Drain(session.pk, uuid4().hex, worker_name), on_done=on_done).run())
    session.refresh_from_db()
    return session
