"""Whatever happens in the middle of an evaluator's work, every answer given is there afterwards."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import Locator, Page, expect

from evaluations.models import Draft, Evaluation, Item
from tests.browser.conftest import Open
from tests.browser.evaluating import Make, answered, entered, make_scenario, sign_in
from tests.processes import asgi_server, free_port, wait_until

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


def test_an_answer_is_bound_to_the_version_that_was_shown(
    site: str, scenario: Make, ben: User, open_page: Open
) -> None:
    made = scenario(rules={"asked": []})
    page = open_page(site, ben)
    page.goto(f"/evaluate/{made.pk}")
    Item.objects.filter(scenario=made).update(version=2)
    page.keyboard.press("a")
    page.keyboard.press("Enter")
    expect(state(page)).to_contain_text("geändert")
    assert answered(made) == 0


def test_an_expired_login_loses_nothing_and_saves_once(
    site: str, scenario: Make, ben: User, open_page: Open
) -> None:
    made = scenario()
    page = open_page(site, ben)
    page.goto(f"/evaluate/{made.pk}")
    page.keyboard.press("a")
    reason(page).fill("Ein langer, guter Grund.")
    expect(state(page)).to_contain_text("Entwurf gespeichert")
    page.context.clear_cookies()
    page.get_by_test_id("submit-answer").click()
    expect(state(page)).to_contain_text("abgemeldet")
    assert answered(made) == 0
    sign_in(page, site, ben)
    page.evaluate("window.dispatchEvent(new Event('online'))")
    wait_until(lambda: answered(made) == 1)
    assert Evaluation.objects.get().reasoning == "Ein langer, guter Grund."


def test_work_without_a_connection_waits_and_is_sent(
    site: str, scenario: Make, ben: User, open_page: Open
) -> None:
    made = scenario(rules={"asked": []})
    page = open_page(site, ben)
    with page.expect_response(lambda response: response.url.endswith("/2")):
        page.goto(f"/evaluate/{made.pk}")
    page.context.set_offline(True)
    page.keyboard.press("a")
    page.keyboard.press("Enter")
    expect(title(page)).to_have_text("Aufgabe 2 von 4")
    expect(state(page)).to_contain_text("Keine Verbindung")
    page.wait_for_selector("#work[data-ready]")
    page.keyboard.press("b")
    page.keyboard.press("Enter")
    expect(state(page)).to_contain_text("2 Antworten warten")
    assert answered(made) == 0
    page.context.set_offline(False)
    wait_until(lambda: answered(made) == 2)


def test_a_draft_is_there_again_in_another_browser(
    site: str, scenario: Make, ben: User, open_page: Open
) -> None:
    made = scenario()
    page = open_page(site, ben)
    page.goto(f"/evaluate/{made.pk}")
    page.keyboard.press("b")
    reason(page).fill("Halb fert")
    expect(state(page)).to_contain_text("Entwurf gespeichert")
    page.close()
    other = open_page(site, ben)
    other.goto(f"/evaluate/{made.pk}")
    expect(reason(other)).to_have_value("Halb fert")
    expect(other.locator('[name="winner"][value="B"]')).to_be_checked()


def test_what_could_not_be_sent_is_there_after_the_tab_was_killed(
    site: str, scenario: Make, ben: User, open_page: Open
) -> None:
    made = scenario()
    page = open_page(site, ben)
    page.goto(f"/evaluate/{made.pk}")
    page.context.set_offline(True)
    reason(page).fill("Nie gesendet")
    page.close()
    again = page.context.new_page()
    page.context.set_offline(False)
    again.goto(f"/evaluate/{made.pk}")
    expect(reason(again)).to_have_value("Nie gesendet")
    wait_until(lambda: Draft.objects.filter(fields__final_justification=["Nie gesendet"]).exists())


def test_two_windows_are_shown_their_conflict(site: str, scenario: Make, ben: User, open_page: Open) -> None:
    made = scenario()
    first = open_page(site, ben)
    first.goto(f"/evaluate/{made.pk}/1")
    second = open_page(site, ben)
    second.goto(f"/evaluate/{made.pk}/1")
    reason(first).fill("aus dem ersten")
    expect(state(first)).to_contain_text("Entwurf gespeichert")
    reason(second).fill("aus dem zweiten")
    expect(state(second)).to_contain_text("anderen Fenster")
    assert entered(made) == ["aus dem ersten"]
    second.get_by_role("button", name="Behalten, was hier steht").click()
    wait_until(lambda: entered(made) == ["aus dem zweiten"])


def test_a_double_click_is_one_answer(site: str, scenario: Make, ben: User, open_page: Open) -> None:
    made = scenario(rules={"asked": []})
    page = open_page(site, ben)
    page.goto(f"/evaluate/{made.pk}")
    page.keyboard.press("a")
    page.get_by_test_id("submit-answer").dblclick()
    expect(title(page)).to_have_text("Aufgabe 2 von 4")
    assert [row.version for row in Evaluation.objects.all()] == [1]


def test_back_shows_the_own_answer_and_a_change_makes_a_version(
    site: str, scenario: Make, ben: User, open_page: Open
) -> None:
    made = scenario(rules={"asked": []})
    page = open_page(site, ben)
    page.goto(f"/evaluate/{made.pk}")
    page.keyboard.press("a")
    page.keyboard.press("Enter")
    expect(title(page)).to_have_text("Aufgabe 2 von 4")
    page.go_back()
    expect(title(page)).to_have_text("Aufgabe 1 von 4")
    expect(page.locator('[name="winner"][value="A"]')).to_be_checked()
    page.wait_for_selector("#work[data-ready]")
    page.keyboard.press("t")
    page.keyboard.press("Enter")
    expect(title(page)).to_have_text("Aufgabe 2 von 4")
    versions = Evaluation.objects.order_by("version").values_list("version", "verdict", "is_current")
    assert [row[0] for row in versions] == [1, 2]
    assert versions[1][1:] == ("TIE", True)


def test_no_client_of_another_person_can_send_what_was_kept(
    site: str, scenario: Make, ben: User, anna: User, open_page: Open
) -> None:
    made = scenario(rules={"asked": []})
    page = open_page(site, ben)
    page.goto(f"/evaluate/{made.pk}")
    page.context.clear_cookies()
    page.keyboard.press("a")
    page.keyboard.press("Enter")
    expect(state(page)).to_contain_text("abgemeldet")
    sign_in(page, site, anna)
    page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(state(page)).to_contain_text("jemand anderes")
    assert answered(made) == 0
    assert not Client().get("/evaluate/alive").json()["user"]


def test_a_minute_offline_a_logout_and_a_restart_lose_nothing(
    stage: object, collected_static: object, anna: User, ben: User, open_page: Open
) -> None:
    made = make_scenario(anna)(rules={"asked": []})
    port = free_port()
    with asgi_server(port=port) as address:
        page = open_page(address, ben)
        page.clock.install()
        with page.expect_response(lambda response: response.url.endswith("/2")):
            page.goto(f"/evaluate/{made.pk}")
        page.context.set_offline(True)
        page.keyboard.press("a")
        page.keyboard.press("Enter")
        expect(title(page)).to_have_text("Aufgabe 2 von 4")
        page.clock.run_for(60_000)
        page.keyboard.press("b")
        page.keyboard.press("Enter")
        expect(state(page)).to_contain_text("2 Antworten warten")
    page.context.clear_cookies()
    page.context.set_offline(False)
    page.clock.run_for(60_000)
    assert answered(made) == 0
    with asgi_server(port=port) as address:
        page.clock.run_for(60_000)
        expect(state(page)).to_contain_text("abgemeldet")
        sign_in(page, address, ben)
        page.clock.run_for(60_000)
        wait_until(lambda: answered(made) == 2)
        page.reload()
        expect(page.locator('[name="winner"][value="B"]')).to_be_checked()
    assert Evaluation.objects.count() == 2
