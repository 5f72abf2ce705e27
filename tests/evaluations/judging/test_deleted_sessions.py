"""A session that somebody deletes meanwhile is gone for everybody: no step and no worker stumbles over it."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.http import Http404
from django.utils import timezone

from evaluations.judging import lifecycle, watch
from evaluations.models import JudgeSession, Model
from tests.sessions import make_session

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pillars", "default_prompts")]


@pytest.fixture
def deleted(anna: User, baseline: Model) -> JudgeSession:
    """A session as somebody fetched it just before it was deleted."""
    session = make_session(anna, baseline)
    lifecycle.delete(JudgeSession.objects.get(pk=session.pk), actor=anna)
    return session


@pytest.mark.parametrize(
    "step",
    [lifecycle.start, lifecycle.pause, lifecycle.resume, lifecycle.retry_failed],
)
def test_no_step_finds_it(deleted: JudgeSession, step: Callable[[JudgeSession], Any]) -> None:
    with pytest.raises(Http404):
        step(deleted)


def test_a_second_deletion_finds_nothing(deleted: JudgeSession, anna: User) -> None:
    with pytest.raises(Http404):
        lifecycle.delete(deleted, actor=anna)


def test_a_worker_that_was_at_it_ends_in_peace(deleted: JudgeSession) -> None:
    now = timezone.now()
    lifecycle.mark_running(deleted.pk, now=now)
    lifecycle.pause_for(deleted.pk, reason="unauthorised", detail="")
    assert lifecycle.finish_if_done(deleted.pk, now=now) is False
    watch.look_after(deleted.pk, now)
    assert not JudgeSession.objects.exists()
