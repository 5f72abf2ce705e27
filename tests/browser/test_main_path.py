"""The main job at the browser: log in, choose, start, watch, and see who won."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from evaluations.models import JudgeSession, Model
from tests.browser.conftest import Open
from tests.browser.findings import Findings
from tests.fake_llm.process import FakeLLM
from tests.processes import asgi_server, running, start_watch, start_worker
from tests.sessions import make_session

pytestmark = [pytest.mark.browser, pytest.mark.processes, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def worker(stage: Model) -> Iterator[None]:
    """A worker that judges, and the watch over the sessions."""
    with running(start_worker(), start_watch()):
        yield


def _log_in(page: Page) -> None:
    page.goto("/")
    page.get_by_label("Benutzername").fill("anna")
    page.get_by_label("Passwort").fill("anna-password-1")
    page.get_by_role("main").get_by_role("button", name="Anmelden").click()
    page.wait_for_url(re.compile(r"^[^?]+/judge/sessions$"))


def _start_thirty(page: Page, judge: str) -> None:
    page.goto("/judge/config")
    for number in (1, 3, 5):
        page.get_by_test_id(f"pillar-{number}").check()
    expect(page.get_by_test_id("estimate-total")).to_have_text("30")
    page.get_by_label("Judge", exact=True).select_option(label=judge)
    page.get_by_test_id("create-session").click()
    page.wait_for_url(re.compile(r"/judge/session/\d+$"))


def test_from_the_login_to_the_winner(
    site: str,
    worker: None,
    anna: User,
    judge_model: Model,
    fake_llm: FakeLLM,
    open_page: Open,
    findings: Findings,
) -> None:
    fake_llm.script(judge="longer", latency_ms=1500, chunks=40, reasoning_chars=2000)
    Model.objects.filter(pk=judge_model.pk).update(max_in_flight=6)
    page = open_page(site)
    _log_in(page)
    _start_thirty(page, "judge · fake")
    stream = page.get_by_test_id("stream")
    expect(stream).to_contain_text("Überblick")
    expect(page.get_by_test_id("current-comparison").get_by_text("Ratsuchende Person").first).to_be_visible()
    expect(page.get_by_test_id("winner")).to_be_visible()
    expect(page.get_by_test_id("history-row").first).to_be_visible()
    expect(page.get_by_test_id("session-status")).to_have_text("abgeschlossen", timeout=60_000)
    expect(page.get_by_test_id("progress")).to_have_attribute("data-completed", "30")
    expect(page.get_by_test_id("history-row")).to_have_count(20)
    page.get_by_role("link", name="Ergebnisse").click()
    expect(page.get_by_test_id("matrix-cell-5-1")).to_have_attribute("data-outcome", "won")
    expect(page.get_by_test_id("ranking-row").first).to_contain_text("Säule 5")
    findings.look_at(page, language="de")
    assert not findings.wrong, "\n".join(findings.wrong)


def test_a_pause_and_a_resume(
    site: str, worker: None, anna: User, judge_model: Model, fake_llm: FakeLLM, open_page: Open
) -> None:
    fake_llm.script(latency_ms=700)
    Model.objects.filter(pk=judge_model.pk).update(max_in_flight=1)
    session = make_session(anna, judge_model, samples_per_pillar=2)
    page = open_page(site, anna)
    page.goto(f"/judge/session/{session.pk}")
    page.get_by_test_id("start-session").click()
    expect(page.get_by_test_id("history-row").first).to_be_visible()
    page.get_by_test_id("pause-session").click()
    expect(page.get_by_test_id("session-status")).to_have_text("pausiert")
    Model.objects.filter(pk=judge_model.pk).update(max_in_flight=6)
    page.get_by_test_id("resume-session").click()
    expect(page.get_by_test_id("session-status")).to_have_text("abgeschlossen", timeout=60_000)
    expect(page.get_by_test_id("history-row")).to_have_count(12)


def test_progress_shows_where_the_websocket_is_kept_from_the_page(
    site: str, worker: None, anna: User, judge_model: Model, fake_llm: FakeLLM, open_page: Open
) -> None:
    """workflowbuilder PR 62: a proxy that lets no event through; polling shows the progress."""
    fake_llm.script(latency_ms=400)
    session = make_session(anna, judge_model, samples_per_pillar=2)
    page = open_page(site, anna)
    page.route_web_socket(re.compile("/ws/"), lambda socket: None)
    page.goto(f"/judge/session/{session.pk}")
    page.get_by_test_id("start-session").click()
    expect(page.get_by_test_id("session-status")).to_have_text("abgeschlossen")
    expect(page.get_by_test_id("progress")).to_have_attribute("data-completed", "12")
    expect(page.get_by_test_id("history-row")).to_have_count(12)
    expect(page.get_by_test_id("winner")).to_be_visible()


def test_it_works_below_a_path(
    worker: None,
    anna: User,
    stage: Model,
    collected_static: Path,
    open_page: Open,
    findings: Findings,
) -> None:
    """mlflow 19031: behind a proxy that serves the site below /llars/."""
    with asgi_server(LLARS_ROOT_PATH="/llars") as address:
        page = open_page(address, anna)
        page.goto("/llars/judge/config")
        for number in (1, 3):
            page.get_by_test_id(f"pillar-{number}").check()
        expect(page.get_by_test_id("estimate-total")).to_have_text("10")
        page.get_by_test_id("create-session").click()
        page.wait_for_url(re.compile(r"/llars/judge/session/\d+$"))
        expect(page.get_by_test_id("session-status")).to_have_text("abgeschlossen")
        expect(page.get_by_test_id("history-row")).to_have_count(10)
        page.get_by_role("link", name="Ergebnisse").click()
        expect(page.get_by_test_id("ranking-row")).to_have_count(2)
    assert JudgeSession.objects.get().tasks.count() == 10
    assert not findings.wrong, "\n".join(findings.wrong)


def test_without_javascript_a_session_is_planned_started_and_read(
    site: str, worker: None, anna: User, open_page: Open
) -> None:
    page = open_page(site, anna, javascript=False)
    page.goto("/judge/config")
    page.get_by_test_id("pillar-1").check()
    page.get_by_test_id("pillar-3").check()
    page.get_by_role("button", name="Schätzung").click()
    expect(page.get_by_test_id("estimate-total")).to_have_text("10")
    expect(page.get_by_test_id("pillar-3")).to_be_checked()
    page.get_by_test_id("create-session").click()
    session = JudgeSession.objects.get()
    assert page.url.endswith(f"/judge/session/{session.pk}")
    expect(page.get_by_role("link", name="neu laden")).to_be_visible()
