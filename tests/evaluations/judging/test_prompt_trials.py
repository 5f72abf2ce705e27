"""Trial runs of prompts: a few items, two versions, the fake LLM server; and what a preview is made of."""

from datetime import timedelta
from decimal import Decimal
from typing import Any

import django_rq
import pytest
from django.contrib.auth.models import User
from django.http import Http404
from django.utils import timezone

from evaluations.judging import prompt_trials
from evaluations.judging.errors import PlanInvalid
from evaluations.judging.prompt_material import get_threads_to_try, question_of_material
from evaluations.judging.prompt_trials import TrialPlan, get_trial_for, look_after_trials, start_trial
from evaluations.judging.trial_runner import run_trial
from evaluations.models import Attempt, Evaluation, Item, Model, PromptTrial, PromptTrialCall, TrialAttempt
from evaluations.reports.prompt_trials import TrialView, trial_view
from evaluations.task_types.registry import task_type
from llars.models import AuditEntry
from pillars.models import Feature, Pillar, Thread
from prompts.models import PromptTemplate, PromptVersion
from prompts.services import save_version
from tests.evaluations.reports.scenarios import recorded_scenario
from tests.fake_llm.process import FakeLLM
from tests.processes import running, start_watch, start_worker, wait_until

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def template(default_prompts: None) -> PromptTemplate:
    """The default prompt of comparisons."""
    return PromptTemplate.objects.get(task_type="comparison", language="de", is_default=True)


@pytest.fixture
def versions(template: PromptTemplate, anna: User) -> tuple[int, int]:
    """Its first version and a shorter second one."""
    texts = {"system_text": "Vergleiche kurz.", "user_text": "{thread_a}\n\n{thread_b}\n\nKurz, bitte."}
    second = save_version(template, **texts, author=anna, note="kürzer")
    return template.versions.get(number=1).pk, second.pk


@pytest.fixture
def items(anna: User) -> list[int]:
    """Three items of a scenario of Anna's."""
    scenario = recorded_scenario(anna, items=3)
    return list(scenario.items.order_by("position").values_list("pk", flat=True))


def _trial(actor: User, model: Model, versions: tuple[int, ...], **fields: Any) -> PromptTrial:
    plan = TrialPlan(version_ids=versions, model_id=model.pk, **fields)
    return start_trial(plan, actor=actor, now=timezone.now())


def _run(trial: PromptTrial) -> TrialView:
    run_trial(trial.pk, trial.token)
    trial.refresh_from_db()
    return trial_view(trial)


def test_two_versions_answer_the_same_items_side_by_side(
    anna: User, judge_model: Model, fake_llm: FakeLLM, versions: tuple[int, int], items: list[int]
) -> None:
    fake_llm.script(judge="longer")
    Model.objects.filter(pk=judge_model.pk).update(input_price=Decimal(1000), output_price=Decimal(2000))
    before = (Evaluation.objects.count(), Attempt.objects.count())
    trial = _trial(anna, judge_model, versions, item_ids=tuple(items[:2]))
    view = _run(trial)

    assert trial.has_ended
    assert [row.material.item.pk for row in view.rows] == items[:2]
    assert [[card.version.number for card in row.cards] for row in view.rows] == [[1, 2], [1, 2]]
    assert all(card.blocks and card.recorded for row in view.rows for card in row.cards)
    assert view.compared == 2
    assert [(one.answered, one.failed, one.attempts) for one in view.sums] == [(2, 0, 2), (2, 0, 2)]
    assert view.sums[0].tokens > view.sums[1].tokens > 0
    assert view.sums[0].cost > view.sums[1].cost > 0
    assert (Evaluation.objects.count(), Attempt.objects.count()) == before
    sent = [call["body"]["messages"][0]["content"] for call in fake_llm.calls()]
    assert sum("Vergleiche kurz." in text for text in sent) == 2


