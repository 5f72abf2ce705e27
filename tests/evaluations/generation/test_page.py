"""A generation is planned and started on its pillar's page; its texts are read on its session."""

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from evaluations.judging.foreground import judge_in_foreground
from evaluations.llm.failures import FailureCode
from evaluations.models import JudgeSession, Model
from pillars.models import Pillar, Thread
from tests.evaluations.api.conftest import Caller
from tests.evaluations.generation.conftest import SUMMARY, generated
from tests.fake_llm.process import FakeLLM
from tests.threads import add_threads

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("plain_static")]

ADDRESS = "/judge/pillar/1/generate"
FORM = {"type": "summary", "target": "2", "only_missing": "on"}
Stage = dict[int, Pillar]


@pytest.fixture
def as_anna(client: Client, anna: User) -> Client:
    client.force_login(anna)
    return client


def test_it_is_reached_from_the_pillar_and_says_what_it_comes_to(as_anna: Client, stage: Stage) -> None:
    assert ADDRESS in as_anna.get("/judge/pillar/1").text
    assert 'value="2" selected' in as_anna.get(ADDRESS).text
    looked = as_anna.post(ADDRESS, FORM | {"step": "look"})
    assert looked.status_code == 200
    assert '<dd data-testid="estimated-calls">6</dd>' in looked.text
    assert not JudgeSession.objects.exists()


def test_it_is_started_followed_and_read(as_anna: Client, stage: Stage) -> None:
    started = as_anna.post(ADDRESS, FORM | {"step": "start"})
    session = JudgeSession.objects.get()
    assert started["Location"] == f"/judge/session/{session.pk}"
    live = as_anna.get(started["Location"])
    assert live.status_code == 200
    assert f"/scenarios/{session.scenario_id}" not in live.text
    judge_in_foreground(session)
    read = as_anna.get(f"/judge/session/{session.pk}/results").text
    assert read.count(SUMMARY) == 6
    made = Thread.objects.in_pillar(2)[0]
    assert f"/judge/pillar/2/thread/{made.pk}" in read
    call = session.tasks.first()
    assert call is not None
    assert SUMMARY in as_anna.get(f"/judge/session/{session.pk}/comparison/{call.pk}").text
    assert SUMMARY in as_anna.get(f"/judge/pillar/2/thread/{made.pk}").text


def test_nothing_to_write_is_said_and_what_was_chosen_stays(
    as_anna: Client, api: Caller, stage: Stage
) -> None:
    generated(api)
    refused = as_anna.post(ADDRESS, FORM | {"step": "start"}, headers={"Accept-Language": "en"})
    assert refused.status_code == 400
    assert "All threads of this pillar have such a text already." in refused.text
    assert JudgeSession.objects.count() == 1


def test_without_a_language_model_it_says_so(as_anna: Client, stage: Stage) -> None:
    Model.objects.all().delete()
    refused = as_anna.post(ADDRESS, FORM | {"step": "start"}, headers={"Accept-Language": "en"})
    assert refused.status_code == 400
    assert "No language model is set up" in refused.text


def test_who_may_not_make_sessions_is_refused(client: Client, ben: User, stage: Stage) -> None:
    client.force_login(ben)
    assert client.get(ADDRESS).status_code == 403
    assert client.post(ADDRESS, FORM | {"step": "start"}).status_code == 403


def test_a_failed_call_says_why_among_the_texts(
    as_anna: Client, api: Caller, stage: Stage, fake_llm: FakeLLM
) -> None:
    fake_llm.script(answer={"content": SUMMARY}, faults=[{"kind": "refusal"}])
    session = generated(api)
    read = as_anna.get(f"/judge/session/{session.pk}/results", headers={"Accept-Language": "en"}).text
    assert read.count(str(FailureCode.REFUSED.label)) == 6


def test_the_texts_are_read_in_as_many_queries_whatever_their_number(
    as_anna: Client, api: Caller, stage: Stage
) -> None:
    counts = []
    for _round in range(2):
        session = generated(api)
        address = f"/judge/session/{session.pk}/results"
        as_anna.get(address)
        with CaptureQueriesContext(connection) as queries:
            as_anna.get(address)
        counts.append((session.tasks.count(), len(queries)))
        add_threads(stage[1], 20)
    (few, with_few), (many, with_many) = counts
    assert many > few
    assert with_many == with_few
