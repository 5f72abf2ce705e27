"""Scenarios of other task types in real worker processes: killed in the middle, started at once, added to."""

from typing import Any

import django_rq
import pytest
from django.contrib.auth.models import User
from django.test import Client

from evaluations.judging import lifecycle
from evaluations.judging.counts import counts_of
from evaluations.models import Attempt, Evaluation, JudgeSession, Model, Scenario
from evaluations.reports.session_results import usage_of
from evaluations.scenarios.adding import add_specs
from evaluations.scenarios.items import ItemSpec, Side
from tests.evaluations.task_types.questions import CONFIGS
from tests.fake_llm.process import FakeLLM
from tests.processes import end, running, start_watch, start_worker, wait_until
from tests.scenarios import filled_scenario, inline_thread

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("default_prompts", "clean_redis"),
    pytest.mark.processes,
]
ITEMS = 40
TEXTS = ("Ein Betreff.", "Noch ein Betreff.", "Der dritte Betreff.")


@pytest.fixture
def clean_redis() -> None:
    """No job of an earlier test waits in this process' Redis database."""
    django_rq.get_connection("default").flushdb()


def _threads(number: int, first: int = 0) -> list[dict[str, Any]]:
    return [inline_thread(place, features=TEXTS) for place in range(first, first + number)]


def _ended(session: JudgeSession) -> bool:
    session.refresh_from_db()
    return session.status in {"completed", "failed"}


def _assert_each_once(scenario: Scenario, session: JudgeSession, number: int) -> None:
    answers = Evaluation.objects.filter(scenario=scenario)
    assert session.status == "completed"
    assert answers.count() == answers.values("item").distinct().count() == number
    assert answers.values("task").distinct().count() == number
    paid = Attempt.objects.filter(task__session=session, failure_code="")
    assert paid.count() == number


@pytest.mark.parametrize("key", ["ranking", "text_classification"])
def test_a_killed_worker_loses_no_answer_and_makes_none_twice(
    anna: User, judge_model: Model, fake_llm: FakeLLM, key: str
) -> None:
    fake_llm.script(latency_ms=300)
    prices = {"input_price": 100, "output_price": 100}
    Model.objects.filter(pk=judge_model.pk).update(max_in_flight=4, **prices)
    config = CONFIGS.get(key, [{}])[0]
    scenario = filled_scenario(anna, key, _threads(ITEMS), models=[judge_model], config=config)
    session = scenario.sessions.get()
    with running(start_watch()):
        worker = start_worker()
        try:
            lifecycle.start(session)
            wait_until(lambda: counts_of(session.pk).completed >= ITEMS // 4, what="a quarter is done")
            end(worker, kill=True)
            assert counts_of(session.pk).open > 0
            worker = start_worker()
            wait_until(lambda: _ended(session), timeout=120, what="the session has ended")
        finally:
            end(worker)
    _assert_each_once(scenario, session, ITEMS)
    assert Attempt.objects.filter(task__session=session, failure_code="interrupted").exists()
    scenario.refresh_from_db()
    assert scenario.status == "analysing"
    usage = usage_of(session)
    assert usage.attempts == Attempt.objects.filter(task__session=session).count() >= ITEMS
    assert usage.cost == sum(Attempt.objects.filter(task__session=session).values_list("cost", flat=True)) > 0


def test_models_begin_at_once_where_that_was_asked_and_judge_what_is_added(
    anna: User, judge_model: Model, fake_llm: FakeLLM
) -> None:
    fake_llm.script(latency_ms=100)
    client = Client()
    client.force_login(anna)
    body = {
        "name": "Sofort",
        "task_type": "authenticity",
        "models": [judge_model.pk],
        "data": {"thread_ids": _stored_threads(anna)},
        "start_models": True,
    }
    with running(start_watch(), start_worker()):
        made = client.post("/api/scenarios", body, content_type="application/json")
        assert made.status_code == 201, made.content
        scenario = Scenario.objects.get(pk=made.json()["id"])
        session = scenario.sessions.get()
        wait_until(lambda: _ended(session), what="the session has ended")
        _assert_each_once(scenario, session, 3)
        more = [{"thread": thread} for thread in _threads(4, first=10)]
        added = client.post(f"/api/scenarios/{scenario.pk}/items", more, content_type="application/json")
        assert added.status_code == 201, added.content
        wait_until(lambda: counts_of(session.pk).completed == 7, what="what was added is judged")
        wait_until(lambda: _ended(session), what="the session has ended again")
    _assert_each_once(scenario, session, 7)


def _stored_threads(owner: User) -> list[int]:
    """Three threads that another scenario brought in."""
    other = filled_scenario(owner, "authenticity", _threads(3))
    return list(other.items.values_list("thread_a", flat=True))


def test_what_is_added_while_a_model_is_at_it_is_judged_in_the_same_run(
    anna: User, judge_model: Model, fake_llm: FakeLLM
) -> None:
    fake_llm.script(latency_ms=300)
    Model.objects.filter(pk=judge_model.pk).update(max_in_flight=2)
    scenario = filled_scenario(anna, "rating", _threads(10), models=[judge_model])
    session = scenario.sessions.get()
    with running(start_watch(), start_worker()):
        lifecycle.start(session)
        wait_until(lambda: counts_of(session.pk).completed >= 2, what="two are done")
        more = [ItemSpec((Side(thread=thread),)) for thread in _threads(5, first=20)]
        add_specs(scenario, more, actor=anna)
        wait_until(lambda: _ended(session), what="the session has ended")
        assert counts_of(session.pk).total == 15
    _assert_each_once(scenario, session, 15)
