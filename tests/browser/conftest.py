"""A Chromium at a real ASGI server: the site as people see it, on the test's own database."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import django_rq
import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from evaluations.models import JudgeSession, Model
from llars.static_collection import collect_static
from pillars.models import Pillar
from tests.browser.findings import Findings
from tests.browser.sessions import ended_session
from tests.processes import asgi_server
from tests.services import chromium

Open = Callable[..., Page]

# A worker needs seconds to start, many on a busy machine; what is there is found at once all the same.
expect.set_options(timeout=60_000)


@pytest.fixture
def quick_passwords() -> None:
    """The server is a process of its own, so passwords are hashed as it expects them."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One Chromium for the tests of a file.

    Playwright keeps an event loop running in this thread, so Django must be told not to refuse its
    database; and it must be gone before tests of other files run loops of their own.
    """
    path = chromium()
    if path is None:
        reason = "no Chromium: install one (apt install chromium) or run `playwright install chromium`"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def collected_static() -> Path:
    """The static files as an installation serves them, hashed and compressed."""
    collect_static()
    return Path(settings.STATIC_ROOT)


@pytest.fixture
def stage(
    transactional_db: None, pillars: dict[int, Pillar], default_prompts: None, baseline: Model
) -> Model:
    """Pillars with threads, prompts and the baseline judge, committed; an empty queue."""
    django_rq.get_connection("default").flushdb()
    return baseline


@pytest.fixture(scope="module")
def server(django_db_setup: None, collected_static: Path) -> Iterator[str]:
    """One ASGI server for the tests of a file; each test fills the database anew."""
    with asgi_server() as address:
        yield address


@pytest.fixture
def site(stage: Model, server: str) -> str:
    """The address of the site."""
    return server


@pytest.fixture
def findings() -> Findings:
    """What the browser complains of in this test."""
    return Findings()


@pytest.fixture
def open_page(browser: Browser, findings: Findings) -> Iterator[Open]:
    """Opens a page in a browser of its own, logged in as somebody or as nobody."""
    contexts: list[BrowserContext] = []

    def open_as(
        address: str,
        user: User | None = None,
        *,
        language: str = "de",
        theme: str = "light",
        width: int = 1366,
        javascript: bool = True,
    ) -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": 768},
            color_scheme="dark" if theme == "dark" else "light",
            locale="de-DE" if language == "de" else "en-GB",
            base_url=address,
            java_script_enabled=javascript,
            reduced_motion="reduce",
        )
        contexts.append(context)
        if user is not None:
            client = Client()
            client.force_login(user)
            name = settings.SESSION_COOKIE_NAME
            context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": address}])
        page = context.new_page()
        findings.watch(page)
        return page

    yield open_as
    for context in contexts:
        context.close()


@pytest.fixture
def ended(anna: User, stage: Model) -> JudgeSession:
    """A session of Anna's in which the longer thread has won throughout, but for one failure."""
    return ended_session(anna, stage)
