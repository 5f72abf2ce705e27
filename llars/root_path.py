"""The path below which a proxy serves the site, where the proxy takes it off the address."""

from typing import Any

from django.conf import settings

ASGIApplication = Any


def with_root_path(application: ASGIApplication) -> ASGIApplication:
    """Put the path back on: addresses made from a request's own (``next``, the way back) need it."""

    async def answer(scope: dict[str, Any], receive: Any, send: Any) -> Any:
        root, path = settings.ROOT_PATH, scope["path"]
        if root and path != root and not path.startswith(f"{root}/"):
            scope = {**scope, "path": root + path}
        return await application(scope, receive, send)

    return answer
