"""Anna's judged session, and clients that are logged in as somebody."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.test import Client

from evaluations.models import JudgeSession, Model
from pillars.models import Pillar
from tests.evaluations.reports import casting
from tests.plain_static import plain_static
from tests.sessions import make_session

__all__ = ["plain_static"]

As = Callable[[User], Client]


@pytest.fixture
def logged_in() -> As:
    """A browser of this person, without JavaScript."""

    def client_of(user: User) -> Client:
        client = Client()
        client.force_login(user)
        return client

    return client_of


@pytest.fixture
def stage(pillars: dict[int, Pillar], default_prompts: None, baseline: Model) -> Model:
    """What a session needs: pillars with threads, prompts and the baseline judge."""
    return baseline


@pytest.fixture
def judged(anna: User, stage: Model) -> JudgeSession:
    """A session of 12 comparisons that has ended; the longer thread has won throughout."""
    return finish(make_session(anna, stage, samples_per_pillar=2))


@pytest.fixture
def created(anna: User, stage: Model) -> JudgeSession:
    """A session that has not been started."""
    return make_session(anna, stage, samples_per_pillar=2)


def finish(session: JudgeSession) -> JudgeSession:
    """Let the judge answer every call."""
    casting.answer_all(session, casting.longer)
    session.status = JudgeSession.Status.COMPLETED
    session.save(update_fields=["status"])
    return session
