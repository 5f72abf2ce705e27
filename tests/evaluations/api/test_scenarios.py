"""Scenarios over the API: made, filled, answered by people and models."""

from typing import Any

import pytest
from django.contrib.auth.models import User

from evaluations.models import Assignment, Evaluation, Item, JudgeTask, Model, Scenario
from pillars.models import Pillar
from tests.evaluations.api.conftest import Caller, caller
from tests.evaluations.reports import casting


@pytest.fixture(autouse=True)
def evaluators(ben: Caller) -> None:
    """Ben is there before he is named."""


@pytest.fixture
def baseline_model(anna_user: User) -> int:
    """The baseline judge's id."""
    return Model.objects.get(name="baseline").pk


@pytest.fixture
def chris(anna_user: User) -> Caller:
    """Another evaluator."""
    return caller(casting.evaluator("chris"))


def thread(text: str, **fields: Any) -> dict[str, Any]:
    """An inline thread of two messages."""
    turns = [("client", f"Ich frage mich: {text}?"), ("counsellor", f"Danke für Ihre Mail über {text}.")]
    return {"messages": [{"role": role, "content": content} for role, content in turns], **fields}


def pair(name: str, **fields: Any) -> dict[str, Any]:
    """An item of two inline threads."""
    return {
        "external_id": fields.pop("external_id", name),
        "thread_a": thread(f"{name} eins"),
        "thread_b": thread(f"{name} zwei"),
        **fields,
    }


def made(anna: Caller, **fields: Any) -> dict[str, Any]:
    """A comparison scenario with Ben as evaluator."""
    plan = {
        "name": "Vergleich",
        "task_type": "comparison",
        "evaluators": [{"username": "ben", "role": "evaluator"}],
        **fields,
    }
    response = anna.call("post", "scenarios", plan)
    assert response.status_code == 201, response.json()
    found: dict[str, Any] = response.json()
    return found


def filled(anna: Caller, number: int = 4, **fields: Any) -> int:
    """The same with items; returns its id."""
    pk: int = made(anna, **fields)["id"]
    items = [pair(f"p{n}", reference={"winner": "A"}) for n in range(number)]
    response = anna.call("post", f"scenarios/{pk}/items", items)
    assert response.status_code == 201, response.json()
    return pk


def test_it_is_made_from_pillars(anna: Caller) -> None:
    casting.add_threads(1, [300, 310, 320])
    casting.add_threads(3, [100, 110, 120])
    scenario = made(anna, data={"pillar_ids": [1, 3], "samples_per_pillar": 3})
    assert (scenario["status"], scenario["items"], scenario["assigned"]) == ("collecting", 3, 3)


def test_items_come_in_with_their_threads_and_in_order(anna: Caller) -> None:
    pk = made(anna)["id"]
    response = anna.call("post", f"scenarios/{pk}/items", [pair("x"), pair("y")])
    assert response.status_code == 201
    assert response.json()["created"] == 2
    assert [one["external_id"] for one in response.json()["items"]] == ["x", "y"]
    assert Assignment.objects.filter(member__scenario=pk).count() == 2


def test_one_bad_item_keeps_all_out(anna: Caller) -> None:
    pk = made(anna)["id"]
    bad = {"external_id": "bad", "thread_a": thread("a"), "thread_b": {"messages": []}}
    response = anna.call("post", f"scenarios/{pk}/items", [pair("x"), bad])
    assert response.status_code == 400
    assert not Item.objects.filter(scenario=pk).exists()


@pytest.mark.parametrize(
    ("item", "field"),
    [
        ({"thread_a": thread("a"), "thread_b": thread("a")}, "items.0"),
        ({"thread_id": 1}, "items.0"),
        ({"thread_a_id": 1, "thread_b_id": 10**9}, "items.0"),
        (pair("x", reference={"winner": "C"}), "items.0.reference"),
        (pair("x") | {"thread_a": thread("a", pillar=77)}, "threads.0"),
        ({}, "0.request"),
    ],
)
def test_it_says_which_item_cannot_be(anna: Caller, item: dict[str, Any], field: str) -> None:
    pk = made(anna)["id"]
    response = anna.call("post", f"scenarios/{pk}/items", [item])
    assert response.status_code == 400
    assert field in response.json()["errors"], response.json()


