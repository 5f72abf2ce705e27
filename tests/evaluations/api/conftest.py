from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from knox.models import AuthToken
from rest_framework.test import APIClient

from evaluations.models import JudgeSession
from tests.evaluations.reports import casting


class Caller(APIClient):
    """A client that sends JSON and starts each address with ``/api/``."""

    def call(self, method: str, path: str, data: Any = None) -> Any:
        """Send a request; ``data`` as JSON, or as the query of a GET."""
        send: Callable[..., Any] = getattr(self, method)
        if method == "get":
            return send(f"/api/{path}", data)
        return send(f"/api/{path}", data, format="json")


def token_of(user: User) -> str:
    """A new token of this person's."""
    _row, token = AuthToken.objects.create(user=user)  # type: ignore[no-untyped-call]
    return str(token)


def caller(user: User | None = None) -> Caller:
    """A client that is logged in with a token, or not at all."""
    client = Caller()
    if user is not None:
        client.credentials(HTTP_AUTHORIZATION=f"Token {token_of(user)}")
    return client


@pytest.fixture
def anna_user(db: None) -> User:
    casting.set_up()
    return casting.person("anna")


@pytest.fixture
def anna(anna_user: User) -> Caller:
    """A researcher who owns the session."""
    return caller(anna_user)


@pytest.fixture
def dora(anna_user: User) -> Caller:
    """A researcher who has nothing to do with it."""
    return caller(casting.person("dora"))


@pytest.fixture
def ben(anna_user: User) -> Caller:
    """An evaluator."""
    return caller(casting.evaluator("ben"))


@pytest.fixture
def nobody(anna_user: User) -> Caller:
    """Somebody without a login."""
    return caller()


@pytest.fixture
def session(anna_user: User) -> JudgeSession:
    """Three pairs of pillars 1 and 3, both positions; pillar 1 has the longer threads."""
    casting.add_threads(1, [300, 310, 320])
    casting.add_threads(3, [100, 110, 120])
    return casting.session_of(anna_user, samples_per_pillar=3)


@pytest.fixture
def no_workers(settings: Any) -> None:
    """A Redis database of its own, in which no worker of another test run shows up."""
    settings.RQ_QUEUES = {"default": {"URL": f"{settings.REDIS_URL.split('?')[0]}?db=7"}}
