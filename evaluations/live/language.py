"""The language of a WebSocket's reader, found as for a page: the chosen one, else the browser's."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest
from django.utils.translation import get_language_from_request


def language_of(scope: Mapping[str, Any]) -> str:
    """The language that the page behind this connection is in."""
    request = HttpRequest()
    request.COOKIES = scope.get("cookies", {})
    header = dict(scope["headers"]).get(b"accept-language", b"")
    request.META["HTTP_ACCEPT_LANGUAGE"] = header.decode("latin-1")
    return get_language_from_request(request)
