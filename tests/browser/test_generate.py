"""The pages of a generation of features, in a real browser: planned, started, read, without a finding."""

import re

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import expect

from evaluations.models import JudgeSession, Model
from pillars.models import Pillar
from tests.browser.conftest import Open
from tests.browser.findings import Findings
from tests.fake_llm.process import FakeLLM
from tests.processes import running, start_worker

pytestmark = [pytest.mark.browser, pytest.mark.processes, pytest.mark.django_db(transaction=True)]

TEXT = "Die ratsuchende Person schläft schlecht und sucht Rat."


@pytest.mark.parametrize(("language", "width", "theme"), [("de", 320, "light"), ("en", 1366, "dark")])
def test_a_generation_is_planned_started_and_read(
    language: str,
    width: int,
    theme: str,
    site: str,
    anna: User,
    judge_model: Model,
    fake_llm: FakeLLM,
    open_page: Open,
    findings: Findings,
) -> None:
    fake_llm.script(answer={"content": TEXT})
    Pillar.objects.create(number=2, name="Feature aus Säule 1")
    page = open_page(site, anna, language=language)
    page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
    page.set_viewport_size({"width": width, "height": 768})
    page.goto("/judge/pillar/1")
    page.get_by_role("link", name=re.compile("Feature erzeugen|Generate features")).click()
    findings.look_at(page, language=language, situation="form")
    page.get_by_test_id("estimate-generation").click()
    expect(page.get_by_test_id("estimated-calls")).to_have_text("6")
    findings.look_at(page, language=language, situation="estimated")
    page.get_by_test_id("start-generation").click()
    page.wait_for_url("**/judge/session/*")
    session = JudgeSession.objects.get()
    with running(start_worker()):
        expect(page.get_by_test_id("history-row")).to_have_count(6)
    findings.look_at(page, language=language, situation="session")
    page.goto(f"/judge/session/{session.pk}/results")
    expect(page.get_by_text(TEXT)).to_have_count(6)
    findings.look_at(page, language=language, situation="texts")
    assert not findings.wrong, "\n".join(findings.wrong)
