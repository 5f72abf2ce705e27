"""A scenario's tabs Evaluation and Results, and the cards of an item."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from evaluations.models import Item, Scenario
from evaluations.reports.scenario_answers import Evaluator
from llars.models import AuditEntry
from tests.evaluations.reports.scenarios import recorded_scenario

Log = Callable[[User], Client]


@pytest.fixture
def scenario(anna: User, default_prompts: None) -> Scenario:
    """Two people and two models on eight pairs, one judgement failed."""
    return recorded_scenario(anna, items=8)


@pytest.fixture
def page(anna: User) -> Client:
    """Anna at her browser."""
    client = Client()
    client.force_login(anna)
    return client


def _html(page: Client, path: str) -> str:
    response = page.get(path)
    assert response.status_code == 200, response.content[:500]
    return response.content.decode()


def test_the_results_name_everybody_and_what_is_missing(page: Client, scenario: Scenario) -> None:
    html = _html(page, f"/scenarios/{scenario.pk}/results")
    for name in ("Erna", "Otto", "gpt", "claude"):
        assert name in html
    assert "1 Urteile sind gescheitert" in html or "1 judgements failed" in html
    assert "krippendorff_alpha" in html


def test_the_results_can_be_of_people_alone(page: Client, scenario: Scenario) -> None:
    html = _html(page, f"/scenarios/{scenario.pk}/results?kind=person")
    assert "Erna" in html
    assert "claude" not in html


def test_the_evaluation_tab_lists_items_and_the_newest_answers(page: Client, scenario: Scenario) -> None:
    html = _html(page, f"/scenarios/{scenario.pk}/evaluation")
    assert html.count("/items/") >= 8
    assert "claude" in html.split('id="items-title"')[0]


def test_an_item_shows_a_card_for_each_answer_and_for_a_failure(page: Client, scenario: Scenario) -> None:
    first = Item.objects.filter(scenario=scenario).order_by("position").first()
    assert first is not None
    html = _html(page, f"/scenarios/{scenario.pk}/items/{first.pk}")
    assert html.count('data-testid="response-card"') == 4
    assert "response-card-odd" in html
    assert "nicht lesbar" in html


def test_reading_an_item_goes_on_record(page: Client, scenario: Scenario, anna: User) -> None:
    item = Item.objects.filter(scenario=scenario).first()
    assert item is not None
    page.get(f"/scenarios/{scenario.pk}/items/{item.pk}")
    assert AuditEntry.objects.filter(user=anna, target_type="item", target_id=str(item.pk)).exists()


@pytest.mark.parametrize("path", ["results", "evaluation", "feed", "items/{item}"])
def test_strangers_and_evaluators_are_kept_out(scenario: Scenario, dora: User, ben: User, path: str) -> None:
    item = Item.objects.filter(scenario=scenario).first()
    assert item is not None
    address = f"/scenarios/{scenario.pk}/{path.format(item=item.pk)}"
    scenario.members.create(user=ben, name="ben", role="evaluator")
    for user, status in ((dora, 404), (ben, 403)):
        client = Client()
        client.force_login(user)
        assert client.get(address).status_code == status
    assert Client().get(address).status_code == 302


@pytest.mark.parametrize("path", ["results", "evaluation"])
def test_the_number_of_queries_does_not_grow(
    anna: User, page: Client, default_prompts: None, django_assert_max_num_queries: Any, path: str
) -> None:
    counts = []
    for items in (4, 24):
        made = recorded_scenario(anna, items=items)
        with django_assert_max_num_queries(60) as queries:
            page.get(f"/scenarios/{made.pk}/{path}")
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_ids_of_people_and_models_never_meet() -> None:
    people = {Evaluator.person(row, "").id for row in range(50)}
    models = {Evaluator.model(row, "").id for row in range(50)}
    assert not people & models
