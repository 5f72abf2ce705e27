"""Session pages of task types other than the comparison: how an answer arrives, and that nothing is wrong."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import expect

from evaluations.models import JudgeSession, Model, Scenario
from tests.browser.conftest import Open
from tests.browser.findings import SCREENS, Findings
from tests.evaluations.reports.scenarios import recorded_scenario
from tests.evaluations.task_types.questions import CONFIGS
from tests.fake_llm.process import FakeLLM
from tests.processes import running, start_worker
from tests.scenarios import filled_scenario, inline_thread
from tests.sessions import judged_beside

pytestmark = [pytest.mark.browser, pytest.mark.processes, pytest.mark.django_db(transaction=True)]
TEXTS = ("Ein Betreff.", "Noch ein Betreff.")


def _scenario(key: str, owner: User, model: Model, *, items: int = 1, **fields: Any) -> Scenario:
    threads = [inline_thread(number, features=TEXTS) for number in range(items)]
    config = CONFIGS.get(key, [{}])[0]
    return filled_scenario(owner, key, threads, models=[model], config=config, **fields)


def test_an_answer_is_seen_as_it_arrives_and_then_as_a_card(
    site: str, anna: User, judge_model: Model, fake_llm: FakeLLM, open_page: Open, findings: Findings
) -> None:
    fake_llm.script(latency_ms=3000, chunks=40)
    Model.objects.filter(pk=judge_model.pk).update(max_in_flight=1)
    session = _scenario("mail_rating", anna, judge_model, items=2).sessions.get()
    page = open_page(site, anna)
    page.goto(f"/judge/session/{session.pk}")
    with running(start_worker()):
        page.get_by_test_id("start-session").click()
        stream = page.get_by_test_id("stream")
        expect(stream.locator(".reasons-arriving dt", has_text="Kriterien").first).to_be_visible()
        expect(stream.locator(".card-bars").first).to_be_visible()
        expect(page.get_by_test_id("session-status")).to_have_text("abgeschlossen")
        expect(page.get_by_test_id("history-row")).to_have_count(2)
    findings.look_at(page, language="de")
    assert not findings.wrong, "\n".join(findings.wrong)


@pytest.mark.parametrize(("language", "width", "theme"), SCREENS)
def test_nothing_is_wrong_with_the_pages(
    site: str,
    anna: User,
    judge_model: Model,
    fake_llm: FakeLLM,
    open_page: Open,
    findings: Findings,
    language: str,
    width: int,
    theme: str,
) -> None:
    addresses = ["/judge/sessions"]
    for key in ("ranking", "rating", "text_classification", "authenticity"):
        session = _scenario(key, anna, judge_model, language=language).sessions.get()
        with judged_beside([session]):
            pass
        addresses += _addresses(session)
    addresses += _addresses(recorded_scenario(anna, items=2).sessions.get(model__name="claude"))
    page = open_page(site, anna, width=width, theme=theme, language=language)
    for address in addresses:
        page.goto(address)
        page.evaluate("document.querySelectorAll('main details').forEach(box => { box.open = true; })")
        findings.look_at(page, language=language, situation=f"{width} {theme}")
    assert not findings.wrong, "\n".join(findings.wrong)


def _addresses(session: JudgeSession) -> list[str]:
    base = f"/judge/session/{session.pk}"
    tasks = session.tasks.order_by("queue_position")
    return [base, *(f"{base}/comparison/{task.pk}" for task in tasks), f"{base}/delete"]
