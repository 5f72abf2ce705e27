"""Where WebSockets lead, and who may open one."""

from typing import Any, cast
from urllib.parse import ParseResult

from channels.auth import AuthMiddlewareStack
from channels.db import database_sync_to_async
from channels.routing import URLRouter
from channels.security.websocket import OriginValidator
from django.conf import settings
from django.contrib.auth.models import User
from django.urls import path, re_path
from knox.auth import TokenAuthentication
from rest_framework.exceptions import AuthenticationFailed

from evaluations.live.consumers import JudgeConsumer

ASGIApplication = Any


class SameSite(OriginValidator):
    """Refuses pages of other sites.

    Browsers always name a page's origin; a client that names none is no browser, carries nobody's
    cookies unawares, and still has to be logged in.
    """

    def valid_origin(self, parsed_origin: ParseResult | None) -> bool:
        """Whether the origin is one of ours, or there is none."""
        return parsed_origin is None or bool(self.validate_origin(parsed_origin))


def with_token(application: ASGIApplication) -> ASGIApplication:
    """Let a client that is no browser log in as it does over HTTP: ``Authorization: Token …``."""

    async def answer(scope: dict[str, Any], receive: Any, send: Any) -> Any:
        kind, _, token = dict(scope["headers"]).get(b"authorization", b"").partition(b" ")
        user = await _user_of(token) if kind == b"Token" else None
        return await application({**scope, "user": user} if user else scope, receive, send)

    return answer


@database_sync_to_async
def _user_of(token: bytes) -> User | None:
    try:
        user, _token = TokenAuthentication().authenticate_credentials(token)  # type: ignore[no-untyped-call]
    except AuthenticationFailed:
        return None
    return user if isinstance(user, User) else None


async def nowhere(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Let nobody in, where no other route fits."""
    await receive()
    await send({"type": "websocket.close"})


def without_root_path(application: ASGIApplication) -> ASGIApplication:
    """Take the path below which a proxy serves the site off the address, where the proxy left it on."""

    async def answer(scope: dict[str, Any], receive: Any, send: Any) -> Any:
        bare = scope["path"].removeprefix(settings.ROOT_PATH)
        return await application({**scope, "path": bare, "root_path": ""}, receive, send)

    return answer


def websocket_application() -> ASGIApplication:
    """All WebSockets, for people who are logged in."""
    consumer: ASGIApplication = JudgeConsumer.as_asgi()
    routes = URLRouter([cast("Any", path("ws/judge/", consumer)), re_path("", cast("Any", nowhere))])
    return without_root_path(SameSite(AuthMiddlewareStack(with_token(routes)), settings.ALLOWED_HOSTS))
