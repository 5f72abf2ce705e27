"""A model writes features of threads: stored with their making, counted, retried, and never made twice."""

from decimal import Decimal
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from evaluations.judging import lifecycle
from evaluations.judging.errors import LifecycleConflict
from evaluations.judging.foreground import judge_in_foreground
from evaluations.models import Attempt, Evaluation, JudgeSession, Model, Scenario
from evaluations.task_types.registry import task_types
from llars.models import AuditEntry
from pillars.archiving import archive
from pillars.models import Feature, Pillar, PillarAssignment, Thread
from tests.evaluations.api.conftest import Caller, caller
from tests.evaluations.generation.conftest import SUMMARY, generated
from tests.fake_llm.process import FakeLLM
from tests.sessions import failures, make_session

pytestmark = pytest.mark.django_db(transaction=True)

Stage = dict[int, Pillar]


def test_each_thread_gets_one_made_from_it_with_the_text_and_all_of_its_making(
    api: Caller, stage: Stage, judge_model: Model
) -> None:
    session = generated(api, seed=7)
    assert session.status == "completed"
    made = list(Thread.objects.in_pillar(2))
    assert {one.source_thread_id for one in made} == set(
        Thread.objects.in_pillar(1).values_list("pk", flat=True)
    )
    first = made[0]
    assert first.source_thread is not None
    assert [one.content for one in first.turns] == [one.content for one in first.source_thread.turns]
    feature = first.features.get()
    assert (feature.type, feature.content, feature.model_name) == ("summary", SUMMARY, "judge")
    told = feature.provenance
    assert session.prompt_version is not None
    assert told["prompt"] == session.prompt_version.template.name
    assert (told["prompt_version"], told["prompt_hash"]) == (1, session.prompt_hash)
    assert (told["type"], told["model"], told["temperature"], told["seed"]) == ("summary", "judge", 0.0, 7)
    assert (told["session"], told["output_mode"], told["language"]) == (session.pk, "json_schema", "de")
    assert told["source_thread"] == first.source_thread_id
    assert told["made_at"].startswith("20")
    assert AuditEntry.objects.filter(
        action=AuditEntry.Action.CHANGE, target_type="thread", target_id=str(first.pk)
    ).exists()


def test_calls_are_counted_and_paid_for_as_in_any_session(api: Caller, stage: Stage) -> None:
    session = generated(api)
    attempts = Attempt.objects.filter(task__session=session)
    assert attempts.count() == 6
    expected = sum(
        (Decimal(one.input_tokens) + 10 * Decimal(one.output_tokens)) / 1_000_000 for one in attempts
    )
    assert sum(one.cost for one in attempts) == expected > 0


def test_an_estimate_says_calls_tokens_cost_and_duration_and_writes_nothing(
    api: Caller, stage: Stage
) -> None:
    wanted = {"type": "summary", "dry_run": True}
    answer = api.call("post", "judge/pillars/1/generate", wanted)
    assert answer.status_code == 200
    told = answer.json()
    assert (told["calls"], told["left_out"]) == (6, 0)
    assert told["input_tokens"] > 0
    assert told["output_tokens"] > 0
    assert told["cost"] == pytest.approx(
        (told["input_tokens"] + 10 * told["output_tokens"]) / 1_000_000, abs=1e-8
    )
    assert told["duration_s"] > 0
    assert not Scenario.objects.exists()


def test_a_second_run_makes_nothing_twice(api: Caller, stage: Stage) -> None:
    generated(api)
    again = api.call("post", "judge/pillars/1/generate", {"type": "summary"})
    assert again.status_code == 400
    assert "only_missing" in again.json()["errors"]
    new = stage[1].threads.create(content_hash="new", external_id="new", message_count=1)
    assert generated(api).tasks.get().item.thread_a == new
    assert Thread.objects.in_pillar(2).count() == 7


