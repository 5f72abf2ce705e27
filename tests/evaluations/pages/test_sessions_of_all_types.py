"""Judge sessions of every task type: shown by the type's own card, and what only comparisons have says so."""

import json
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from evaluations.judging.scenario_sessions import JudgePlan
from evaluations.models import JudgeSession, Model, Scenario
from evaluations.scenarios.members import MemberSpec, add_members
from evaluations.task_types.registry import task_type, task_types
from tests.evaluations.reports.scenarios import recorded_scenario
from tests.evaluations.task_types.questions import CONFIGS
from tests.fake_llm.process import FakeLLM
from tests.scenarios import filled_scenario, inline_thread, judged
from tests.sessions import make_session

pytestmark = pytest.mark.django_db(transaction=True)

TYPES = sorted(key for key, kind in task_types().items() if kind.threads_per_item == 1)
ROOT = Path(__file__).parents[3]
PAYLOAD = re.compile(r"chain_of_thought|criteria_scores|final_justification|step_\d_")
SHOWN = {
    "authenticity": "Von Menschen geschrieben",
    "mail_rating": "card-bar",
    "ranking": "card-buckets",
    "rating": "card-bar",
    "text_classification": "Schlüsselstellen",
}
VERDICTS = {"authenticity": "Von Menschen geschrieben", "text_classification": "Arbeit"}


@pytest.fixture
def client(anna: User) -> Client:
    """Anna at her browser."""
    client = Client()
    client.force_login(anna)
    return client


@pytest.fixture
def stage(default_prompts: None, judge_model: Model, fake_llm: FakeLLM) -> Model:
    """What a model needs to judge."""
    return judge_model


def waiting(key: str, owner: User, model: Model, **fields: Any) -> JudgeSession:
    """A session over a scenario of this type, before its start."""
    thread = inline_thread(features=["Ein Betreff.", "Noch ein Betreff."])
    config = CONFIGS.get(key, [{}])[0]
    return filled_scenario(owner, key, [thread], models=[model], config=config, **fields).sessions.get()


def ended(key: str, owner: User, model: Model, **fields: Any) -> JudgeSession:
    """The same at its end."""
    session = judged(waiting(key, owner, model, **fields).scenario)
    session.refresh_from_db()
    assert session.status == "completed"
    return session


def _html(client: Client, path: str) -> str:
    response = client.get(path)
    assert response.status_code == 200, path
    return response.content.decode()


@pytest.mark.parametrize("key", TYPES)
def test_its_pages_show_the_answer_by_the_types_own_card(
    client: Client, anna: User, stage: Model, key: str
) -> None:
    session = ended(key, anna, stage)
    task = session.tasks.get()
    answer = task.evaluation
    for path in ("", "/current", f"/comparison/{task.pk}"):
        html = _html(client, f"/judge/session/{session.pk}{path}")
        assert html.count('data-testid="winner"') == 1
        assert f'data-winner="{answer.verdict}"' in unescape(html)
        assert SHOWN[key] in html
        assert "letter letter-a" not in html
        assert "Seiten vertauscht" not in html
    assert "Sicherheit" in html
    assert session.prompt_hash in html


@pytest.mark.parametrize("key", TYPES)
def test_the_history_says_what_was_judged_and_how(client: Client, anna: User, stage: Model, key: str) -> None:
    session = ended(key, anna, stage)
    html = _html(client, f"/judge/session/{session.pk}").split('id="history-title"')[1]
    assert html.count('data-testid="history-row"') == 1
    assert "unentschieden" not in html.lower()
    assert VERDICTS.get(key, session.tasks.get().evaluation.verdict) in unescape(html)
    assert 'name="winner"' not in html
    assert "Vergleich" not in html


