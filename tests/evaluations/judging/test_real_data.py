"""Texts of real people reach no model that is not allowed: when planned, when started, when called."""

from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from evaluations.judging import lifecycle
from evaluations.judging.errors import LifecycleConflict, PlanInvalid
from evaluations.judging.plans import SessionPlan, estimate
from evaluations.judging.prompt_trials import TrialPlan, start_trial
from evaluations.judging.runner import Drain, Runner
from evaluations.judging.scenario_sessions import JudgePlan, add_judge
from evaluations.judging.trial_runner import run_trial
from evaluations.models import JudgeSession, Model, Provider, Scenario
from llars.models import AuditEntry
from pillars.assignments import assign, remove
from pillars.derived import Derivation, derive
from pillars.models import Pillar, PillarAssignment, Thread
from prompts.models import PromptVersion
from tests.fake_llm.process import FakeLLM
from tests.plain_static import plain_static
from tests.sessions import make_session

__all__ = ["plain_static"]


@pytest.fixture
def real(pillars: dict[int, Pillar], default_prompts: None) -> Pillar:
    """Pillar 3 holds real data."""
    pillars[3].is_real_data = True
    pillars[3].save()
    return pillars[3]


def allow(model: Model, *, allowed: bool = True) -> None:
    Model.objects.filter(pk=model.pk).update(allowed_for_real_data=allowed)


def test_a_session_over_real_data_is_refused_and_says_why(
    anna: User, real: Pillar, judge_model: Model
) -> None:
    with pytest.raises(PlanInvalid) as refused:
        make_session(anna, judge_model)
    assert "judge" in refused.value.errors["model_id"][0]
    with pytest.raises(PlanInvalid):
        estimate(SessionPlan(pillar_ids=(1, 3), model_id=judge_model.pk), user=anna)
    assert not JudgeSession.objects.exists()
    assert make_session(anna, judge_model, pillar_ids=(1, 5)).pk
    allow(judge_model)
    assert make_session(anna, judge_model).pk


def test_the_page_says_so_beside_the_model(
    anna: User, real: Pillar, judge_model: Model, client: Client
) -> None:
    client.force_login(anna)
    fields: dict[str, Any] = {
        "pillar_ids": [1, 3], "comparison_mode": "pillar_sample", "samples_per_pillar": 2,
        "repetitions_per_pair": 1, "session_name": "Echt", "model_id": judge_model.pk, "temperature": 0,
        "worker_count": 1, "prompt_template_id": PromptVersion.objects.get(
            template__task_type="comparison", template__language="de"
        ).template_id,
    }  # fmt: skip
    page = client.post("/judge/config", fields)
    assert "model_id" in page.context["form"].errors
    assert "nicht für Echtdaten zugelassen" in page.text
    assert not JudgeSession.objects.exists()


def test_a_real_thread_is_one_in_another_pillar_too(anna: User, real: Pillar, judge_model: Model) -> None:
    PillarAssignment.objects.create(pillar_id=5, thread=Thread.objects.in_pillar(3)[0])
    with pytest.raises(PlanInvalid):
        make_session(anna, judge_model, pillar_ids=(1, 5))


def test_so_is_one_that_was_made_from_it(anna: User, real: Pillar, judge_model: Model) -> None:
    source = Thread.objects.in_pillar(3)[0]
    derive(source, Derivation(subject="Betreff"), pillar=Pillar.objects.get(pk=5), actor=anna)
    with pytest.raises(PlanInvalid):
        make_session(anna, judge_model, pillar_ids=(1, 5))


@pytest.fixture
def moved(real: Pillar, anna: User, client: Client) -> Thread:
    """A thread of pillar 3 that Anna put into pillar 5 and took out of pillar 3."""
    client.force_login(anna)
    thread = Thread.objects.in_pillar(3)[0]
    ids = {"thread_ids": [thread.pk]}
    for address in ("/api/judge/pillars/5/assign", "/api/judge/pillars/3/remove"):
        assert client.post(address, ids, content_type="application/json").status_code == 200
    return thread


def lift(client: Client, user: User, *threads: Thread) -> None:
    """Have somebody take the protection back, in the admin."""
    client.force_login(user)
    ids = [thread.pk for thread in threads]
    client.post("/admin/pillars/thread/", {"action": "lift_protection", "_selected_action": ids})