def test_what_is_still_being_made_is_not_begun_again(api: Caller, stage: Stage) -> None:
    generated(api, drained=False)
    again = api.call("post", "judge/pillars/1/generate", {"type": "summary"})
    assert again.status_code == 400
    assert "only_missing" in again.json()["errors"]


def test_the_same_text_of_the_same_model_is_there_once_when_all_are_asked_for_again(
    api: Caller, stage: Stage
) -> None:
    generated(api)
    generated(api, only_missing=False)
    assert Thread.objects.in_pillar(2).count() == Feature.objects.count() == 6


def test_texts_of_several_types_stand_in_one_thread_for_each_source(
    api: Caller, stage: Stage, fake_llm: FakeLLM
) -> None:
    generated(api, type="situation_description")
    fake_llm.script(answer={"content": "Schlaflos seit Wochen"})
    generated(api, type="subject")
    made = list(Thread.objects.in_pillar(2))
    assert len(made) == 6
    for one in made:
        assert one.subject == "Schlaflos seit Wochen"
        assert [feature.type for feature in one.features.order_by("pk")] == [
            "situation_description",
            "subject",
        ]
    assert len({one.content_hash for one in made}) == 6


def test_another_models_texts_stand_in_a_thread_of_their_own(
    api: Caller, stage: Stage, judge_model: Model, fake_llm: FakeLLM
) -> None:
    generated(api)
    other = Model.objects.create(provider=judge_model.provider, name="other")
    fake_llm.script(answer={"content": "Schlaflos"})
    generated(api, type="subject", model_id=other.pk)
    assert Thread.objects.in_pillar(2).count() == 12


def test_a_thread_that_was_judged_gets_no_further_text(
    api: Caller, anna: User, stage: Stage, baseline: Model, fake_llm: FakeLLM
) -> None:
    generated(api)
    make_session(anna, baseline, pillar_ids=(2, 3), samples_per_pillar=6)
    fake_llm.script(answer={"content": "Schlaflos"})
    generated(api, type="subject")
    assert {one.features.count() for one in Thread.objects.in_pillar(2)} == {1}


def test_a_thread_itself_gets_the_text_where_it_was_not_judged(api: Caller, stage: Stage) -> None:
    generated(api, onto_source=True)
    for thread in Thread.objects.in_pillar(1):
        assert thread.features.get().content == SUMMARY
    assert not Thread.objects.in_pillar(2).exists()
    again = api.call("post", "judge/pillars/1/generate", {"type": "summary", "onto_source": True})
    assert again.status_code == 400
    generated(api, type="situation_description", onto_source=True)


def test_judged_threads_are_refused_and_counted(
    api: Caller, anna: User, stage: Stage, baseline: Model
) -> None:
    make_session(anna, baseline, pillar_ids=(1, 3), samples_per_pillar=2)
    refused = api.call("post", "judge/pillars/1/generate", {"type": "summary", "onto_source": True})
    assert refused.status_code == 400
    assert refused.json()["errors"]["onto_source"][0].startswith("2 ")


def test_a_thread_that_was_judged_meanwhile_is_not_changed_and_the_answer_says_so(
    api: Caller, anna: User, stage: Stage, baseline: Model
) -> None:
    session = generated(api, onto_source=True, drained=False)
    make_session(anna, baseline, pillar_ids=(1, 3), samples_per_pillar=6)
    judge_in_foreground(session)
    assert not Feature.objects.exists()
    detail = api.call("get", f"judge/sessions/{session.pk}/comparisons/{session.tasks.first().pk}").json()  # type: ignore[union-attr]
    assert detail["payload"]["content"] == SUMMARY
    assert detail["payload"]["meta"]["not_kept"] == "thread_in_use"


