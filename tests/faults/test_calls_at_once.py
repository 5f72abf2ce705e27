"""All workers of a model together keep to what it takes at once, and use all of it."""

import asyncio
from collections.abc import Sequence

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from evaluations.judging import drain_jobs, jobs, lifecycle
from evaluations.judging.leases import lease
from evaluations.judging.places import share_of
from evaluations.judging.runner import Drain, Runner
from evaluations.models import DrainJob, JudgeSession, Model
from tests.fake_llm.process import FakeLLM
from tests.sessions import answers, make_session


@given(st.integers(0, 1000), st.integers(1, 16))
def test_shares_differ_by_at_most_one_and_make_the_limit(limit: int, jobs: int) -> None:
    shares = [share_of(limit, jobs, rank) for rank in range(jobs)]
    assert sum(shares) == limit
    assert max(shares) - min(shares) <= 1


def begun(session: JudgeSession) -> list[Drain]:
    """The session's jobs as workers begin them, each with its claim."""
    drains = []
    for row in session.drain_jobs.order_by("slot"):
        name = f"worker {session.pk}.{row.slot}"
        assert drain_jobs.begin(session.pk, row.slot, row.token, worker_name=name, now=timezone.now())
        drains.append(jobs.claim_on(session.pk, row.slot, row.token, worker_name=name))
    return drains


def drain_all(drains: Sequence[Drain]) -> None:
    """Run the jobs side by side; each row ends with its job."""

    async def one(drain: Drain) -> None:
        await Runner(drain).run()
        rows = DrainJob.objects.filter(token=drain.token)
        await rows.aupdate(status=DrainJob.Status.ENDED, places=0)

    async def run() -> None:
        await asyncio.gather(*map(one, drains))

    asyncio.run(run())


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("pillars", "default_prompts")
@pytest.mark.parametrize(("sessions", "workers", "limit"), [(1, 4, 2), (2, 2, 3), (3, 1, 2)])
def test_all_jobs_of_a_model_together_use_its_limit_and_do_not_exceed_it(
    anna: User, judge_model: Model, fake_llm: FakeLLM, sessions: int, workers: int, limit: int
) -> None:
    fake_llm.script(judge="longer", latency_ms=60)
    Model.objects.filter(pk=judge_model.pk).update(max_in_flight=limit, output_mode="json_schema")
    made = [
        lifecycle.start(make_session(anna, judge_model, worker_count=workers)) for _number in range(sessions)
    ]

    drain_all([drain for session in made for drain in begun(session)])

    assert [len(answers(session)) for session in made] == [30] * sessions
    assert fake_llm.summary()["max_in_flight"] == limit


@pytest.mark.django_db
@pytest.mark.usefixtures("pillars", "default_prompts")
def test_a_job_that_comes_later_waits_until_the_first_has_given_places_up(
    anna: User, judge_model: Model
) -> None:
    Model.objects.filter(pk=judge_model.pk).update(max_in_flight=10)
    first, second = (lifecycle.start(make_session(anna, judge_model)) for _number in range(2))
    (one,) = begun(first)
    assert one.places is not None
    assert one.places(0) == 10
    (other,) = begun(second)
    assert other.places is not None
    assert other.places(0) == 0
    assert one.places(10) == 5
    assert other.places(0) == 0
    assert one.places(4) == 5
    assert other.places(0) == 5


@pytest.mark.django_db
@pytest.mark.usefixtures("pillars", "default_prompts")
def test_a_dead_job_holds_no_place(anna: User, judge_model: Model) -> None:
    Model.objects.filter(pk=judge_model.pk).update(max_in_flight=10)
    first, second = (lifecycle.start(make_session(anna, judge_model)) for _number in range(2))
    (dead,), (alive,) = begun(first), begun(second)
    assert dead.places is not None and alive.places is not None
    assert dead.places(10) == 5
    DrainJob.objects.filter(token=dead.token).update(heartbeat_at=timezone.now() - 2 * lease())
    assert alive.places(0) == 10


@pytest.mark.django_db
@pytest.mark.usefixtures("pillars", "default_prompts")
def test_a_job_whose_sign_of_life_is_late_still_gets_its_share(anna: User, judge_model: Model) -> None:
    """It asks, so it lives; without a place it would stand there for ever."""
    session = lifecycle.start(make_session(anna, judge_model))
    (late,) = begun(session)
    DrainJob.objects.filter(token=late.token).update(heartbeat_at=timezone.now() - 2 * lease())
    assert late.places is not None
    assert late.places(0) == judge_model.max_in_flight


@pytest.mark.django_db
@pytest.mark.usefixtures("pillars", "default_prompts")
def test_workers_that_would_have_no_call_are_not_started(anna: User, judge_model: Model) -> None:
    Model.objects.filter(pk=judge_model.pk).update(max_in_flight=2)
    judge_model.refresh_from_db()
    session = lifecycle.start(make_session(anna, judge_model, worker_count=5))
    assert session.drain_jobs.count() == 2
