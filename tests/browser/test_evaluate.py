"""An evaluator at the browser: by keyboard, without losing a change, and blind."""

import json

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Locator, Page, expect

from evaluations.models import Assignment, Draft, Evaluation, Item
from pillars.models import Message
from tests.browser.conftest import Open
from tests.browser.evaluating import Make, answered, entered, make_scenario
from tests.browser.findings import SCREENS, Findings
from tests.processes import wait_until

pytestmark = [pytest.mark.browser, pytest.mark.processes, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def scenario(anna: User, ben: User, stage: object) -> Make:
    """Makes comparison scenarios over the pillars, with Ben as evaluator."""
    return make_scenario(anna)


def title(page: Page) -> Locator:
    """The heading that says which item this is."""
    return page.get_by_role("heading", level=1)


def state(page: Page) -> Locator:
    """The line that says how far saving is."""
    return page.get_by_test_id("save-state")


def reason(page: Page) -> Locator:
    """The field for the reason."""
    return page.locator("#field-final_justification")


def test_a_comparison_takes_two_keys(site: str, scenario: Make, ben: User, open_page: Open) -> None:
    made = scenario(rules={"asked": []})
    page = open_page(site, ben)
    page.goto(f"/evaluate/{made.pk}")
    for number in range(1, 5):
        expect(title(page)).to_have_text(f"Aufgabe {number} von 4")
        page.wait_for_selector("#work[data-ready]")
        page.keyboard.press("a")
        page.keyboard.press("Enter")
    expect(title(page)).to_have_text("Vergleich")
    assert answered(made) == 4


def test_keys_that_were_meant_for_the_last_item_do_not_hit_the_next(
    site: str, scenario: Make, ben: User, open_page: Open
) -> None:
    made = scenario(rules={"asked": []})
    page = open_page(site, ben)
    page.goto(f"/evaluate/{made.pk}")
    for key in ("a", "Enter", "b", "Enter"):
        page.keyboard.press(key)
    expect(title(page)).to_have_text("Aufgabe 2 von 4")
    page.wait_for_selector("#work[data-ready]")
    assert answered(made) == 1
    assert page.locator("[data-control] :checked").count() == 0


def test_submit_says_what_is_missing_and_goes_there(
    site: str, scenario: Make, ben: User, open_page: Open
) -> None:
    made = scenario(rules={"asked": ["confidence"], "required": ["confidence"]})
    page = open_page(site, ben)
    page.goto(f"/evaluate/{made.pk}")
    expect(page.get_by_test_id("submit-answer")).to_be_enabled()
    page.get_by_test_id("submit-answer").click()
    expect(page.locator("[data-gap]")).to_have_count(2)
    expect(page.locator('[name="winner"]').first).to_be_focused()
    page.keyboard.press("b")
    page.keyboard.press("Enter")
    expect(page.locator("[data-gap]")).to_have_count(1)
    expect(page.locator('[name="confidence_score"]').first).to_be_focused()
    page.keyboard.press("4")
    page.keyboard.press("Enter")
    expect(title(page)).to_have_text("Aufgabe 2 von 4")


def test_progress_is_told_after_answer_skip_and_undo(
    site: str, scenario: Make, ben: User, open_page: Open
) -> None:
    made = scenario(rules={"asked": []})
    page = open_page(site, ben)
    page.goto(f"/evaluate/{made.pk}")
    page.keyboard.press("a")
    page.keyboard.press("Enter")
    expect(page.locator("[data-progress]")).to_contain_text("1 von 4 erledigt, heute 1")
    page.wait_for_selector("#work[data-ready]")
    page.keyboard.press("s")
    page.locator("#reason").fill("zu müde")
    page.get_by_role("button", name="Für später zurückstellen").click()
    expect(title(page)).to_have_text("Aufgabe 3 von 4")
    expect(page.locator("[data-progress]")).to_contain_text("1 von 4")
    assert Assignment.objects.filter(status="skipped", skip_reason="zu müde").count() == 1
    page.get_by_role("button", name="Rückgängig", exact=True).last.click()
    expect(title(page)).to_have_text("Aufgabe 2 von 4")
    assert not Assignment.objects.filter(status="skipped").exists()


def test_undo_takes_back_choices_and_then_leads_to_the_item_before(
    site: str, scenario: Make, ben: User, open_page: Open
) -> None:
    made = scenario(rules={"asked": []})
    page = open_page(site, ben)
    page.goto(f"/evaluate/{made.pk}")
    page.keyboard.press("a")
    page.keyboard.press("b")
    page.keyboard.press("u")
    expect(page.locator('[name="winner"][value="A"]')).to_be_checked()
    page.keyboard.press("Enter")
    expect(title(page)).to_have_text("Aufgabe 2 von 4")
    page.wait_for_selector("#work[data-ready]")
    page.keyboard.press("u")
    expect(title(page)).to_have_text("Aufgabe 1 von 4")


def test_sides_stay_the_same(site: str, scenario: Make, ben: User, open_page: Open) -> None:
    made = scenario()
    page = open_page(site, ben)
    page.goto(f"/evaluate/{made.pk}/1")
    before = page.locator("[data-pane]").all_inner_texts()
    page.reload()
    assert page.locator("[data-pane]").all_inner_texts() == before


def test_the_page_holds_nothing_that_tells_a_source(
    site: str, scenario: Make, ben: User, open_page: Open
) -> None:
    made = scenario()
    item = Item.objects.filter(scenario=made).first()
    assert item is not None
    Item.objects.filter(scenario=made).update(external_id="GEHEIM-ID", reference={"winner": "A"})
    type(item.thread_a).objects.update(subject="GEHEIM-TITEL", metadata={"model": "GEHEIM-MODELL"})
    page = open_page(site, ben)
    seen: list[str] = []
    page.on("response", lambda response: seen.append(response.url))
    page.goto(f"/evaluate/{made.pk}/1")
    page.keyboard.press("j")
    expect(page.locator(".jump-entries a")).to_have_count(4)
    text = page.content() + json.dumps(seen)
    for secret in ("GEHEIM", "Säule", "pillar", "reference", "baseline"):
        assert secret not in text, secret


def test_the_panel_stays_in_view_beside_a_long_thread(
    site: str, scenario: Make, ben: User, open_page: Open
) -> None:
    made = scenario()
    Message.objects.filter(role="counsellor").update(content="Ein langer Satz. " * 1200)
    page = open_page(site, ben)
    page.goto(f"/evaluate/{made.pk}/1")
    pane = page.locator("[data-pane]").first
    pane.evaluate("pane => { pane.scrollTop = pane.scrollHeight; }")
    page.evaluate("window.scrollTo(0, document.body.scrollHeight)")
    for part in (page.get_by_test_id("submit-answer"), page.locator('[name="winner"]').first):
        expect(part).to_be_in_viewport()


def test_keys_are_dead_in_text_fields_and_can_be_switched_off(
    site: str, scenario: Make, ben: User, open_page: Open
) -> None:
    made = scenario()
    page = open_page(site, ben)
    page.goto(f"/evaluate/{made.pk}/1")
    reason(page).click()
    page.keyboard.type("abt?")
    expect(reason(page)).to_have_value("abt?")
    assert page.locator('[name="winner"]:checked').count() == 0
    title(page).focus()
    page.keyboard.press("?")
    page.get_by_label("Einzelne Tasten sind an").uncheck()
    page.keyboard.press("Escape")
    page.keyboard.press("a")
    assert page.locator('[name="winner"]:checked').count() == 0


def test_instructions_appear_at_the_first_visit_and_at_a_key(
    site: str, scenario: Make, ben: User, open_page: Open
) -> None:
    made = scenario(instructions="# Worum es geht\n\nBitte **beide** ganz lesen. <script>alert(1)</script>")
    page = open_page(site, ben)
    page.goto(f"/evaluate/{made.pk}/1")
    dialog = page.get_by_role("dialog", name="Anleitung")
    expect(dialog).to_be_visible()
    expect(dialog.locator("strong")).to_have_text("beide")
    expect(dialog).to_contain_text("<script>")
    page.keyboard.press("Escape")
    page.reload()
    expect(dialog).to_be_hidden()
    page.keyboard.press("i")
    expect(dialog).to_be_visible()


def test_time_is_measured_without_pauses(site: str, scenario: Make, ben: User, open_page: Open) -> None:
    made = scenario(rules={"asked": []})
    page = open_page(site, ben)
    page.clock.install()
    page.goto(f"/evaluate/{made.pk}/1")
    for seconds in (10, 30, 600, 20):
        page.clock.run_for(seconds * 1000)
        page.mouse.move(10, 10 + seconds)
    page.keyboard.press("a")
    page.keyboard.press("Enter")
    page.clock.run_for(1000)
    wait_until(lambda: answered(made) == 1)
    active = Evaluation.objects.get().active_time_ms
    assert active is not None
    assert abs(active - 60_000) < 1000


def test_a_passage_is_kept_as_evidence(site: str, scenario: Make, ben: User, open_page: Open) -> None:
    made = scenario(rules={"asked": []})
    page = open_page(site, ben)
    page.goto(f"/evaluate/{made.pk}/1")
    page.locator("[data-message]").first.evaluate(
        """element => {
            const range = document.createRange();
            range.setStart(element.firstChild, 7);
            range.setEnd(element.firstChild, 22);
            getSelection().removeAllRanges();
            getSelection().addRange(range);
        }"""
    )
    page.keyboard.press("m")
    expect(page.locator("[data-quote-list] q")).to_have_text("ich brauche Rat")
    page.keyboard.press("a")
    page.keyboard.press("Enter")
    wait_until(lambda: answered(made) == 1)
    kept = Evaluation.objects.get().annotations["highlights"]
    assert kept == [{"side": "A", "message": 0, "start": 7, "end": 22, "quote": "ich brauche Rat"}]


def test_a_comment_leaves_the_draft_alone(site: str, scenario: Make, ben: User, open_page: Open) -> None:
    made = scenario()
    page = open_page(site, ben)
    page.goto(f"/evaluate/{made.pk}/1")
    reason(page).fill("bleibt")
    page.get_by_role("heading", level=1).focus()
    page.keyboard.press("c")
    page.keyboard.type("dazu gesagt")
    wait_until(lambda: Draft.objects.filter(fields__comment=["dazu gesagt"]).exists())
    assert entered(made) == ["bleibt"]


def test_the_focus_is_never_lost_after_a_swap(site: str, scenario: Make, ben: User, open_page: Open) -> None:
    made = scenario(rules={"asked": []})
    page = open_page(site, ben)
    page.goto(f"/evaluate/{made.pk}")
    page.keyboard.press("a")
    page.keyboard.press("Enter")
    expect(title(page)).to_be_focused()
    page.wait_for_selector("#work[data-ready]")
    page.keyboard.press("n")
    expect(title(page)).to_have_text("Aufgabe 3 von 4")
    expect(title(page)).to_be_focused()


def test_it_works_without_scripts(site: str, scenario: Make, ben: User, open_page: Open) -> None:
    made = scenario()
    page = open_page(site, ben, javascript=False)
    page.goto(f"/evaluate/{made.pk}")
    page.get_by_test_id("submit-answer").click()
    expect(page.locator("[data-gap]")).to_have_count(1)
    page.locator('[name="winner"][value="A"]').check()
    page.get_by_test_id("submit-answer").click()
    expect(title(page)).to_have_text("Aufgabe 2 von 4")
    assert answered(made) == 1


@pytest.mark.parametrize(("language", "width", "theme"), SCREENS)
def test_nothing_is_wrong_with_the_page(
    site: str,
    scenario: Make,
    ben: User,
    open_page: Open,
    findings: Findings,
    language: str,
    width: int,
    theme: str,
) -> None:
    made = scenario(
        instructions="# Worum es geht", rules={"asked": ["strength", "criteria", "confidence", "reasoning"]}
    )
    page = open_page(site, ben, width=width, theme=theme, language=language)
    page.goto(f"/evaluate/{made.pk}/1")
    findings.look_at(page, language=language, situation="instructions")
    page.keyboard.press("Escape")
    findings.look_at(page, language=language, situation="item")
    page.keyboard.press("j")
    expect(page.locator(".jump-entries a")).to_have_count(4)
    findings.look_at(page, language=language, situation="jump list")
    page.get_by_test_id("submit-answer").click()
    expect(page.locator("[data-gap]")).to_have_count(1)
    findings.look_at(page, language=language, situation="gaps")
    page.goto("/evaluate")
    findings.look_at(page, language=language, situation="list")
    assert [one for one in findings.wrong if "400 (Bad Request)" not in one] == []
