"""Clients of ``/ws/judge/`` on the site's own ASGI application, with the real Redis."""

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
import redis
from channels.layers import channel_layers
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client

from evaluations.live.publish import open_redis, publish_async
from evaluations.live.streams import Stream
from evaluations.models import JudgeSession, Model, Scenario
from llars.asgi import application
from pillars.models import Pillar
from tests.sessions import make_session


def stream_of(of: JudgeSession | Scenario) -> Stream:
    """What its events are published under."""
    return Stream.of_session(of.pk) if isinstance(of, JudgeSession) else Stream.of_scenario(of.pk)


Connect = Callable[..., Awaitable["SiteClient"]]


class SiteClient(WebsocketCommunicator):
    """A client that remembers whether it was let in."""

    accepted = False


@pytest.fixture(autouse=True)
def empty_redis() -> None:
    """This process' Redis database, emptied; skips where no Redis answers."""
    try:
        redis.Redis.from_url(settings.REDIS_URL).flushdb()
    except redis.RedisError as error:
        pytest.skip(f"no Redis at {settings.REDIS_URL}: {error}")


@pytest.fixture
def session(
    transactional_db: None, anna: User, pillars: dict[int, Pillar], default_prompts: None, baseline: Model
) -> JudgeSession:
    """Anna's session, committed, so that the consumer's threads see it."""
    return make_session(anna, baseline, samples_per_pillar=1)


@pytest.fixture
def cookie_of() -> Callable[[User], str]:
    """The cookie of a browser in which this person is logged in."""

    def cookie(user: User) -> str:
        client = Client()
        client.force_login(user)
        name = settings.SESSION_COOKIE_NAME
        return f"{name}={client.cookies[name].value}"

    return cookie


@pytest.fixture
async def connect(cookie_of: Callable[[User], str]) -> AsyncIterator[Connect]:
    """Opens a WebSocket as somebody; all are closed at the end."""
    opened: list[SiteClient] = []
    channel_layers.backends.clear()

    async def connect_as(
        cookie: str = "", origin: str = "", token: str = "", path: str = "/ws/judge/", language: str = ""
    ) -> SiteClient:
        headers = [(b"cookie", cookie.encode())] if cookie else []
        headers += [(b"origin", origin.encode())] if origin else []
        headers += [(b"authorization", f"Token {token}".encode())] if token else []
        headers += [(b"accept-language", language.encode())] if language else []
        client = SiteClient(application, path, headers=headers)
        client.accepted, _ = await client.connect()
        opened.append(client)
        return client

    yield connect_as
    for client in opened:
        if client.accepted:
            await client.disconnect()
    channel_layers.backends.clear()


@pytest.fixture
async def tell() -> AsyncIterator[Callable[..., Awaitable[None]]]:
    """Publishes events of a session or a scenario as a runner does."""
    connection = open_redis()

    async def publish(of: JudgeSession | Scenario, *events: Any) -> None:
        await publish_async(connection, stream_of(of), events)

    yield publish
    await connection.aclose()