@pytest.mark.parametrize("key", TYPES)
def test_an_answer_that_arrives_is_labelled_in_the_types_words(
    client: Client, anna: User, stage: Model, key: str
) -> None:
    session = waiting(key, anna, stage)
    html = _html(client, f"/judge/session/{session.pk}")
    labels = json.loads(unescape(re.search(r'data-labels="([^"]*)"', html).group(1)))  # type: ignore[union-attr]
    assert labels == task_type(key).answer_names(session.scenario.config)
    assert labels["reasoning"] == "Begründung"
    client.cookies["django_language"] = "en"
    assert "No judgement has begun yet." in _html(client, f"/judge/session/{session.pk}")


def test_texts_to_judge_stand_in_the_order_of_the_repetition(
    client: Client, anna: User, stage: Model, fake_llm: FakeLLM
) -> None:
    session = ended("rating", anna, stage, judging=JudgePlan(repetitions=20))
    texts = ("Ein Betreff.", "Noch ein Betreff.")
    prompts = [call["body"]["messages"][-1]["content"] for call in fake_llm.calls()]
    asked = {tuple(sorted(texts, key=lambda text: prompt.index(f"\n{text}\n"))) for prompt in prompts}
    shown = set()
    for task in session.tasks.all():
        page = _html(client, f"/judge/session/{session.pk}/comparison/{task.pk}")
        part = page.split("features-shown")[1]
        shown.add(tuple(re.findall(r"(?:Noch ein|Ein) Betreff\.", part)[:2]))
    assert shown == asked
    assert len(shown) == 2


@pytest.mark.parametrize("key", TYPES)
def test_the_api_gives_the_session_and_its_judgements(
    client: Client, anna: User, stage: Model, key: str
) -> None:
    session = ended(key, anna, stage)
    task = session.tasks.get()
    base = f"/api/judge/sessions/{session.pk}"
    assert client.get("/api/judge/sessions").json()["results"][0]["completed_comparisons"] == 1
    assert client.get(base).json()["scenario_id"] == session.scenario_id
    for row in (
        client.get(f"{base}/comparisons").json()["results"][0],
        client.get(f"{base}/comparisons/{task.pk}").json(),
    ):
        assert row["winner"] == row["winner_shown"] == task.evaluation.verdict
    for call in ("queue", "current", "health"):
        assert client.get(f"{base}/{call}").status_code == 200


@pytest.mark.parametrize("key", TYPES)
def test_its_results_are_those_of_the_scenario(client: Client, anna: User, stage: Model, key: str) -> None:
    session = ended(key, anna, stage)
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


def test_what_it_took_is_shown(client: Client, anna: User, stage: Model) -> None:
    Model.objects.update(input_price=1000, output_price=1000)
    session = ended("authenticity", anna, stage)
    html = _html(client, f"/judge/session/{session.pk}/state")
    assert re.search(r'data-testid="attempts">\s*1\s*<', html)
    cost = re.search(r'data-testid="cost">\s*(\d+,\d+)\s*<', html)
    assert cost is not None and cost.group(1) != "0,0000"
    task = session.tasks.get()
    assert "Kosten" in _html(client, f"/judge/session/{session.pk}/comparison/{task.pk}")


@pytest.mark.parametrize("key", ["authenticity", "ranking"])
def test_the_buttons_work_as_for_comparisons(
    client: Client, anna: User, stage: Model, fake_llm: FakeLLM, key: str
) -> None:
    session = waiting(key, anna, stage)
    for step, status in (("start", "queued"), ("pause", "paused"), ("resume", "queued")):
        client.post(f"/judge/session/{session.pk}/do/{step}")
        session.refresh_from_db()
        assert session.status == status
    fake_llm.script(faults=[{"kind": "refusal"}])
    assert judged(session.scenario).status == "failed"
    html = _html(client, f"/judge/session/{session.pk}")
    assert 'data-testid="retry-failed"' in html
    assert "vom Modell verweigert" in html
    fake_llm.script()
    client.post(f"/judge/session/{session.pk}/do/retry-failed")
    assert judged(session.scenario).status == "completed"


