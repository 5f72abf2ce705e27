"""A scenario's tab Evaluation while models judge: told by the socket, and without one by asking."""

import re

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from evaluations.models import Model, Scenario
from tests.browser.conftest import Open
from tests.browser.findings import Findings
from tests.fake_llm.process import FakeLLM
from tests.scenarios import filled_scenario, inline_thread
from tests.sessions import judged_beside

pytestmark = [pytest.mark.browser, pytest.mark.processes, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def scenario(stage: Model, anna: User, judge_model: Model, fake_llm: FakeLLM) -> Scenario:
    """Three threads that a model is to judge."""
    return filled_scenario(
        anna, "authenticity", [inline_thread(number) for number in range(3)], models=[judge_model]
    )


def _see_all_come_in(page: Page, scenario: Scenario) -> None:
    """Let the model judge, and wait until the page shows it."""
    with judged_beside([scenario.sessions.get()]):
        _expect_all(page)


def _expect_all(page: Page) -> None:
    expect(page.get_by_test_id("model-progress")).to_contain_text("3 von 3 beurteilt")
    expect(page.locator(".feed li")).to_have_count(3)


def test_what_models_say_is_shown_as_it_comes_in(
    site: str, scenario: Scenario, anna: User, open_page: Open, findings: Findings
) -> None:
    page = open_page(site, anna)
    with page.expect_websocket() as opened:
        page.goto(f"/scenarios/{scenario.pk}/evaluation")
    with opened.value.expect_event("framereceived", lambda frame: "scenario:subscribed" in str(frame)):
        pass
    expect(page.get_by_test_id("model-progress")).to_contain_text("0 von 3 beurteilt")
    link = page.get_by_test_id("model-progress").get_by_role("link")
    link.focus()
    _see_all_come_in(page, scenario)
    expect(link).to_be_focused()
    findings.look_at(page, language="de")
    assert not findings.wrong, "\n".join(findings.wrong)


def test_without_a_socket_the_page_asks(site: str, scenario: Scenario, anna: User, open_page: Open) -> None:
    page = open_page(site, anna)
    page.route_web_socket(re.compile("/ws/"), lambda socket: None)
    page.goto(f"/scenarios/{scenario.pk}/evaluation")
    _see_all_come_in(page, scenario)
