"""Prompts over the API."""

from typing import Any

import pytest
from django.contrib.auth.models import User

from evaluations.models import Item, Model
from prompts.models import PromptTemplate
from tests.evaluations.api.conftest import Caller
from tests.evaluations.reports import casting
from tests.evaluations.reports.scenarios import recorded_scenario

TEXTS = {"system_text": "Vergleiche.", "user_text": "{thread_a} oder {thread_b}?"}


def test_a_prompt_is_made_and_gets_versions(anna: Caller) -> None:
    plan = {"name": "Eigener", "task_type": "comparison", "note": "erst"} | TEXTS
    made = anna.call("post", "prompts", plan)
    assert (made.status_code, made.json()["version"]) == (201, 1)
    pk = made.json()["id"]
    second = anna.call("post", f"prompts/{pk}/versions", TEXTS | {"system_text": "Anders."})
    assert (second.status_code, second.json()["number"]) == (201, 2)
    listed = anna.call("get", f"prompts/{pk}/versions").json()
    assert [one["number"] for one in listed["results"]] == [2, 1]
    assert anna.call("get", f"prompts/{pk}").json()["version"] == 2


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"user_text": "{thread_a} {nope}"}, "user_text"),
        ({"user_text": "{thread_a}"}, "user_text"),
        ({"task_type": "nope"}, "task_type"),
        ({"name": " "}, "name"),
        ({"language": "fr"}, "language"),
    ],
)
def test_it_says_what_cannot_be(anna: Caller, fields: dict[str, Any], field: str) -> None:
    plan = {"name": "Eigener", "task_type": "comparison"} | TEXTS | fields
    response = anna.call("post", "prompts", plan)
    assert response.status_code == 400
    assert field in response.json()["errors"]
    assert not PromptTemplate.objects.filter(name="Eigener").exists()


def test_texts_are_previewed_with_an_item(anna: Caller, anna_user: User) -> None:
    recorded_scenario(anna_user, items=2)
    item = Item.objects.first()
    assert item is not None
    wanted = {"item": item.pk, "task_type": "comparison"} | TEXTS
    shown = anna.call("post", "prompts/preview", wanted)
    assert shown.status_code == 200
    assert "BERATENDE PERSON" in shown.json()["user_text"]
    assert shown.json()["schema"]["additionalProperties"] is False
    unknown = anna.call("post", "prompts/preview", wanted | {"system_text": "{nope}"})
    assert "system_text" in unknown.json()["errors"]
    assert anna.call("post", "prompts/preview", wanted | {"item": 10**9}).status_code == 400


def test_threads_of_the_pillars_are_previewed_with_what_a_call_would_cost(
    anna: Caller, judge_model: Model
) -> None:
    Model.objects.update(output_price=1_000_000)
    threads = [casting.add_threads(number, [50])[0].pk for number in (1, 3)]
    wanted: dict[str, Any] = {"thread_ids": threads, "task_type": "comparison"} | TEXTS
    shown = anna.call("post", "prompts/preview", wanted | {"model_id": judge_model.pk}).json()
    assert shown["cost"] == shown["output_tokens"] > 0
    alone = anna.call("post", "prompts/preview", wanted).json()
    assert (alone["cost"], alone["output_tokens"]) == (None, None)
    refused = anna.call("post", "prompts/preview", wanted | {"thread_ids": threads[:1]})
    assert list(refused.json()["errors"]) == ["threads"]
    unknown = anna.call("post", "prompts/preview", wanted | {"task_type": "nope"})
    assert list(unknown.json()["errors"]) == ["task_type"]


def test_another_persons_items_are_not_there(anna_user: User, dora: Caller) -> None:
    recorded_scenario(anna_user, items=2)
    item = Item.objects.first()
    assert item is not None
    wanted = {"item": item.pk, "task_type": "comparison"} | TEXTS
    assert dora.call("post", "prompts/preview", wanted).status_code == 400