def test_an_inline_thread_names_its_pillar(anna: Caller) -> None:
    pk = made(anna)["id"]
    item = {"thread_a": thread("a", pillar=1), "thread_b": thread("b", pillar=3)}
    assert anna.call("post", f"scenarios/{pk}/items", [item]).status_code == 201
    found = Item.objects.get(scenario=pk)
    assert (found.pillar_a_id, found.pillar_b_id) == (1, 3)
    assert Pillar.objects.get(pk=3).assignments.filter(thread=found.thread_b).exists()


def test_an_evaluator_answers_item_after_item_until_nothing_is_left(anna: Caller, ben: Caller) -> None:
    pk = filled(anna)
    for done in range(4):
        shown = ben.call("get", f"scenarios/{pk}/next").json()
        assert (shown["done"], shown["total"]) == (done, 4)
        item = shown["item"]
        answer = {"version": item["version"], "payload": {"winner": "A", "confidence_score": 4}}
        response = ben.call("post", f"scenarios/{pk}/items/{item['id']}/evaluation", answer)
        assert response.status_code == 201, response.json()
    assert ben.call("get", f"scenarios/{pk}/next").status_code == 204
    answers = Evaluation.objects.filter(scenario=pk)
    assert {answer.confidence for answer in answers} == {0.75}
    assert Scenario.objects.get(pk=pk).status == "analysing"


def test_the_verdict_is_kept_in_the_items_own_frame(anna: Caller, ben: Caller) -> None:
    pk = filled(anna, 30)
    positions = set()
    for _ in range(30):
        item = ben.call("get", f"scenarios/{pk}/next").json()["item"]
        first = Item.objects.get(pk=item["id"]).thread_a.messages.first()
        assert first is not None
        is_first = item["thread_a"]["messages"][0]["content"] == first.content
        answer = {"version": 1, "payload": {"winner": "A"}}
        ben.call("post", f"scenarios/{pk}/items/{item['id']}/evaluation", answer)
        evaluation = Evaluation.objects.get(item=item["id"])
        positions.add(evaluation.position)
        assert evaluation.verdict == ("A" if is_first else "B")
    assert positions == {1, 2}


def test_a_second_answer_is_a_new_version_and_the_first_is_kept(anna: Caller, ben: Caller) -> None:
    pk = filled(anna, 1)
    item = ben.call("get", f"scenarios/{pk}/next").json()["item"]
    path = f"scenarios/{pk}/items/{item['id']}/evaluation"
    assert ben.call("post", path, {"version": 1, "payload": {"winner": "A"}}).status_code == 201
    again = ben.call("post", path, {"version": 1, "payload": {"winner": "TIE"}})
    assert (again.status_code, again.json()["version"]) == (200, 2)
    kept = list(Evaluation.objects.filter(item=item["id"]).order_by("version"))
    assert [(row.version, row.is_current) for row in kept] == [(1, False), (2, True)]
    assert kept[1].verdict == "TIE"


def test_the_same_submission_twice_is_one_answer(anna: Caller, ben: Caller) -> None:
    pk = filled(anna, 1)
    item = ben.call("get", f"scenarios/{pk}/next").json()["item"]
    path = f"scenarios/{pk}/items/{item['id']}/evaluation"
    answer = {"version": 1, "payload": {"winner": "A"}, "submission_key": "k1", "based_on": 0}
    assert [ben.call("post", path, answer).status_code for _ in range(2)] == [201, 201]
    assert Evaluation.objects.filter(item=item["id"]).count() == 1


def test_two_windows_do_not_overwrite_one_another(anna: Caller, ben: Caller) -> None:
    pk = filled(anna, 1)
    item = ben.call("get", f"scenarios/{pk}/next").json()["item"]
    path = f"scenarios/{pk}/items/{item['id']}/evaluation"
    ben.call("post", path, {"version": 1, "payload": {"winner": "A"}, "based_on": 0})
    other = ben.call("post", path, {"version": 1, "payload": {"winner": "B"}, "based_on": 0})
    assert other.status_code == 409