def test_it_stays_one_when_it_is_taken_out_of_the_pillar(
    anna: User, moved: Thread, judge_model: Model, client: Client
) -> None:
    plan = {"pillar_ids": [1, 5], "model_id": judge_model.pk, "comparison_mode": "pillar_sample"}
    answer = client.post("/api/judge/sessions", plan, content_type="application/json")
    assert answer.status_code == 400
    assert "model_id" in answer.json()["errors"]
    assert 'data-testid="real-data"' in client.get(f"/judge/pillar/5/thread/{moved.pk}").text
    correction = {"note": "x", "subject": "Neu"}
    client.post(f"/api/threads/{moved.pk}/versions", correction, content_type="application/json")
    assert Thread.objects.active().in_pillar(5).get(replaces=moved).real_data_since is not None


def test_it_stays_one_when_it_is_taken_out_on_the_page(
    anna: User, real: Pillar, judge_model: Model, client: Client
) -> None:
    client.force_login(anna)
    client.post("/judge/pillar/3/threads/assign", {"all": "1", "pillar": 5})
    client.post("/judge/pillar/3/threads/remove", {"all": "1"})
    assert not Thread.objects.in_pillar(3).exists()
    with pytest.raises(PlanInvalid):
        make_session(anna, judge_model, pillar_ids=(1, 5))


def test_they_stay_real_when_their_pillar_is_said_to_hold_no_real_data(
    anna: User, admin: User, real: Pillar, judge_model: Model, client: Client
) -> None:
    client.force_login(admin)
    client.post("/admin/pillars/pillar/3/change/", {"name": "Säule 3", "colour": "#000000"})
    assert not Pillar.objects.get(pk=3).is_real_data
    with pytest.raises(PlanInvalid):
        make_session(anna, judge_model)
    lift(client, admin, *Thread.objects.in_pillar(3))
    assert make_session(anna, judge_model).pk


def test_administrators_alone_take_the_protection_back_and_it_is_on_record(
    anna: User, admin: User, moved: Thread, client: Client
) -> None:
    made, _new = derive(moved, Derivation(subject="x"), pillar=Pillar.objects.get(pk=1), actor=anna)
    anna.is_staff = True
    anna.save()
    lift(client, anna, moved)
    assert Thread.objects.of_real_data().filter(pk=moved.pk).exists()
    lift(client, admin, moved, Thread.objects.in_pillar(3)[0])
    assert Thread.objects.of_real_data().filter(pk=moved.pk).exists()
    lift(client, admin, moved)
    assert not Thread.objects.of_real_data().filter(pk__in=[moved.pk, made.pk]).exists()
    entries = AuditEntry.objects.filter(action="unprotect", user=admin).values_list("target_id", flat=True)
    assert set(entries) == {str(moved.pk), str(made.pk)}


def test_the_baseline_judge_may_since_nothing_leaves_the_machine(
    anna: User, real: Pillar, baseline: Model
) -> None:
    assert lifecycle.start(make_session(anna, baseline)).status == "queued"


def test_starting_is_refused_where_the_pillar_became_real_since(
    anna: User, real: Pillar, judge_model: Model, client: Client
) -> None:
    allow(judge_model)
    session = make_session(anna, judge_model)
    allow(judge_model, allowed=False)
    client.force_login(anna)
    answer = client.post(f"/api/judge/sessions/{session.pk}/start")
    assert answer.status_code == 409
    assert "judge" in answer.json()["detail"]
    session.refresh_from_db()
    assert session.status == "created"


async def _drain(session: JudgeSession) -> None:
    await Runner(Drain(session.pk, "token", "worker")).run()


@pytest.mark.django_db(transaction=True)
def test_no_call_is_made_and_the_session_waits_for_a_person(
    anna: User, real: Pillar, judge_model: Model, fake_llm: FakeLLM
) -> None:
    allow(judge_model)
    session = lifecycle.take_up(make_session(anna, judge_model, samples_per_pillar=1))
    lifecycle.mark_running(session.pk, now=timezone.now())
    allow(judge_model, allowed=False)
    async_to_sync(_drain)(session)
    session.refresh_from_db()
    assert (session.status, session.status_reason) == ("paused", "not_for_real_data")
    assert "judge" in session.status_detail
    assert fake_llm.summary()["count"] == 0
    assert not session.tasks.exclude(status="pending").exists()
    with pytest.raises(LifecycleConflict):
        lifecycle.resume(session)


