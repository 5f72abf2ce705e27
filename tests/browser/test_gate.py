"""The gate: every page in both languages, light and dark, wide and narrow, without a finding."""

from typing import Literal

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page

from evaluations.models import JudgeSession, Model
from pillars.models import Thread
from tests.browser.conftest import Open
from tests.browser.findings import Findings
from tests.browser.sessions import paused_session, running_session

pytestmark = [pytest.mark.browser, pytest.mark.processes, pytest.mark.django_db(transaction=True)]

WIDTHS = (1366, 320)
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


@pytest.fixture
def addresses(anna: User, ended: JudgeSession, stage: Model) -> list[str]:
    """All pages, sessions in every state among them."""
    running, paused = running_session(anna, stage), paused_session(anna, stage)
    task = ended.tasks.order_by("queue_position")[1]
    failed = ended.tasks.order_by("queue_position")[0]
    thread = Thread.objects.in_pillar(3)[0]
    session = f"/judge/session/{ended.pk}"
    return [
        "/judge/sessions",
        "/judge/config",
        session,
        f"/judge/session/{running.pk}",
        f"/judge/session/{paused.pk}",
        f"{session}/results",
        f"/judge/session/{running.pk}/results",
        f"{session}/comparison/{task.pk}",
        f"{session}/comparison/{failed.pk}",
        f"{session}/delete",
        "/judge/pillar/3",
        "/judge/pillar/3/record",
        f"/judge/pillar/3/thread/{thread.pk}",
        f"/judge/pillar/3/thread/{thread.pk}/correct",
    ]


@pytest.mark.parametrize("language", ["de", "en"])
def test_no_page_has_a_finding(
    language: str, site: str, anna: User, addresses: list[str], open_page: Open, findings: Findings
) -> None:
    stranger = open_page(site, language=language)
    stranger.goto("/login")
    _look_in_all_looks(stranger, findings, language)
    page = open_page(site, anna, language=language)
    for address in addresses:
        page.goto(address)
        _look_in_all_looks(page, findings, language)
    _estimate(page)
    _look_in_all_looks(page, findings, language, "estimated")
    _filter(page, addresses[2])
    _look_in_all_looks(page, findings, language, "filtered")
    assert not findings.wrong, "\n".join(findings.wrong)


def _look_in_all_looks(page: Page, findings: Findings, language: str, situation: str = "") -> None:
    for theme in THEMES:
        page.emulate_media(color_scheme=theme)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 768})
            findings.look_at(page, language=language, situation=f"{language} {theme} {width} {situation}")


def _estimate(page: Page) -> None:
    page.goto("/judge/config")
    page.get_by_test_id("pillar-1").check()
    page.get_by_test_id("pillar-3").check()
    page.get_by_test_id("estimate-total").wait_for()
    page.locator("details.more summary").click()


def _filter(page: Page, session: str) -> None:
    page.goto(session)
    page.locator("#history_pillar").select_option("5")
    page.wait_for_function("() => document.querySelectorAll('[data-testid=history-row]').length === 16")


def test_error_pages_and_refused_forms_have_no_finding(
    site: str, anna: User, ended: JudgeSession, open_page: Open, findings: Findings
) -> None:
    page = open_page(site, anna, width=320)
    page.goto("/judge/session/999999")
    findings.forget()  # The browser itself reports the 404 that was provoked.
    findings.look_at(page, language="de")
    page.goto("/judge/config")
    page.get_by_test_id("create-session").click()
    page.get_by_role("alert").wait_for()
    findings.forget()
    findings.look_at(page, language="de")
    assert not findings.wrong, "\n".join(findings.wrong)


def test_the_colour_switch_is_kept_and_the_skip_link_works(
    site: str, anna: User, stage: Model, open_page: Open, findings: Findings
) -> None:
    page = open_page(site, anna)
    page.goto("/judge/sessions")
    switch = page.locator("[data-theme-switch]")
    assert page.locator("html").get_attribute("data-bs-theme") == "light"
    switch.click()
    switch.click()
    assert page.locator("html").get_attribute("data-bs-theme") == "dark"
    page.reload()
    assert page.locator("html").get_attribute("data-bs-theme") == "dark"
    findings.look_at(page, language="de")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "content"
    assert not findings.wrong, "\n".join(findings.wrong)