def test_where_the_pillar_was_deleted_meanwhile_the_answers_are_there_and_say_so(
    api: Caller, stage: Stage, client: Client, anna: User
) -> None:
    session = generated(api, drained=False)
    stage[2].delete()
    session = judge_in_foreground(session)
    assert session.status == "completed"
    assert not Feature.objects.exists()
    metas = [answer.payload["meta"] for answer in Evaluation.objects.filter(task__session=session)]
    assert [meta["not_kept"] for meta in metas] == ["pillar_gone"] * 6
    client.force_login(anna)
    page = client.get(f"/judge/session/{session.pk}/results").content.decode()
    assert page.count("keinem Verlauf: Die Säule dafür wurde inzwischen gelöscht") == 6


def test_nothing_is_made_from_a_thread_that_was_archived_meanwhile(
    api: Caller, anna: User, stage: Stage
) -> None:
    session = generated(api, drained=False)
    gone = Thread.objects.in_pillar(1)[0]
    archive([gone.pk], now=timezone.now(), actor=anna)
    judge_in_foreground(session)
    assert Thread.objects.in_pillar(2).count() == 5
    assert not gone.derived_threads.exists()


@pytest.mark.parametrize("content", ["", "   ", "Zwei\nZeilen", "x" * 201])
def test_a_subject_is_one_line_of_at_most_200_characters(
    api: Caller, stage: Stage, fake_llm: FakeLLM, content: str
) -> None:
    fake_llm.script(answer={"content": content})
    session = generated(api, type="subject")
    assert session.status == "failed"
    assert failures(session) == {"invalid": 6}
    assert not Thread.objects.in_pillar(2).exists()


def test_a_call_that_failed_says_why_and_is_made_again(api: Caller, stage: Stage, fake_llm: FakeLLM) -> None:
    fake_llm.script(answer={"content": SUMMARY}, faults=[{"kind": "refusal", "when": {"calls": [1]}}])
    Model.objects.update(max_in_flight=1)
    session = generated(api)
    assert failures(session) == {"refused": 1}
    assert Thread.objects.in_pillar(2).count() == 5
    fake_llm.script(answer={"content": SUMMARY})
    assert api.call("post", f"judge/sessions/{session.pk}/retry-failed").status_code == 200
    judge_in_foreground(session)
    assert not failures(session)
    assert Thread.objects.in_pillar(2).count() == 6


def test_texts_of_real_people_go_to_allowed_models_alone(
    api: Caller, stage: Stage, judge_model: Model
) -> None:
    stage[1].is_real_data = True
    stage[1].save()
    refused = api.call("post", "judge/pillars/1/generate", {"type": "summary"})
    assert refused.status_code == 400
    assert "model_id" in refused.json()["errors"]
    assert not JudgeSession.objects.exists()
    Model.objects.filter(pk=judge_model.pk).update(allowed_for_real_data=True)
    session = generated(api, drained=False)
    lifecycle.pause(session)
    Model.objects.filter(pk=judge_model.pk).update(allowed_for_real_data=False)
    with pytest.raises(LifecycleConflict):
        lifecycle.resume(session)
    Model.objects.filter(pk=judge_model.pk).update(allowed_for_real_data=True)
    judge_in_foreground(session)
    assert Thread.objects.in_pillar(2).of_real_data().count() == 6


def test_no_call_is_made_where_a_model_lost_the_allowance_after_the_start(
    api: Caller, stage: Stage, fake_llm: FakeLLM
) -> None:
    session = generated(api, drained=False)
    stage[1].is_real_data = True
    stage[1].save()
    with pytest.raises(LifecycleConflict):
        judge_in_foreground(session)
    assert fake_llm.calls() == []


def test_the_baseline_judge_writes_nothing(api: Caller, stage: Stage, baseline: Model) -> None:
    refused = api.call("post", "judge/pillars/1/generate", {"type": "summary", "model_id": baseline.pk})
    assert refused.status_code == 400
    assert "Basis-Judge" in refused.json()["errors"]["model_id"][0]


