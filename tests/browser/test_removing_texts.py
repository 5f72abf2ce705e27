"""What a pillar says of the removal of its texts, and the question before it, in a real browser."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from playwright.sync_api import expect

from pillars.models import Pillar
from tests.browser.conftest import Open
from tests.browser.findings import SCREENS, Findings

pytestmark = [pytest.mark.browser, pytest.mark.processes, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize(("language", "width", "theme"), SCREENS)
def test_removal_is_said_and_asked_without_a_finding(
    language: str,
    width: int,
    theme: str,
    site: str,
    admin: User,
    open_page: Open,
    findings: Findings,
) -> None:
    late = timezone.localdate() - timedelta(days=2)
    Pillar.objects.filter(pk=3).update(is_real_data=True, delete_on=late)
    Pillar.objects.filter(pk=5).update(delete_on=late, purge_refused_at=timezone.now())
    page = open_page(site, admin, language=language, theme=theme, width=width)
    for number in (3, 5):
        page.goto(f"/judge/pillar/{number}")
        expect(page.get_by_test_id("deletion-late")).to_be_visible()
        findings.look_at(page, language=language, situation=f"pillar {number}")
    page.goto("/admin/pillars/pillar/")
    page.locator("input.action-select").first.check()
    page.locator("select[name=action]").select_option("remove_texts")
    page.locator("button[name=index]").click()
    expect(page.locator("input[name=confirmed]")).to_have_count(1)
    findings.look_at(page, language=language, situation="question")
    assert not findings.wrong, "\n".join(findings.wrong)
