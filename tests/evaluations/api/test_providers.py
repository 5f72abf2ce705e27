"""Providers, models and prompts over HTTP; the fake server plays the provider."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext

from evaluations.models import Model, Provider
from evaluations.task_types.registry import all_kinds
from tests.evaluations.api.conftest import Caller
from tests.evaluations.api.test_refusals import assert_problem
from tests.fake_llm.process import FakeLLM

NEW = {"name": "Meins", "base_url": "http://127.0.0.1:9/v1", "api_key": "sk-geheim", "models": ["m1", "m2"]}
OK = '{"reply": "ok"}'


@pytest.fixture(scope="module")
def running() -> Iterator[FakeLLM]:
    with FakeLLM(answer=OK) as server:
        yield server


@pytest.fixture
def fake(running: FakeLLM) -> FakeLLM:
    running.reset()
    return running


@pytest.fixture
def provider(fake: FakeLLM, anna_user: User) -> Provider:
    provider = Provider.objects.create(name="Fake", base_url=fake.base_url, api_key="sk-geheim")
    Model.objects.create(provider=provider, name="fake-judge", max_output_tokens=77)
    return provider


def tried(anna: Caller, provider: Provider, **data: Any) -> Any:
    response = anna.call("post", f"providers/{provider.pk}/test", data)
    assert response.status_code == 200
    return response.json()


def test_a_key_goes_in_and_never_comes_out(anna: Caller) -> None:
    created = anna.call("post", "providers", NEW)
    assert created.status_code == 201
    assert created.json()["has_key"] is True
    listed = anna.call("get", "providers")
    assert b"sk-geheim" not in created.content + listed.content
    assert Provider.objects.get(name="Meins").api_key == "sk-geheim"


def test_ones_own_provider_is_nobody_elses(anna: Caller, dora: Caller) -> None:
    pk = anna.call("post", "providers", NEW).json()["id"]
    assert "m1" in [row["name"] for row in anna.call("get", "models").json()["results"]]
    assert "m1" not in [row["name"] for row in dora.call("get", "models").json()["results"]]
    assert_problem(dora.call("post", f"providers/{pk}/test", {}), 404)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"name": ""}, "name"),
        ({"name": "LLARS baseline"}, "name"),
        ({"base_url": "ftp://127.0.0.1/"}, "base_url"),
        ({"base_url": "not an address"}, "base_url"),
        ({"models": []}, "models"),
    ],
)
def test_a_faulty_provider_is_400(anna: Caller, change: dict[str, Any], field: str) -> None:
    body = assert_problem(anna.call("post", "providers", NEW | change), 400)
    assert list(body["errors"]) == [field]


def test_a_good_provider_passes_the_test(anna: Caller, provider: Provider, fake: FakeLLM) -> None:
    body = tried(anna, provider)
    assert (body["ok"], body["failure"], body["model"]) == (True, "", "fake-judge")
    assert body["output_mode"] == "json_schema"
    assert fake.calls()[0]["body"]["response_format"]["type"] == "json_schema"


def test_an_answer_cut_at_the_limit_fails_and_names_the_limit(
    anna: Caller, provider: Provider, fake: FakeLLM
) -> None:
    fake.script(answer=OK, faults=[{"kind": "length", "at": 5}])
    body = tried(anna, provider)
    assert (body["ok"], body["failure"]) == (False, "truncated")
    assert "154" in body["detail"]


def test_an_empty_answer_fails_and_names_the_limit(anna: Caller, provider: Provider, fake: FakeLLM) -> None:
    fake.script(answer=OK, faults=[{"kind": "empty"}])
    body = tried(anna, provider)
    assert (body["ok"], body["failure"]) == (False, "empty")
    assert "77" in body["detail"]


def test_a_wrong_key_is_named(anna: Caller, provider: Provider, fake: FakeLLM) -> None:
    fake.script(answer=OK, keys=["sk-anders"])
    body = tried(anna, provider)
    assert (body["ok"], body["failure"]) == (False, "unauthorised")
    assert body["label"]


def test_an_answer_to_something_else_fails(anna: Caller, provider: Provider, fake: FakeLLM) -> None:
    fake.script(answer='{"reply": "no"}')
    body = tried(anna, provider)
    assert (body["ok"], body["failure"]) == (False, "invalid")


def test_nobody_there_is_named(anna: Caller, anna_user: User) -> None:
    gone = Provider.objects.create(name="Weg", base_url="http://127.0.0.1:9/v1")
    Model.objects.create(provider=gone, name="m")
    assert tried(anna, gone)["failure"] == "unreachable"


def test_a_users_provider_may_not_name_an_address_inside(anna: Caller) -> None:
    pk = anna.call("post", "providers", NEW).json()["id"]
    assert tried(anna, Provider.objects.get(pk=pk))["failure"] == "host_not_allowed"


def test_one_of_several_models_can_be_chosen(anna: Caller, provider: Provider) -> None:
    second = Model.objects.create(provider=provider, name="second")
    assert tried(anna, provider, model_id=second.pk)["model"] == "second"
    response = anna.call("post", f"providers/{provider.pk}/test", {"model_id": 9999})
    assert_problem(response, 404)


def test_the_baseline_judge_passes_the_test(anna: Caller) -> None:
    body = tried(anna, Provider.objects.get(name="LLARS baseline"))
    assert (body["ok"], body["model"]) == (True, "baseline")


def test_models_say_whether_they_are_language_models(anna: Caller, provider: Provider) -> None:
    rows = {row["name"]: row for row in anna.call("get", "models").json()["results"]}
    assert rows["baseline"]["is_language_model"] is False
    assert rows["baseline"]["is_default"] is True
    assert (rows["fake-judge"]["is_language_model"], rows["fake-judge"]["provider"]) == (True, "Fake")


def test_prompts_come_with_their_latest_version(anna: Caller) -> None:
    rows = anna.call("get", "prompts").json()["results"]
    assert {(row["task_type"], row["language"], row["version"]) for row in rows} == {
        (key, language, 1) for key in all_kinds() for language in ("de", "en")
    }


@pytest.mark.parametrize("path", ["models", "providers"])
def test_more_rows_make_no_more_queries(anna: Caller, path: str) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            assert anna.call("get", path).status_code == 200
        return len(captured)

    one = queries()
    anna.call("post", "providers", NEW)
    anna.call("post", "providers", NEW | {"name": "Noch eins"})
    assert queries() == one