@pytest.mark.parametrize(
    ("answer", "status"),
    [
        ({"version": 2, "payload": {"winner": "A"}}, 409),
        ({"version": 1, "payload": {}}, 400),
        ({"version": 1, "payload": {"winner": "C"}}, 400),
        ({"version": 1, "payload": {"winner": "A", "unknown": 1}}, 400),
        ({"version": 1, "payload": {"winner": "A", "confidence": 7}}, 400),
        ({"version": 1, "payload": {"winner": "A"}, "comment": "x" * 6000}, 400),
    ],
)
def test_an_answer_that_does_not_fit_is_refused(
    anna: Caller, ben: Caller, answer: dict[str, Any], status: int
) -> None:
    pk = filled(anna, 1)
    item = ben.call("get", f"scenarios/{pk}/next").json()["item"]
    response = ben.call("post", f"scenarios/{pk}/items/{item['id']}/evaluation", answer)
    assert response.status_code == status, response.json()
    assert not Evaluation.objects.exists()


def test_what_was_set_aside_comes_back_last(anna: Caller, ben: Caller) -> None:
    pk = filled(anna, 2)
    first = ben.call("get", f"scenarios/{pk}/next").json()["item"]["id"]
    skipped = ben.call("post", f"scenarios/{pk}/items/{first}/skip", {"reason": "später"})
    assert skipped.json()["status"] == "skipped"
    second = ben.call("get", f"scenarios/{pk}/next").json()["item"]["id"]
    assert second != first
    ben.call("post", f"scenarios/{pk}/items/{second}/evaluation", {"version": 1, "payload": {"winner": "B"}})
    shown = ben.call("get", f"scenarios/{pk}/next").json()
    assert (shown["item"]["id"], shown["done"]) == (first, 1)


def test_who_cannot_judge_an_item_is_done_with_it_without_an_answer(anna: Caller, ben: Caller) -> None:
    pk = filled(anna, 1)
    item = ben.call("get", f"scenarios/{pk}/next").json()["item"]["id"]
    assert ben.call("post", f"scenarios/{pk}/items/{item}/decline", {"reason": ""}).status_code == 409
    assert ben.call("post", f"scenarios/{pk}/items/{item}/decline", {"reason": "?"}).status_code == 200
    assert ben.call("get", f"scenarios/{pk}/next").status_code == 204
    ben.call("post", f"scenarios/{pk}/items/{item}/reopen")
    assert ben.call("get", f"scenarios/{pk}/next").status_code == 200
    assert not Evaluation.objects.exists()


def test_strangers_find_nothing_and_evaluators_may_not_manage(
    anna: Caller, ben: Caller, dora: Caller
) -> None:
    pk = filled(anna, 1)
    item = Item.objects.get(scenario=pk).pk
    for path in ("", "/items", "/next", "/members"):
        assert dora.call("get", f"scenarios/{pk}{path}").status_code == 404, path
    answer = {"version": 1, "payload": {"winner": "A"}}
    assert dora.call("post", f"scenarios/{pk}/items/{item}/evaluation", answer).status_code == 404
    assert ben.call("post", f"scenarios/{pk}/items", [pair("n")]).status_code == 403
    assert ben.call("get", f"scenarios/{pk}/members").status_code == 403
    assert ben.call("post", f"scenarios/{pk}/start").status_code == 403
    assert ben.call("delete", f"scenarios/{pk}").status_code == 403


def test_what_an_evaluator_gets_names_no_pillar_model_title_or_reference(
    anna: Caller, ben: Caller, baseline_model: int
) -> None:
    secrets = {"Geheimtitel", "Geheimmodell", "GEHEIM-ID", "Säule", "reference", "pillar", "baseline"}
    pk = made(anna, models=[baseline_model])["id"]
    items = [
        pair(
            "p",
            external_id="GEHEIM-ID",
            reference={"winner": "A"},
            thread_a=thread("a", subject="Geheimtitel", pillar=1, metadata={"model": "Geheimmodell"}),
        )
    ]
    assert anna.call("post", f"scenarios/{pk}/items", items).status_code == 201
    item = ben.call("get", f"scenarios/{pk}/next").json()["item"]["id"]
    ben.call("post", f"scenarios/{pk}/items/{item}/evaluation", {"version": 1, "payload": {"winner": "A"}})
    for path in ("scenarios", f"scenarios/{pk}", f"scenarios/{pk}/items", f"scenarios/{pk}/items/{item}"):
        text = ben.call("get", path).content.decode()
        assert not [word for word in secrets if word in text], (path, text)


