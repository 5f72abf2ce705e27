"""A language whose words take 40 % more room than German: no page scrolls sideways, wide or narrow."""

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page

from evaluations.models import JudgeSession, Scenario
from tests.browser.conftest import Open
from tests.browser.evaluating import make_scenario

pytestmark = [pytest.mark.browser, pytest.mark.processes, pytest.mark.django_db(transaction=True)]

WIDTHS = (1366, 320)
_LENGTHEN = """() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const words = [];
    while (walker.nextNode()) words.push(walker.currentNode);
    for (const node of words) {
        if (node.parentElement.closest("script, style, kbd, code, textarea, .turn-text")) continue;
        node.textContent = node.textContent.replace(/[A-Za-zÄÖÜäöüß]{3,}/g,
            word => word + "ö".repeat(Math.ceil(word.length * 0.4)));
    }
    for (const box of document.querySelectorAll("main details")) box.open = true;
}"""
_TOO_WIDE = """() => {
    const room = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= room) return [];
    return [...document.querySelectorAll("body *")]
        .filter(one => one.getBoundingClientRect().right > room + 1)
        .slice(0, 5)
        .map(one => `${one.tagName}.${one.className}: ${one.textContent.trim().slice(0, 40)}`);
}"""


def _wrong(page: Page, address: str) -> list[str]:
    found = []
    page.goto(address)
    page.evaluate(_LENGTHEN)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 768})
        found += [f"{address} at {width}: {one}" for one in page.evaluate(_TOO_WIDE)]
    page.set_viewport_size({"width": WIDTHS[0], "height": 768})
    return found


def test_no_page_becomes_too_wide(
    site: str, anna: User, ben: User, ended: JudgeSession, open_page: Open
) -> None:
    scenario = make_scenario(anna)()
    page = open_page(site, anna)
    page.goto("/scenarios/new")
    page.get_by_test_id("begin-scenario").click()
    page.wait_for_url("**/set-up/data")
    draft = Scenario.objects.get(status="draft")
    steps = ("data", "task", "evaluators", "distribution", "summary")
    addresses = [
        *(f"/scenarios/{draft.pk}/set-up/{step}" for step in steps),
        "/scenarios",
        f"/scenarios/{scenario.pk}",
        f"/scenarios/{scenario.pk}/evaluation",
        f"/scenarios/{scenario.pk}/results",
        "/judge/sessions",
        "/judge/config",
        f"/judge/session/{ended.pk}",
        f"/judge/session/{ended.pk}/results",
        "/judge/pillar/3",
        "/judge/upload",
        "/prompts",
    ]
    wrong = [one for address in addresses for one in _wrong(page, address)]
    evaluator = open_page(site, ben)
    wrong += [one for path in ("", f"/{scenario.pk}/1") for one in _wrong(evaluator, f"/evaluate{path}")]
    assert not wrong, "\n".join(wrong)
