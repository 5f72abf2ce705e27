"""``manage.py judge``: what it refuses, and that it says why."""

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.utils.translation import override

from evaluations.models import JudgeSession, Model
from tests.sessions import make_session

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pillars", "default_prompts")]


@pytest.mark.parametrize("status", [JudgeSession.Status.COMPLETED, JudgeSession.Status.FAILED])
def test_a_session_that_has_ended_is_refused_with_its_status(
    anna: User, baseline: Model, status: JudgeSession.Status
) -> None:
    session = make_session(anna, baseline)
    JudgeSession.objects.filter(pk=session.pk).update(status=status)
    with override("en"), pytest.raises(CommandError, match=f"The session is {status}"):
        call_command("judge", session.pk)
    assert not session.tasks.exclude(status="pending").exists()


@pytest.mark.parametrize("number", [0, 99_999, 10**30])
def test_a_session_that_is_not_there_is_named(number: int) -> None:
    with override("en"), pytest.raises(CommandError, match=f"There is no session {number}"):
        call_command("judge", number)