@pytest.mark.django_db(transaction=True)
def test_no_call_is_made_with_a_thread_that_was_real_for_a_moment(
    anna: User, pillars: dict[int, Pillar], default_prompts: None, judge_model: Model, fake_llm: FakeLLM
) -> None:
    session = lifecycle.take_up(make_session(anna, judge_model, pillar_ids=(1, 5), samples_per_pillar=6))
    lifecycle.mark_running(session.pk, now=timezone.now())
    real = Pillar.objects.create(number=4, name="Echt", is_real_data=True)
    threads = list(Thread.objects.in_pillar(5).values_list("pk", flat=True))
    assign(real, threads)
    remove(real, threads)
    async_to_sync(_drain)(session)
    session.refresh_from_db()
    assert (session.status, session.status_reason) == ("paused", "not_for_real_data")
    assert fake_llm.summary()["count"] == 0


def test_a_scenarios_models_are_held_to_it(anna: User, real: Pillar, judge_model: Model) -> None:
    allow(judge_model)
    scenario = make_session(anna, judge_model).scenario
    allow(judge_model, allowed=False)
    judge_model.refresh_from_db()
    with pytest.raises(PlanInvalid) as refused:
        add_judge(Scenario.objects.get(pk=scenario.pk), judge_model, JudgePlan(), actor=anna)
    assert list(refused.value.errors) == ["models"]


def test_a_prompts_trial_is_held_to_it(anna: User, real: Pillar, judge_model: Model) -> None:
    threads = tuple(Thread.objects.in_pillar(3).values_list("pk", flat=True)[:2])
    version = PromptVersion.objects.filter(template__task_type="comparison").first()
    assert version is not None
    plan = TrialPlan(version_ids=(version.pk,), model_id=judge_model.pk, thread_ids=threads)
    with pytest.raises(PlanInvalid) as refused:
        start_trial(plan, actor=anna, now=timezone.now())
    assert "model_id" in refused.value.errors


@pytest.mark.django_db(transaction=True)
def test_a_trial_calls_no_model_that_lost_the_allowance(
    anna: User, real: Pillar, judge_model: Model, fake_llm: FakeLLM
) -> None:
    threads = tuple(Thread.objects.in_pillar(3).values_list("pk", flat=True)[:2])
    version = PromptVersion.objects.filter(template__task_type="comparison").first()
    assert version is not None
    allow(judge_model)
    plan = TrialPlan(version_ids=(version.pk,), model_id=judge_model.pk, thread_ids=threads)
    trial = start_trial(plan, actor=anna, now=timezone.now())
    allow(judge_model, allowed=False)
    run_trial(trial.pk, trial.token)
    assert [call.failure_code for call in trial.calls.all()] == ["not_for_real_data"]
    assert fake_llm.summary()["count"] == 0


def test_only_administrators_allow_a_model(
    anna: User, admin: User, judge_model: Model, client: Client
) -> None:
    own = Provider.objects.create(name="own", base_url="https://example.org/v1", owner=anna)
    model = Model.objects.create(provider=own, name="m")
    anna.is_staff = True
    anna.save()
    address = f"/admin/evaluations/model/{model.pk}/change/"
    fields: dict[str, Any] = {
        "provider": own.pk, "name": "m", "is_active": "on", "max_in_flight": 1, "timeout_s": 10,
        "max_output_tokens": 100, "input_price": 0, "output_price": 0, "extra_body": "{}",
        "allowed_for_real_data": "on",
    }  # fmt: skip
    client.force_login(anna)
    assert client.post(address, fields).status_code == 302
    model.refresh_from_db()
    assert not model.allowed_for_real_data
    client.force_login(admin)
    client.post(address, fields)
    model.refresh_from_db()
    assert model.allowed_for_real_data
    client.force_login(anna)
    client.post(
        f"/admin/evaluations/provider/{own.pk}/change/",
        {"name": "own", "kind": "openai", "base_url": "https://example.com/v1"},
    )
    model.refresh_from_db()
    assert not model.allowed_for_real_data
