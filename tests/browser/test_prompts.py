"""The pages of prompts at the browser: nothing wrong with them."""

import pytest
from django.contrib.auth.models import User

from prompts.models import PromptTemplate
from prompts.services import save_version
from tests.browser.conftest import Open
from tests.browser.findings import SCREENS, Findings
from tests.evaluations.reports.scenarios import recorded_scenario

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