@pytest.mark.parametrize(
    ("fields", "name"),
    [
        ({"type": "poem"}, "type"),
        ({"model_id": 10**9}, "model_id"),
        ({"prompt_template_id": 10**9}, "prompt_template_id"),
        ({"target_pillar": 99}, "target_pillar"),
        ({"target_pillar": 1}, "target_pillar"),
        ({"target_pillar": 2, "onto_source": True}, "target_pillar"),
        ({"temperature": 3}, "temperature"),
    ],
)
def test_what_cannot_be_is_refused_beside_its_field(
    api: Caller, stage: Stage, fields: dict[str, Any], name: str
) -> None:
    refused = api.call("post", "judge/pillars/1/generate", {"type": "summary"} | fields)
    assert refused.status_code == 400
    assert name in refused.json()["errors"]


def test_a_prompt_of_another_type_is_refused(api: Caller, stage: Stage) -> None:
    rows = api.call("get", "prompts").json()["results"]
    other = next(row["id"] for row in rows if row["task_type"] == "generate_subject")
    refused = api.call("post", "judge/pillars/1/generate", {"type": "summary", "prompt_template_id": other})
    assert "prompt_template_id" in refused.json()["errors"]


def test_the_thread_is_fenced_in_the_prompt(api: Caller, stage: Stage, fake_llm: FakeLLM) -> None:
    generated(api)
    user = fake_llm.calls()[0]["body"]["messages"][1]["content"]
    assert "<<<MATERIAL-" in user
    assert "Hallo, ich brauche Rat." in user.split("<<<MATERIAL-")[1]


def test_evaluators_and_strangers_cannot_generate(ben: User, dora: User, api: Caller, stage: Stage) -> None:
    assert caller(ben).call("post", "judge/pillars/1/generate", {"type": "summary"}).status_code == 403
    assert caller().call("post", "judge/pillars/1/generate", {"type": "summary"}).status_code == 401
    session = generated(api)
    assert caller(dora).call("get", f"judge/sessions/{session.pk}").status_code == 404


def test_a_generation_is_no_scenario_for_people(api: Caller, stage: Stage) -> None:
    session = generated(api)
    number = session.scenario_id
    assert api.call("get", "scenarios").json()["count"] == 0
    for path in (f"scenarios/{number}", f"scenarios/{number}/results", f"scenarios/{number}/items"):
        assert api.call("get", path).status_code == 404
    made = api.call("post", "scenarios", {"name": "Nein", "task_type": "generate_summary"})
    assert made.status_code == 400
    assert len(task_types()) == 6


def test_its_session_is_told_and_exported_over_the_api(api: Caller, stage: Stage) -> None:
    session = generated(api)
    told = api.call("get", f"judge/sessions/{session.pk}").json()
    assert (told["completed_comparisons"], told["pillar_ids"]) == (6, [1])
    assert api.call("get", f"judge/sessions/{session.pk}/comparisons").json()["count"] == 6
    assert api.call("get", f"judge/sessions/{session.pk}/results").status_code == 409
    exported = b"".join(api.get(f"/api/judge/sessions/{session.pk}/export/json").streaming_content)  # type: ignore[attr-defined]
    assert SUMMARY.encode() in exported


def test_with_the_session_its_scenario_goes_and_the_features_stay(api: Caller, stage: Stage) -> None:
    session = generated(api)
    assert api.call("delete", f"judge/sessions/{session.pk}").status_code == 204
    assert not Scenario.objects.exists()
    assert Feature.objects.count() == 6


def test_two_threads_of_one_source_get_one_text(api: Caller, stage: Stage) -> None:
    source = Thread.objects.in_pillar(3)[0]
    api.call("post", f"threads/{source.pk}/derive", {"pillar": 3, "subject": "Anders"})
    PillarAssignment.objects.filter(pillar=3).exclude(
        thread__in=[source.pk, *source.derived_threads.values_list("pk", flat=True)]
    ).delete()
    assert generated(api, pillar=3).tasks.count() == 1
