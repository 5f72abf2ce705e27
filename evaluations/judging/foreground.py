"""Drain a session in this very process, without workers."""

import asyncio
import os
import platform
from collections.abc import Callable
from uuid import uuid4

from django.db import transaction
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _

from evaluations.judging import lifecycle, queue
from evaluations.judging.errors import LifecycleConflict
from evaluations.judging.runner import Drain, Runner
from evaluations.models import JudgeSession


def judge_in_foreground(
    session: JudgeSession, *, on_done: Callable[[int], None] | None = None
) -> JudgeSession:
    """Start or go on with a session and drain it here; ``on_done`` hears how many tasks have ended each time.

    Raises:
        LifecycleConflict: the session has ended.
    """
    _take_up(session)
    worker_name = f"{platform.node()}.{os.getpid()}"
    now = timezone.now()
    queue.requeue_expired(now, session_id=session.pk)
    lifecycle.mark_running(session.pk, now=now)
    asyncio.run(Runner(Drain(session.pk, uuid4().hex, worker_name), on_done=on_done).run())
    session.refresh_from_db()
    return session


def _take_up(session: JudgeSession) -> None:
    status = JudgeSession.Status
    with transaction.atomic():
        locked = get_object_or_404(JudgeSession.objects.select_for_update(), pk=session.pk)
        if locked.status in {status.COMPLETED, status.FAILED}:
            raise LifecycleConflict(
                _("The session is %(status)s; this step does not apply.")
                % {"status": locked.get_status_display()}
            )
        locked.status = status.QUEUED
        locked.save(update_fields=["status"])
