"""A derived thread made in a real browser, with the keyboard and without JavaScript, without a finding."""

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from playwright.sync_api import Page, expect

from pillars.models import Pillar, Thread
from tests.browser.conftest import Open
from tests.browser.findings import SCREENS, Findings

pytestmark = [pytest.mark.browser, pytest.mark.processes, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize(("language", "width", "theme"), SCREENS)
def test_a_thread_is_made_by_keyboard(
    language: str,
    width: int,
    theme: str,
    site: str,
    anna: User,
    open_page: Open,
    findings: Findings,
) -> None:
    Pillar.objects.create(number=2, name="Feature aus Säule 1")
    source = Thread.objects.in_pillar(1)[0]
    Thread.objects.in_pillar(1).protect(timezone.now())
    page = open_page(site, anna, language=language, theme=theme, width=width)
    page.goto("/judge/pillar/1")
    findings.look_at(page, language=language, situation="pillar")
    page.goto(f"/judge/pillar/1/thread/{source.pk}")
    findings.look_at(page, language=language, situation="source")
    page.get_by_test_id("derive-thread").press("Enter")
    findings.look_at(page, language=language, situation="form")
    page.locator("#id_subject").fill("Von Hand")
    page.locator("#id_features-0-type").fill("summary")
    page.get_by_test_id("one-more-text").press("Enter")
    expect(page.get_by_test_id("derived-text")).to_have_count(2)
    expect(page.get_by_test_id("one-more-text")).to_be_focused()
    expect(page.locator("#id_features-0-type")).to_have_value("summary")
    findings.look_at(page, language=language, situation="one more")
    assert not findings.wrong, "\n".join(findings.wrong)
    _send_with_a_gap(page)
    # The console tells of the answer 400, which was wanted.
    findings.forget()
    findings.look_at(page, language=language, situation="refused")
    page.locator("#id_features-0-content").fill("Kurz gesagt.")
    page.get_by_test_id("make-derived").press("Enter")
    page.wait_for_url("**/judge/pillar/2/thread/*")
    expect(page.get_by_text("Kurz gesagt.")).to_be_visible()
    expect(page.get_by_role("link", name=str(source)).first).to_be_visible()
    findings.look_at(page, language=language, situation="made")
    assert not findings.wrong, "\n".join(findings.wrong)


def _send_with_a_gap(page: Page) -> None:
    """Write the second text and leave the first one out."""
    page.locator("#id_features-1-type").focus()
    page.keyboard.type("situation_description")
    page.keyboard.press("Tab")
    page.keyboard.type("Jemand hat Sorgen.")
    page.locator("#id_subject").press("Enter")
    expect(page.locator("#id_features-0-content_error")).to_be_visible()
    expect(page.locator("#id_features-1-content")).to_have_value("Jemand hat Sorgen.")


def test_a_thread_is_made_without_javascript(site: str, anna: User, open_page: Open) -> None:
    Pillar.objects.create(number=2, name="Feature aus Säule 1")
    source = Thread.objects.in_pillar(1)[0]
    page = open_page(site, anna, javascript=False)
    page.goto(f"/judge/pillar/1/thread/{source.pk}/derive")
    page.locator("#id_features-0-type").fill("summary")
    page.locator("#id_features-0-content").fill("Kurz gesagt.")
    page.get_by_test_id("one-more-text").click()
    expect(page.get_by_test_id("derived-text")).to_have_count(2)
    expect(page.locator("#id_features-0-content")).to_have_value("Kurz gesagt.")
    expect(page.locator("#id_features-1-type")).to_be_focused()
    page.get_by_test_id("make-derived").click()
    page.wait_for_url("**/judge/pillar/2/thread/*")
    assert source.derived_threads.get().features.get().content == "Kurz gesagt."
