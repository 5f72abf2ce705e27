"""What a session's health says of its calls: those of late, so that it costs the same after days."""

from datetime import datetime, timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from evaluations.judging.health import health_of
from evaluations.models import Attempt, JudgeSession, Model
from tests.sessions import make_session

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pillars", "default_prompts")]

BEGAN = timezone.now() - timedelta(hours=3)


@pytest.fixture
def session(anna: User, baseline: Model) -> JudgeSession:
    session = make_session(anna, baseline)
    session.status, session.started_at = JudgeSession.Status.RUNNING, BEGAN
    session.save(update_fields=["status", "started_at"])
    return session


def call(session: JudgeSession, at: datetime, failure: str = "") -> None:
    task = session.tasks.earliest("queue_position")
    Attempt.objects.create(task=task, number=1, failure_code=failure, started_at=at)


def test_the_error_rate_is_of_the_calls_of_late(session: JudgeSession) -> None:
    now = BEGAN + timedelta(hours=3)
    for _ in range(5):
        call(session, now - timedelta(hours=2), "refused")
    assert health_of(session, now=now).error_rate is None
    for failure in ("", "", "", "timed_out"):
        call(session, now - timedelta(minutes=6), failure)
    assert health_of(session, now=now).error_rate == 0.25


def test_calls_of_another_session_do_not_count(session: JudgeSession, anna: User, baseline: Model) -> None:
    now = BEGAN + timedelta(hours=3)
    call(make_session(anna, baseline), now - timedelta(minutes=1), "refused")
    call(session, now - timedelta(minutes=1))
    assert health_of(session, now=now).error_rate == 0.0


def test_the_error_rate_of_a_session_that_has_ended_is_that_of_its_end(session: JudgeSession) -> None:
    session.finished_at = BEGAN + timedelta(minutes=30)
    call(session, BEGAN + timedelta(minutes=29), "refused")
    call(session, BEGAN + timedelta(minutes=28))
    assert health_of(session, now=BEGAN + timedelta(days=3)).error_rate == 0.5
