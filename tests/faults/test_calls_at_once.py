"""The workers of a session together keep to what the model takes at once, and use all of it."""

import asyncio

import pytest
from django.contrib.auth.models import User
from hypothesis import given
from hypothesis import strategies as st

from evaluations.judging import lifecycle
from evaluations.judging.runner import Drain, Runner
from evaluations.judging.session_state import share_of
from evaluations.models import Model
from tests.fake_llm.process import FakeLLM
from tests.sessions import answers, make_session


@given(st.integers(1, 1000), st.integers(1, 16))
def test_shares_differ_by_at_most_one_and_make_the_limit(limit: int, workers: int) -> None:
    shares = [share_of(limit, workers, slot) for slot in range(workers)]
    assert sum(shares) == limit
    assert max(shares) - min(shares) <= 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("pillars", "default_prompts")
def test_more_workers_than_the_limit_do_not_exceed_it(
    anna: User, judge_model: Model, fake_llm: FakeLLM
) -> None:
    limit, workers = 2, 4
    fake_llm.script(judge="longer", latency_ms=150)
    Model.objects.filter(pk=judge_model.pk).update(max_in_flight=limit, output_mode="json_schema")
    session = lifecycle.start(make_session(anna, judge_model, worker_count=workers))

    async def drain() -> None:
        drains = [Drain(session.pk, f"token {slot}", "worker", slot=slot) for slot in range(workers)]
        await asyncio.gather(*(Runner(drain).run() for drain in drains))

    asyncio.run(drain())

    assert len(answers(session)) == 30
    assert fake_llm.summary()["max_in_flight"] <= limit


@pytest.mark.django_db
@pytest.mark.usefixtures("pillars", "default_prompts")
def test_workers_that_would_have_no_call_are_not_started(anna: User, judge_model: Model) -> None:
    Model.objects.filter(pk=judge_model.pk).update(max_in_flight=2)
    judge_model.refresh_from_db()
    session = lifecycle.start(make_session(anna, judge_model, worker_count=5))
    assert session.drain_jobs.count() == 2
