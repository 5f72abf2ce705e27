"""The tabs of a scenario at the browser: nothing wrong with them, whatever the screen."""

import pytest
from django.contrib.auth.models import User

from evaluations.models import Item
from tests.browser.conftest import Open
from tests.browser.findings import SCREENS, Findings
from tests.evaluations.reports.scenarios import recorded_scenario

pytestmark = [pytest.mark.browser, pytest.mark.processes, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize(("language", "width", "theme"), SCREENS)
def test_nothing_is_wrong_with_the_tabs(
    site: str, anna: User, open_page: Open, findings: Findings, language: str, width: int, theme: str
) -> None:
    scenario = recorded_scenario(anna, items=8)
    item = Item.objects.filter(scenario=scenario).first()
    assert item is not None
    page = open_page(site, anna, width=width, theme=theme, language=language)
    for path in ("evaluation", "results", f"items/{item.pk}"):
        page.goto(f"/scenarios/{scenario.pk}/{path}")
        findings.look_at(page, language=language, situation=path)
        page.evaluate("document.querySelectorAll('main details').forEach(box => { box.open = true; })")
        findings.look_at(page, language=language, situation=f"{path}, unfolded")
    assert findings.wrong == []