def test_settings_are_locked_once_there_are_answers(anna: Caller, ben: Caller) -> None:
    pk = filled(anna, 1)
    changed = anna.call("patch", f"scenarios/{pk}", {"config": {"allow_tie": False}})
    assert changed.status_code == 200, changed.json()
    item = ben.call("get", f"scenarios/{pk}/next").json()["item"]["id"]
    ben.call("post", f"scenarios/{pk}/items/{item}/evaluation", {"version": 1, "payload": {"winner": "A"}})
    refused = anna.call("patch", f"scenarios/{pk}", {"config": {"allow_tie": True}})
    assert refused.status_code == 409
    assert refused.json()["errors"]["config"]
    assert anna.call("patch", f"scenarios/{pk}", {"name": "Neu"}).json()["name"] == "Neu"


def test_a_person_added_later_gets_items_and_disturbs_nobody(
    anna: Caller, ben: Caller, chris: Caller
) -> None:
    pk = filled(anna, 6, distribution={"mode": "all"}, order="shuffled_per_person")
    before = list(Assignment.objects.order_by("pk").values_list("member", "item", "order", "position"))
    response = anna.call("post", f"scenarios/{pk}/members", [{"username": "chris"}])
    assert response.status_code == 201
    after = list(Assignment.objects.order_by("pk").values_list("member", "item", "order", "position"))
    assert after[: len(before)] == before
    assert len(after) == 12
    assert chris.call("get", f"scenarios/{pk}/next").json()["total"] == 6


def test_models_judge_the_items_and_further_items_too(anna: Caller, baseline_model: int) -> None:
    pk = filled(anna, 2, models=[baseline_model])
    assert JudgeTask.objects.filter(session__scenario=pk).count() == 4
    anna.call("post", f"scenarios/{pk}/items", [pair("later")])
    assert JudgeTask.objects.filter(session__scenario=pk).count() == 6


def test_a_completed_scenario_takes_no_answers(anna: Caller, ben: Caller) -> None:
    pk = filled(anna, 1)
    item = ben.call("get", f"scenarios/{pk}/next").json()["item"]["id"]
    assert anna.call("post", f"scenarios/{pk}/complete").json()["status"] == "completed"
    answer = {"version": 1, "payload": {"winner": "A"}}
    assert ben.call("post", f"scenarios/{pk}/items/{item}/evaluation", answer).status_code == 409
    assert anna.call("post", f"scenarios/{pk}/reopen").status_code == 200
    assert ben.call("post", f"scenarios/{pk}/items/{item}/evaluation", answer).status_code == 201


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"name": " "}, "name"),
        ({"task_type": "nope"}, "task_type"),
        ({"config": {"nope": 1}}, "config"),
        ({"evaluators": [{"username": "nobody"}]}, "evaluators.0"),
        ({"evaluators": [{"username": "ben", "role": "king"}]}, "evaluators.0"),
        ({"models": [10**6]}, "models"),
        ({"data": {"pillar_ids": [99]}}, "data"),
        ({"distribution": {"mode": "nope"}}, "distribution"),
        ({"distribution": {"mode": "overlap", "overlap": 0}}, "distribution"),
        ({"order": "nope"}, "order"),
        ({"rules": {"asked": ["nope"]}}, "rules.asked"),
        ({"rules": {"nope": True}}, "rules.nope"),
        ({"prompt_config": {"template_id": 10**6}}, "prompt_config"),
    ],
)
def test_it_says_what_of_a_plan_cannot_be(anna: Caller, fields: dict[str, Any], field: str) -> None:
    plan = {"name": "x", "task_type": "comparison"} | fields
    response = anna.call("post", "scenarios", plan)
    assert response.status_code == 400, response.json()
    assert field in response.json()["errors"], response.json()
    assert not Scenario.objects.filter(name="x").exists()
