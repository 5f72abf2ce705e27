"""The wizard at the browser: set up by keyboard, nothing wrong with any step."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from evaluations.models import Model, Scenario
from tests.browser.conftest import Open
from tests.browser.findings import SCREENS, Findings

pytestmark = [pytest.mark.browser, pytest.mark.processes, pytest.mark.django_db(transaction=True)]

OPEN_ALL = "document.querySelectorAll('main details').forEach(box => { box.open = true; })"


def test_a_researcher_sets_a_comparison_up_by_keyboard(
    site: str, anna: User, ben: User, baseline: Model, open_page: Open
) -> None:
    page = open_page(site, anna)
    page.goto("/scenarios")
    page.get_by_role("link", name="Neues Szenario").focus()
    page.keyboard.press("Enter")
    page.get_by_test_id("begin-scenario").focus()
    page.keyboard.press("Enter")
    page.get_by_label("Name des Szenarios").fill("Rollenspiel gegen Live")
    for pillar in ("1 Säule 1", "3 Säule 3"):
        page.get_by_label(pillar).focus()
        page.keyboard.press("Space")
    page.get_by_test_id("next-step").press("Enter")
    expect(page.get_by_test_id("type-comparison")).to_contain_text("Passt")
    page.get_by_label("Die Begründung in eigenen Worten").select_option("asked")
    page.get_by_test_id("next-step").press("Enter")
    page.get_by_label("ben").press("Space")
    page.get_by_label("baseline").press("Space")
    page.get_by_test_id("next-step").press("Enter")
    page.get_by_test_id("next-step").press("Enter")
    expect(page.get_by_role("heading", name="Was daraus wird")).to_be_visible()
    page.get_by_test_id("create-scenario").press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Rollenspiel gegen Live")
    scenario = Scenario.objects.get()
    assert scenario.status == "evaluating"
    assert scenario.sessions.get().tasks.count() == 10
    assert scenario.rules["asked"] == ["confidence", "reasoning"]
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_have_text("Rollenspiel gegen Live")


def _next(page: Page, step: str) -> None:
    page.get_by_test_id("next-step").click()
    page.wait_for_url(f"**/set-up/{step}")


def _set_up_one(page: Page, look_at: Callable[[str], None]) -> None:
    """Set a scenario up, stopping at each step to look at it."""
    page.goto("/scenarios/new")
    look_at("new")
    page.get_by_test_id("begin-scenario").click()
    page.wait_for_url("**/set-up/data")
    look_at("data")
    page.locator("#id_pillar_ids_0").check()
    page.locator("#id_pillar_ids_1").check()
    _next(page, "task")
    look_at("task")
    _next(page, "evaluators")
    look_at("evaluators")
    page.get_by_label("ben").check()
    page.get_by_label("baseline").check()
    _next(page, "distribution")
    page.locator("#id_everyone_share").fill("900")
    page.get_by_test_id("next-step").click()
    expect(page.get_by_role("alert")).to_be_visible()
    look_at("distribution with faults")
    page.locator("#id_everyone_share").fill("0")
    _next(page, "summary")
    page.evaluate(OPEN_ALL)
    look_at("summary")
    page.get_by_test_id("create-scenario").click()
    expect(page.locator("#people-title")).to_be_visible()
    page.evaluate(OPEN_ALL)
    look_at("overview")
    page.goto("/scenarios")
    look_at("list")


def test_picked_threads_settings_to_begin_with_and_a_reminder_to_paste(
    site: str, anna: User, ben: User, open_page: Open, findings: Findings
) -> None:
    page = open_page(site, anna)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto("/scenarios/new")
    page.get_by_test_id("begin-scenario").click()
    page.get_by_test_id("pick-threads").click()
    rows = page.get_by_test_id("thread-row").get_by_role("checkbox")
    rows.nth(0).check()
    page.get_by_label("Säule", exact=True).select_option("3")
    page.get_by_test_id("find-threads").click()
    expect(page.get_by_test_id("picked")).to_have_text("1 gewählt")
    rows.nth(0).check()
    findings.look_at(page, language="de", situation="picking")
    page.get_by_test_id("done-choosing").click()
    expect(page.get_by_test_id("picked")).to_contain_text("2 einzelne Verläufe")
    _next(page, "task")
    page.get_by_test_id("type-text_classification").click()
    page.get_by_test_id("begin-urgency").click()
    expect(page.get_by_test_id("begin-urgency")).to_have_attribute("aria-current", "true")
    findings.look_at(page, language="de", situation="begun with urgency")
    _next(page, "evaluators")
    page.get_by_label("ben").check()
    _next(page, "distribution")
    _next(page, "summary")
    page.get_by_test_id("create-scenario").click()
    page.get_by_test_id("remind").click()
    page.get_by_test_id("copy-reminder").click()
    expect(page.locator("[data-copy-status]")).to_have_text("Der Text ist in der Zwischenablage.")
    findings.look_at(page, language="de", situation="reminder")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == page.locator("#reminder-text").input_value()
    assert "2 Aufgaben" in copied
    assert Scenario.objects.get().items.count() == 2
    assert not findings.wrong, "\n".join(findings.wrong)


@pytest.mark.parametrize(("language", "width", "theme"), SCREENS)
def test_nothing_is_wrong_with_the_steps(
    site: str,
    anna: User,
    ben: User,
    baseline: Model,
    open_page: Open,
    findings: Findings,
    language: str,
    width: int,
    theme: str,
) -> None:
    page = open_page(site, anna, width=width, theme=theme, language=language)

    def look_at(situation: str) -> None:
        findings.look_at(page, language=language, situation=situation)

    _set_up_one(page, look_at)
    assert [one for one in findings.wrong if "400 (Bad Request)" not in one] == []
