"""The reader of answers that are still arriving, in the browser that runs it."""

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from playwright.sync_api import Page

from tests.browser.conftest import Open

pytestmark = [pytest.mark.browser, pytest.mark.processes, pytest.mark.django_db(transaction=True)]

READ = "async (text) => (await import('/static/llars/js/partial-json.js')).readSoFar(text)"
ANSWER = {
    "chain_of_thought": {"step_1_overview": 'Er sagt: "ja"\nund geht – \\ende\\ 😀'},
    "criteria_scores": {"empathy": {"reasoning": "warm", "score_a": 3.5, "score_b": -1}},
    "list": ["a", {"b": "c"}],
    "winner": "A",
}


@pytest.fixture
def page(site: str, open_page: Open) -> Page:
    page = open_page(site)
    page.goto("/login")
    return page


def _read(page: Page, text: str) -> list[tuple[str, str]]:
    parts = page.evaluate(READ, text)
    return [("/".join(filter(None, part["path"])), part["value"]) for part in parts]


@pytest.mark.parametrize("ensure_ascii", [True, False])
def test_a_whole_answer_is_read_with_its_keys(page: Page, ensure_ascii: bool) -> None:
    assert _read(page, "```json\n" + json.dumps(ANSWER, ensure_ascii=ensure_ascii)) == [
        ("chain_of_thought/step_1_overview", ANSWER["chain_of_thought"]["step_1_overview"]),  # type: ignore[index]
        ("criteria_scores/empathy/reasoning", "warm"),
        ("criteria_scores/empathy/score_a", "3.5"),
        ("criteria_scores/empathy/score_b", "-1"),
        ("list", "a"),
        ("list/b", "c"),
        ("winner", "A"),
    ]


def test_what_is_no_json_gives_nothing(page: Page) -> None:
    assert _read(page, "Ich finde A besser.") == []


def test_each_beginning_is_a_beginning_of_the_whole(page: Page) -> None:
    """Whatever has arrived, each text shown is the whole one or the start of it, under the right key."""
    text = json.dumps(ANSWER)
    whole = _read(page, text)

    @settings(max_examples=60, suppress_health_check=list(HealthCheck))
    @given(st.integers(0, len(text)))
    def holds(length: int) -> None:
        so_far: list[Any] = _read(page, text[:length])
        assert so_far[:-1] == whole[: max(0, len(so_far) - 1)]
        if so_far:
            key, value = whole[len(so_far) - 1]
            assert so_far[-1][0] == key
            assert value.encode("utf-16-le", "surrogatepass").startswith(
                so_far[-1][1].encode("utf-16-le", "surrogatepass")
            )

    holds()
