"""Judge sessions of every task type: their pages open, and what only comparisons have says so."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from evaluations.models import JudgeSession, Model
from evaluations.task_types.registry import task_types
from tests.evaluations.task_types.questions import CONFIGS
from tests.fake_llm.process import FakeLLM
from tests.scenarios import filled_scenario, inline_thread, judged

pytestmark = pytest.mark.django_db(transaction=True)

TYPES = sorted(key for key, kind in task_types().items() if kind.threads_per_item == 1)


@pytest.fixture
def client(anna: User) -> Client:
    """Anna at her browser."""
    client = Client()
    client.force_login(anna)
    return client


def ended(key: str, owner: User, model: Model) -> JudgeSession:
    """A session over a scenario of this type, at its end."""
    thread = inline_thread(features=["Ein Betreff.", "Noch ein Betreff."])
    config = CONFIGS.get(key, [{}])[0]
    session = judged(filled_scenario(owner, key, [thread], models=[model], config=config))
    session.refresh_from_db()
    return session


@pytest.mark.parametrize("key", TYPES)
def test_its_pages_open(
    client: Client, anna: User, default_prompts: None, judge_model: Model, fake_llm: FakeLLM, key: str
) -> None:
    session = ended(key, anna, judge_model)
    assert session.status == "completed"
    task = session.tasks.first()
    assert task is not None
    for path in ("", "/history", "/state", "/current", f"/comparison/{task.pk}"):
        response = client.get(f"/judge/session/{session.pk}{path}")
        assert response.status_code == 200, path
    page = client.get(f"/judge/session/{session.pk}/comparison/{task.pk}").content.decode()
    assert "card-" in page
    assert client.get("/judge/sessions").status_code == 200
    assert client.get(f"/api/judge/sessions/{session.pk}").status_code == 200
    assert client.get(f"/api/judge/sessions/{session.pk}/comparisons/{task.pk}").status_code == 200
    assert client.get(f"/api/judge/sessions/{session.pk}/comparisons").status_code == 200


@pytest.mark.parametrize("key", TYPES)
def test_its_results_are_those_of_the_scenario(
    client: Client, anna: User, default_prompts: None, judge_model: Model, fake_llm: FakeLLM, key: str
) -> None:
    session = ended(key, anna, judge_model)
    page: Any = client.get(f"/judge/session/{session.pk}/results")
    assert page["Location"] == f"/scenarios/{session.scenario_id}/results"
    for call in (
        "results",
        "verbosity-analysis",
        "position-swap-analysis",
        "thread-performance",
        "export/csv",
    ):
        answer = client.get(f"/api/judge/sessions/{session.pk}/{call}")
        assert answer.status_code == 409
        assert f"/api/scenarios/{session.scenario_id}/results" in answer.json()["detail"]
