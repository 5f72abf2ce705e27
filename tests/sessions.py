"""Sessions for tests: planned, created and judged through the services that pages and API use."""

from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import connections

from evaluations.judging.foreground import judge_in_foreground
from evaluations.judging.plans import SessionPlan
from evaluations.judging.sessions import create_session
from evaluations.models import Attempt, Evaluation, JudgeSession, Model


def make_session(actor: User, model: Model, **fields: Any) -> JudgeSession:
    """A session over pillars 1, 3 and 5 unless ``fields`` say otherwise."""
    plan: dict[str, Any] = {
        "pillar_ids": (1, 3, 5),
        "session_name": "Test",
        "model_id": model.pk,
        "seed": 7,
    } | fields
    return create_session(SessionPlan(**plan), actor=actor)


def judged_session(actor: User, model: Model, **fields: Any) -> JudgeSession:
    """The same, drained in the foreground."""
    return judge_in_foreground(make_session(actor, model, **fields))


@contextmanager
def judged_beside(sessions: Iterable[JudgeSession]) -> Iterator[None]:
    """Judge sessions by the command while the block goes on; they have ended when it is left.

    In threads, since a browser's driver keeps an event loop running in a test's own.
    """
    with ThreadPoolExecutor() as pool:
        judges = [pool.submit(_judge, session.pk) for session in sessions]
        yield
        for judge in judges:
            judge.result()


def _judge(session_id: int) -> None:
    try:
        call_command("judge", session_id)
    finally:
        connections.close_all()


def failures(session: JudgeSession) -> Counter[str]:
    """How many tasks failed for good, by failure code."""
    return Counter(session.tasks.filter(status="failed").values_list("failure_code", flat=True))


def attempt_codes(session: JudgeSession) -> list[str]:
    """The failure codes of all attempts in order; empty for those that succeeded."""
    return list(
        Attempt.objects.filter(task__session=session).order_by("pk").values_list("failure_code", flat=True)
    )


def answers(session: JudgeSession) -> list[Evaluation]:
    """The session's answers in queue order."""
    return list(Evaluation.objects.filter(task__session=session).order_by("task__queue_position"))
