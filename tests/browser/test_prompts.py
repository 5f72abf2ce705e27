"""The pages of prompts at the browser: nothing wrong with them."""

import pytest
from django.contrib.auth.models import User

from evaluations.models import Model
from prompts.models import PromptTemplate
from prompts.services import save_version
from tests.browser.conftest import Open
from tests.browser.findings import SCREENS, Findings
from tests.evaluations.reports.scenarios import recorded_scenario
from tests.processes import running, start_worker

pytestmark = [pytest.mark.browser, pytest.mark.processes, pytest.mark.django_db(transaction=True)]


def test_nothing_is_wrong_with_the_prompts(
    site: str, anna: User, open_page: Open, findings: Findings
) -> None:
    recorded_scenario(anna, items=1)
    prompt = PromptTemplate.objects.get(task_type="comparison", language="de", is_default=True)
    latest = prompt.latest_version()
    save_version(prompt, system_text="Anders.", user_text=latest.user_text, author=anna, note="kürzer")
    for language, width, theme in SCREENS:
        page = open_page(site, anna, width=width, theme=theme, language=language)
        for path in ("", "/new", f"/{prompt.pk}", f"/{prompt.pk}/diff?from=1", f"/{prompt.pk}/preview"):
            page.goto(f"/prompts{path}")
            findings.look_at(page, language=language, situation=path)
    assert findings.wrong == []


def test_nothing_is_wrong_with_a_trial_run(
    site: str, anna: User, stage: Model, open_page: Open, findings: Findings
) -> None:
    """Asked for in the browser, done by a worker, shown without loading the page anew."""
    recorded_scenario(anna, items=2)
    prompt = PromptTemplate.objects.get(task_type="comparison", language="de", is_default=True)
    latest = prompt.latest_version()
    save_version(prompt, system_text="Anders.", user_text=latest.user_text, author=anna, note="kürzer")
    page = open_page(site, anna)
    page.goto(f"/prompts/{prompt.pk}/try")
    page.locator("[name=items]").nth(0).check()
    page.locator("[name=items]").nth(1).check()
    page.get_by_test_id("start-trial").click()
    page.wait_for_url("**/prompts/trials/*")
    findings.look_at(page, language="de", situation="waiting")
    with running(start_worker()):
        page.locator("[data-testid=trial][data-status=ended]").wait_for(timeout=60_000)
    assert page.get_by_test_id("trial-card").count() == 4
    address = page.url
    for language, width, theme in SCREENS:
        page = open_page(site, anna, width=width, theme=theme, language=language)
        for path in (f"/prompts/{prompt.pk}/try", address):
            page.goto(path)
            findings.look_at(page, language=language, situation=path)
    assert findings.wrong == []
