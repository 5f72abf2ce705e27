"""Behind a proxy that serves the site by https, cookies and addresses are of https alone."""

import httpx2
import pytest
from django.contrib.auth.models import User

from llars.static_collection import collect_static
from tests.evaluations.api.conftest import token_of
from tests.processes import asgi_server

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("pillars"),
    pytest.mark.processes,
]


def _answers(address: str, user: User) -> tuple[str, str]:
    """The cookie that the log-in page sets, and the address of a list's second page."""
    headers = {"X-Forwarded-Proto": "https", "Authorization": f"Token {token_of(user)}"}
    page = httpx2.get(f"{address}/login", headers=headers, timeout=20)
    listed = httpx2.get(f"{address}/api/judge/pillars?page_size=1", headers=headers, timeout=20)
    return page.headers["Set-Cookie"], listed.json()["next"]


def test_cookies_of_an_https_site_are_secure_and_its_proxy_is_believed(anna: User) -> None:
    collect_static()
    with asgi_server(CSRF_TRUSTED_ORIGINS="https://llars.example.org") as address:
        cookie, following = _answers(address, anna)
    assert "; Secure" in cookie
    assert following.startswith("https://")


def test_without_https_no_cookie_is_secure_and_no_proxy_believed(anna: User) -> None:
    collect_static()
    with asgi_server() as address:
        cookie, following = _answers(address, anna)
    assert "; Secure" not in cookie
    assert following.startswith("http://")