def test_the_list_and_the_page_lead_to_the_scenario(client: Client, anna: User, stage: Model) -> None:
    session = ended("mail_rating", anna, stage)
    for path in ("/judge/sessions", f"/judge/session/{session.pk}"):
        assert f'href="/scenarios/{session.scenario_id}"' in _html(client, path)


def test_answers_made_elsewhere_are_shown_and_there_is_nothing_to_run(client: Client, anna: User) -> None:
    scenario = recorded_scenario(anna, items=3)
    session = scenario.sessions.get(model__name="claude")
    html = _html(client, f"/judge/session/{session.pk}")
    assert 'data-testid="recorded-note"' in html
    for button in ("start-session", "resume-session", "retry-failed"):
        assert f'data-testid="{button}"' not in html
    assert html.count('data-testid="history-row"') == 3
    assert "Version None" not in html
    for task in session.tasks.all():
        page = _html(client, f"/judge/session/{session.pk}/comparison/{task.pk}")
        assert "anderswo erfasst" in page
        assert "recorded_error" not in page
    assert client.post(f"/judge/session/{session.pk}/do/start").status_code == 409
    assert client.post(f"/judge/session/{session.pk}/do/retry-failed").status_code == 409
    assert client.get(f"/api/judge/sessions/{session.pk}").status_code == 200
    assert client.get(f"/api/judge/sessions/{session.pk}/comparisons").json()["count"] == 3


def test_deleting_a_models_session_leaves_the_scenario_to_its_people(
    client: Client, anna: User, ben: User, stage: Model
) -> None:
    session = ended("authenticity", anna, stage)
    scenario = session.scenario
    add_members(scenario, [MemberSpec("ben")])
    client.cookies["django_language"] = "en"
    assert "1 judgement" in _html(client, f"/judge/session/{session.pk}/delete")
    client.post(f"/judge/session/{session.pk}/delete")
    assert not JudgeSession.objects.filter(pk=session.pk).exists()
    assert Scenario.objects.get(pk=scenario.pk).items.count() == 1
    assert not scenario.evaluations.exists()


def test_a_session_over_pillars_takes_its_scenario_along_unless_people_were_added(
    client: Client, anna: User, ben: User, stage: Model, pillars: dict[int, Any]
) -> None:
    alone, shared = (make_session(anna, stage, session_name=name) for name in ("Allein", "Geteilt"))
    add_members(shared.scenario, [MemberSpec("ben")])
    for session in (alone, shared):
        client.post(f"/judge/session/{session.pk}/delete")
    assert list(Scenario.objects.values_list("name", flat=True)) == ["Geteilt"]


def test_a_comparisons_results_know_the_pillars_of_its_scenarios_items(
    client: Client, anna: User, stage: Model, pillars: dict[int, Any]
) -> None:
    data = {"pillar_ids": [1, 3]}
    body = {"name": "Paare", "task_type": "comparison", "data": data, "models": [stage.pk]}
    made = client.post("/api/scenarios", json.dumps(body), content_type="application/json")
    assert made.status_code == 201, made.content
    session = JudgeSession.objects.get(scenario=made.json()["id"])
    html = _html(client, f"/judge/session/{session.pk}/results")
    assert 'data-testid="matrix-cell-1-3"' in html


def test_nothing_but_the_types_folder_knows_what_a_comparisons_answer_is_made_of() -> None:
    knowing = [
        path.relative_to(ROOT)
        for folder, pattern in (
            ("evaluations", "*.py"),
            ("templates", "*.html"),
            ("llars/static/llars", "*.js"),
        )
        for path in (ROOT / folder).rglob(pattern)
        if PAYLOAD.search(path.read_text(encoding="utf-8"))
    ]
    own = ("evaluations/task_types/comparison/", "evaluations/llm/baseline/", "evaluations/migrations/")
    assert [str(path) for path in knowing if not str(path).startswith(own)] == []