def test_a_failure_has_its_name_and_every_attempt_is_kept(
    anna: User, judge_model: Model, fake_llm: FakeLLM, versions: tuple[int, int], items: list[int]
) -> None:
    fake_llm.script(judge="longer", faults=[{"kind": "score_7", "when": {"containing": "Kurz, bitte."}}])
    view = _run(_trial(anna, judge_model, versions, item_ids=tuple(items[:1])))

    good, bad = view.rows[0].cards
    assert good.recorded is not None
    assert (bad.call.failure_code, bad.recorded) == ("invalid", None)
    assert [one.failure_code for one in bad.attempts] == ["invalid"] * 3
    assert view.rows[0].agree is None
    assert [(one.answered, one.failed) for one in view.sums] == [(1, 0), (0, 1)]


def test_versions_that_disagree_are_marked(
    anna: User, judge_model: Model, versions: tuple[int, int], items: list[int]
) -> None:
    view = _run(_trial(anna, judge_model, versions, item_ids=tuple(items[:2])))
    call = view.rows[0].cards[1].call
    assert call.payload is not None
    other = {"A": "B", "B": "A", "TIE": "A"}[view.rows[0].cards[0].call.payload["winner"]]  # type: ignore[index]
    PromptTrialCall.objects.filter(pk=call.pk).update(payload=call.payload | {"winner": other})
    view = trial_view(PromptTrial.objects.get())
    assert view.rows[0].agree is False
    assert view.agreeing == sum(1 for row in view.rows if row.agree)


def test_one_version_is_tried_on_threads_of_the_pillars(
    anna: User, judge_model: Model, versions: tuple[int, int], pillars: dict[int, Pillar]
) -> None:
    threads = [pillars[number].threads.order_by("pk")[0].pk for number in (3, 1)]
    view = _run(_trial(anna, judge_model, versions[:1], thread_ids=tuple(threads)))
    card = view.rows[0].cards[0]
    assert [row.pk for row in view.rows[0].material.rows] == threads
    assert card.recorded is not None
    assert view.compared == 0
    read = AuditEntry.objects.filter(user=anna, action="read", target_type="thread")
    assert {one.target_id for one in read} == {str(pk) for pk in threads}


def test_the_baseline_judge_may_be_tried_where_it_can_answer(
    anna: User, baseline: Model, versions: tuple[int, int], items: list[int]
) -> None:
    view = _run(_trial(anna, baseline, versions, item_ids=tuple(items[:1])))
    assert (view.agreeing, view.compared) == (1, 1)
    ranking = PromptVersion.objects.get(template__task_type="ranking", template__language="de")
    with pytest.raises(PlanInvalid) as refused:
        _trial(anna, baseline, (ranking.pk,), item_ids=tuple(items[:1]))
    assert {"model", "item"} <= refused.value.errors.keys()


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"version_ids": ()}, "versions"),
        ({"version_ids": (10**6,)}, "versions"),
        ({"version_ids": (10**30,)}, "versions"),
        ({"item_ids": ()}, "items"),
        ({"item_ids": tuple(range(1, 7))}, "items"),
        ({"item_ids": (10**6,)}, "item"),
        ({"model_id": None}, "model"),
        ({"model_id": 10**6}, "model"),
        ({"thread_ids": (1,)}, "threads"),
        ({"thread_ids": (10**6, 10**7)}, "threads"),
    ],
)
def test_it_refuses_what_cannot_be_tried(
    anna: User,
    judge_model: Model,
    versions: tuple[int, int],
    items: list[int],
    change: dict[str, Any],
    field: str,
) -> None:
    plan: dict[str, Any] = {"version_ids": versions, "model_id": judge_model.pk, "item_ids": (items[0],)}
    with pytest.raises(PlanInvalid) as refused:
        start_trial(TrialPlan(**plan | change), actor=anna, now=timezone.now())
    assert list(refused.value.errors) == [field]
    assert not PromptTrial.objects.exists()


def test_versions_of_two_task_types_are_not_compared(
    anna: User, judge_model: Model, versions: tuple[int, int], items: list[int]
) -> None:
    other = PromptVersion.objects.filter(template__task_type="rating").first()
    assert other is not None
    with pytest.raises(PlanInvalid) as refused:
        _trial(anna, judge_model, (versions[0], other.pk), item_ids=(items[0],))
    assert list(refused.value.errors) == ["versions"]


