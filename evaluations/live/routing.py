"""Where WebSockets lead, and who may open one."""

from typing import Any
from urllib.parse import ParseResult

from channels.auth import AuthMiddlewareStack
from channels.routing import URLRouter
from channels.security.websocket import OriginValidator
from django.conf import settings
from django.urls import path

from evaluations.live.consumers import JudgeConsumer

ASGIApplication = Any


class SameSite(OriginValidator):  # type: ignore[misc]
    """Refuses pages of other sites.

    Browsers always name a page's origin; a client that names none is no browser, carries nobody's
    cookies unawares, and still has to be logged in.
    """

    def valid_origin(self, parsed_origin: ParseResult | None) -> bool:
        """Whether the origin is one of ours, or there is none."""
        return parsed_origin is None or bool(self.validate_origin(parsed_origin))


def without_root_path(application: ASGIApplication) -> ASGIApplication:
    """Take the path below which a proxy serves the site off the address, where the proxy left it on."""

    async def answer(scope: dict[str, Any], receive: Any, send: Any) -> Any:
        bare = scope["path"].removeprefix(settings.ROOT_PATH)
        return await application({**scope, "path": bare, "root_path": ""}, receive, send)

    return answer


def websocket_application() -> ASGIApplication:
    """All WebSockets, for people who are logged in."""
    routes = URLRouter([path("ws/judge/", JudgeConsumer.as_asgi())])
    return without_root_path(SameSite(AuthMiddlewareStack(routes), settings.ALLOWED_HOSTS))
