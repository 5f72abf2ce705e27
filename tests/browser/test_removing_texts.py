"""What a pillar says of the removal of its texts, and the question before it, in a real browser."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from playwright.sync_api import Page, expect

from pillars.models import Pillar, Thread, Upload
from tests.browser.conftest import Open
from tests.browser.findings import SCREENS, Findings

pytestmark = [pytest.mark.browser, pytest.mark.processes, pytest.mark.django_db(transaction=True)]


def assert_other_pillars_are_told(page: Page, findings: Findings, language: str) -> None:
    """Pillar 1 shares a thread with pillar 5: its page, an upload into it, the admin's form, the question."""
    shared, *_others = Thread.objects.in_pillar(1)
    shared.pillars.add(Pillar.objects.get(pk=5))
    page.goto("/judge/pillar/1")
    expect(page.get_by_test_id("removal-elsewhere")).to_be_visible()
    findings.look_at(page, language=language, situation="pillar 1 shares a thread")
    page.locator("input[name=thread]").nth(0).check()
    page.locator("input[name=thread]").nth(1).check()
    page.get_by_test_id("remove-threads").click()
    expect(page.get_by_test_id("in-no-pillar")).to_be_visible()
    findings.look_at(page, language=language, situation="question before threads are in no pillar")
    page.goto("/admin/pillars/pillar/1/change/")
    page.locator("input[name=delete_on]").fill(timezone.localdate().isoformat())
    page.locator("input[name=_save]").click()
    expect(page.locator(".errorlist")).to_have_count(1)
    # The tool that looks for barriers writes styles of its own into the admin's form, which the page refuses.
    expect(page.locator("input[name=remove_now]")).to_be_visible()
    owner = User.objects.get(is_superuser=True)
    upload = Upload.objects.create(owner=owner, pillar_id=1, emptied_at=timezone.now(), emptied_with_id=5)
    page.goto(f"/judge/upload/{upload.pk}/files")
    expect(page.get_by_test_id("files-removed")).to_be_visible()
    findings.look_at(page, language=language, situation="an upload that lost its files")


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
    assert_other_pillars_are_told(page, findings, language)
    page.goto("/admin/pillars/pillar/")
    page.locator("input.action-select").first.check()
    page.locator("select[name=action]").select_option("remove_texts")
    page.locator("button[name=index]").click()
    expect(page.locator("input[name=confirmed]")).to_have_count(1)
    findings.look_at(page, language=language, situation="question")
    assert not findings.wrong, "\n".join(findings.wrong)
