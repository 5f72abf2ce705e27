"""Below a path: behind a proxy that leaves the path on the address, and behind one that takes it off."""

import re
from collections.abc import Iterator
from urllib.parse import parse_qs, urlsplit

import httpx2
import pytest
from django.contrib.auth.models import User

from llars.static_collection import collect_static
from pillars.models import Pillar
from tests.evaluations.api.conftest import token_of
from tests.processes import asgi_server

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.processes]

# What a proxy at /llars passes on: as it came, or without the path.
PASSED_ON = pytest.mark.parametrize("prefix", ["/llars", ""], ids=["left on", "taken off"])


@pytest.fixture
def server() -> Iterator[str]:
    """A site that is told that it lies at /llars."""
    collect_static()
    with asgi_server(LLARS_ROOT_PATH="/llars") as address:
        yield address


def _get(address: str, **headers: str) -> httpx2.Response:
    return httpx2.get(address, headers=headers, timeout=20)


@PASSED_ON
def test_every_address_that_it_gives_lies_below_the_path(
    anna: User, pillars: dict[int, Pillar], server: str, prefix: str
) -> None:
    page = _get(f"{server}{prefix}/login").text
    links = re.findall(r'(?:href|src|action)="([^"]+)"', page)
    assert any("/static/" in link for link in links)
    assert [link for link in links if link.startswith("/") and not link.startswith("/llars/")] == []
    for link in (link for link in links if "/static/" in link):
        assert _get(server + prefix + link.removeprefix("/llars")).status_code == 200

    sent_on = urlsplit(_get(f"{server}{prefix}/judge/config").headers["Location"])
    assert sent_on.path == "/llars/login"
    assert parse_qs(sent_on.query)["next"] == ["/llars/judge/config"]

    token = f"Token {token_of(anna)}"
    listed = _get(f"{server}{prefix}/api/judge/pillars?page_size=1", Authorization=token).json()
    assert listed["count"] == 3
    assert urlsplit(listed["next"]).path == "/llars/api/judge/pillars"


@PASSED_ON
def test_it_is_alive_with_and_without_the_path(server: str, prefix: str) -> None:
    assert _get(f"{server}{prefix}/healthz").status_code == 200
    assert _get(f"{server}{prefix}/nothing").status_code == 404