def test_nobody_tries_or_sees_what_is_not_theirs(
    anna: User, dora: User, ben: User, judge_model: Model, versions: tuple[int, int], items: list[int]
) -> None:
    with pytest.raises(PlanInvalid) as refused:
        _trial(dora, judge_model, versions, item_ids=(items[0],))
    assert list(refused.value.errors) == ["item"]
    with pytest.raises(PlanInvalid) as refused:
        _trial(ben, judge_model, versions, item_ids=(items[0],))
    assert "model" in refused.value.errors
    trial = _trial(anna, judge_model, versions, item_ids=(items[0],))
    assert get_trial_for(anna, trial.pk) == trial
    for stranger in (dora, ben):
        with pytest.raises(Http404):
            get_trial_for(stranger, trial.pk)


def test_deleting_a_scenario_takes_its_trial_calls_along(
    anna: User, judge_model: Model, versions: tuple[int, int], items: list[int]
) -> None:
    view = _run(_trial(anna, judge_model, versions, item_ids=(items[0],)))
    view.rows[0].material.item.scenario.delete()
    assert not PromptTrialCall.objects.exists()
    assert not TrialAttempt.objects.exists()


def test_features_of_a_thread_are_judged_without_a_scenario(anna: User, pillars: dict[int, Pillar]) -> None:
    thread = pillars[1].threads.order_by("pk")[0]
    kind = task_type("rating")
    with pytest.raises(PlanInvalid):
        get_threads_to_try([thread.pk], kind, language="de", reader=anna)
    Feature.objects.create(thread=thread, type="summary", content="Eine Zusammenfassung")
    material = get_threads_to_try([thread.pk], kind, language="de", reader=anna)
    assert [one.content for one in question_of_material(material).texts.features] == ["Eine Zusammenfassung"]


def test_a_type_that_needs_settings_takes_items_alone(anna: User, pillars: dict[int, Pillar]) -> None:
    thread = Thread.objects.first()
    assert thread is not None
    with pytest.raises(PlanInvalid) as refused:
        get_threads_to_try([thread.pk], task_type("text_classification"), language="de", reader=anna)
    assert list(refused.value.errors) == ["threads"]


def test_a_job_that_has_lost_its_trial_does_nothing(
    anna: User, judge_model: Model, fake_llm: FakeLLM, versions: tuple[int, int], items: list[int]
) -> None:
    trial = _trial(anna, judge_model, versions, item_ids=(items[0],))
    run_trial(trial.pk, "another token")
    assert fake_llm.summary()["count"] == 0
    _run(trial)
    run_trial(trial.pk, trial.token)
    assert fake_llm.summary()["count"] == 2


def test_a_silent_trial_gets_another_job(
    anna: User, judge_model: Model, versions: tuple[int, int], items: list[int]
) -> None:
    django_rq.get_connection("default").flushdb()
    trial = _trial(anna, judge_model, versions, item_ids=(items[0],))
    now = timezone.now()
    look_after_trials(now)
    assert PromptTrial.objects.get().token == trial.token
    assert prompt_trials.begin(trial.pk, trial.token, now=now)
    look_after_trials(now)
    assert PromptTrial.objects.get().token == trial.token
    look_after_trials(now + timedelta(hours=1))
    later = PromptTrial.objects.get()
    assert later.token != trial.token
    assert not prompt_trials.beat(trial.pk, trial.token, now=now)
    assert _run(later).compared == 1


@pytest.mark.processes
def test_a_trial_goes_through_a_real_worker_though_redis_was_wiped(
    anna: User, judge_model: Model, versions: tuple[int, int], items: list[int]
) -> None:
    django_rq.get_connection("default").flushdb()
    trial = _trial(anna, judge_model, versions, item_ids=tuple(items))
    django_rq.get_connection("default").flushdb()
    PromptTrial.objects.update(enqueued_at=timezone.now() - timedelta(minutes=1))
    with running(start_worker(), start_watch()):
        wait_until(lambda: PromptTrial.objects.get(pk=trial.pk).has_ended, what="the trial has ended")
    assert trial_view(PromptTrial.objects.get()).compared == 3
    assert Item.objects.count() == 3
