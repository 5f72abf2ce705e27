"""Workers that are killed, a Redis that is wiped: nothing is lost, nothing is judged twice."""

import json
from collections.abc import Callable
from itertools import cycle

import django_rq
import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from evaluations.judging import lifecycle
from evaluations.judging.counts import counts_of
from evaluations.judging.health import health_of
from evaluations.models import Attempt, JudgeSession, Model
from evaluations.reports.session_results import session_results
from tests.fake_llm.process import FakeLLM
from tests.processes import end, running, start_watch, start_worker, wait_until
from tests.sessions import answers, make_session

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("pillars", "default_prompts", "clean_redis"),
    pytest.mark.processes,
]


@pytest.fixture
def clean_redis() -> None:
    """No job of an earlier test waits in this process' Redis database."""
    django_rq.get_connection("default").flushdb()


def _two_hundred(anna: User, model: Model) -> JudgeSession:
    plan = {"comparison_mode": "free_for_all", "max_threads_per_pillar": 5, "worker_count": 2}
    session = make_session(anna, model, **plan)
    session.tasks.filter(queue_position__gte=200).delete()
    return session


def _done(session: JudgeSession, how_many: int) -> Callable[[], bool]:
    return lambda: counts_of(session.pk).completed >= how_many


def _ended(session: JudgeSession) -> bool:
    session.refresh_from_db()
    return session.status in {"completed", "failed"}


def test_killed_workers_and_a_wiped_redis_lose_nothing(
    anna: User, judge_model: Model, fake_llm: FakeLLM
) -> None:
    """kill -9 of a worker three times and a FLUSHALL in 200 comparisons: 200 answers, none twice."""
    fake_llm.script(judge="longer", latency_ms=300)
    Model.objects.filter(pk=judge_model.pk).update(max_in_flight=8)
    session = _two_hundred(anna, judge_model)
    workers = [start_worker(), start_worker()]
    with running(start_watch()):
        try:
            lifecycle.start(session)
            for number, milestone in zip(cycle((0, 1)), (25, 60, 95), strict=False):
                wait_until(_done(session, milestone), what=f"{milestone} done")
                end(workers[number], kill=True)
                workers[number] = start_worker()
            wait_until(_done(session, 130), what="130 done")
            django_rq.get_connection("default").flushdb()
            wait_until(lambda: _ended(session), timeout=120, what="the session has ended")
        finally:
            for worker in workers:
                end(worker)

    assert session.status == "completed"
    assert len({answer.task_id for answer in answers(session)}) == len(answers(session)) == 200
    attempts = Attempt.objects.filter(task__session=session)
    assert attempts.filter(failure_code="").count() == 200
    assert attempts.filter(failure_code="interrupted").exists()


def test_tokens_and_time_are_sums_over_all_attempts_after_two_kills(
    anna: User, judge_model: Model, fake_llm: FakeLLM
) -> None:
    """inspect_ai 2628: the figures after a restart count what was spent before it too."""
    fake_llm.script(
        judge="longer", latency_ms=200, faults=[{"kind": "score_7", "when": {"once_per_prompt": True}}]
    )
    Model.objects.filter(pk=judge_model.pk).update(max_in_flight=4)
    session = make_session(anna, judge_model)
    with running(start_watch()):
        worker = start_worker()
        try:
            lifecycle.start(session)
            for milestone in (5, 15):
                wait_until(_done(session, milestone))
                end(worker, kill=True)
                worker = start_worker()
            wait_until(lambda: _ended(session), timeout=90, what="the session has ended")
        finally:
            end(worker)

    kept = Attempt.objects.filter(task__session=session).exclude(failure_code="interrupted")
    in_flight_at_kills = 2 * 2 * 4
    usage = session_results(session).usage
    assert len(answers(session)) == 30
    assert kept.filter(failure_code="").count() == 30
    assert 60 - in_flight_at_kills <= kept.count() <= fake_llm.summary()["count"]
    assert usage.input_tokens == sum(kept.values_list("input_tokens", flat=True))
    assert usage.time_ms == sum(kept.values_list("latency_ms", flat=True))


def test_without_a_worker_health_says_so_and_a_worker_does_all(
    anna: User, judge_model: Model, fake_llm: FakeLLM
) -> None:
    """langfuse 9868: evaluations pending for days without a word."""
    fake_llm.script(judge="longer")
    session = lifecycle.start(make_session(anna, judge_model))

    health = health_of(session, now=timezone.now())
    assert health.workers == []
    assert health.lacks_workers

    with running(start_worker()):
        wait_until(lambda: health_of(session, now=timezone.now()).workers, what="the worker shows")
        wait_until(lambda: _ended(session), what="the session has ended")
    assert len(answers(session)) == 30


def test_a_call_that_takes_longer_than_the_lease_is_made_once(
    anna: User, judge_model: Model, fake_llm: FakeLLM
) -> None:
    """phoenix 7486: a slow call was queued again and paid twice. The lease is 4 s, the call takes 7 s."""
    fake_llm.script(judge="longer", latency_ms=7000)
    session = make_session(anna, judge_model, pillar_ids=(1, 3), samples_per_pillar=2)
    with running(start_watch(), start_worker()):
        lifecycle.start(session)
        wait_until(lambda: _ended(session), what="the session has ended")

    assert len(answers(session)) == 4
    assert fake_llm.summary()["count"] == 4


def test_a_worker_that_is_asked_to_stop_gives_its_tasks_back(
    anna: User, judge_model: Model, fake_llm: FakeLLM
) -> None:
    fake_llm.script(judge="longer", latency_ms=400)
    Model.objects.filter(pk=judge_model.pk).update(max_in_flight=4)
    session = make_session(anna, judge_model)
    worker = start_worker()
    with running(worker):
        lifecycle.start(session)
        wait_until(_done(session, 4))
        end(worker)

    counts = counts_of(session.pk)
    assert counts.running == 0
    assert counts.pending > 0
    assert fake_llm.summary()["count"] == counts.completed


def test_a_pause_lets_calls_in_flight_end(anna: User, judge_model: Model, fake_llm: FakeLLM) -> None:
    fake_llm.script(judge="longer", latency_ms=300)
    Model.objects.filter(pk=judge_model.pk).update(max_in_flight=4)
    session = make_session(anna, judge_model)
    with running(start_watch(), start_worker()):
        lifecycle.start(session)
        wait_until(_done(session, 4))
        lifecycle.pause(session)
        wait_until(lambda: counts_of(session.pk).running == 0, what="nothing runs")
        assert fake_llm.summary()["count"] == counts_of(session.pk).completed < 30
        lifecycle.resume(session)
        wait_until(lambda: _ended(session), what="the session has ended")
    assert len(answers(session)) == 30
    assert fake_llm.summary()["count"] == 30


def test_interface_export_and_database_agree_after_a_kill(
    anna: User, judge_model: Model, fake_llm: FakeLLM
) -> None:
    """promptfoo: a resumed run showed 449 of 500."""
    fake_llm.script(judge="longer", latency_ms=50)
    Model.objects.filter(pk=judge_model.pk).update(max_in_flight=4)
    session = _two_hundred(anna, judge_model)
    client = Client()
    client.force_login(anna)
    worker = start_worker()
    with running(worker):
        lifecycle.start(session)
        wait_until(_done(session, 151), what="151 done")
        end(worker, kill=True)
    _assert_agreement(client, session)

    with running(start_watch(), start_worker()):
        wait_until(lambda: _ended(session), what="the session has ended")
    _assert_agreement(client, session)
    assert counts_of(session.pk).completed == 200


def _assert_agreement(client: Client, session: JudgeSession) -> None:
    completed = counts_of(session.pk).completed
    shown = client.get(f"/api/judge/sessions/{session.pk}").json()
    streamed = client.get(f"/api/judge/sessions/{session.pk}/export/json")
    exported = json.loads(b"".join(streamed))
    rows = [row for row in exported["comparisons"] if row["status"] == "completed"]
    assert shown["completed_comparisons"] == completed == len(rows) == len(answers(session))
    assert shown["completed_comparisons"] + shown["failed_comparisons"] <= shown["total_comparisons"]
