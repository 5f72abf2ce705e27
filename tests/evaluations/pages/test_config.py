"""Planning a session: the estimate, what is wrong beside the fields, and the way without JavaScript."""

from typing import Any

import pytest
from django.contrib.auth.models import User

from evaluations.models import JudgeSession, Model
from prompts.models import PromptTemplate
from tests.evaluations.pages.conftest import As


@pytest.fixture
def plan(stage: Model) -> dict[str, Any]:
    """What the form sends as it stands, with three pillars chosen."""
    prompt = PromptTemplate.objects.get(is_default=True, language="de", task_type="comparison")
    return {
        "pillar_ids": ["1", "3", "5"],
        "comparison_mode": "pillar_sample",
        "samples_per_pillar": "5",
        "max_threads_per_pillar": "",
        "position_swap": "on",
        "repetitions_per_pair": "1",
        "session_name": "",
        "model_id": str(stage.pk),
        "prompt_template_id": str(prompt.pk),
        "temperature": "0",
        "worker_count": "1",
        "seed": "",
    }


def test_the_form_offers_each_pillar_with_its_threads(anna: User, stage: Model, logged_in: As) -> None:
    text = logged_in(anna).get("/judge/config").content.decode()
    assert 'data-testid="pillar-3"' in text
    assert "6 Verläufe" in text
    assert 'data-testid="create-session"' in text


def test_the_estimate_fragment_counts_pairs_and_calls_and_writes_nothing(
    anna: User, plan: dict[str, Any], logged_in: As
) -> None:
    text = logged_in(anna).post("/judge/config/estimate", plan).content.decode()
    assert '<strong data-testid="estimate-total">30</strong>' in text
    assert "1 – 3" in text
    assert "<html" not in text
    assert not JudgeSession.objects.exists()


def test_without_javascript_a_button_estimates_and_keeps_the_form(
    anna: User, plan: dict[str, Any], logged_in: As
) -> None:
    sent = plan | {"only_estimate": "1", "session_name": "Mein Name"}
    text = logged_in(anna).post("/judge/config", sent).content.decode()
    assert '<strong data-testid="estimate-total">30</strong>' in text
    assert 'value="Mein Name"' in text
    assert not JudgeSession.objects.exists()


def test_creating_starts_and_goes_to_the_live_page(anna: User, plan: dict[str, Any], logged_in: As) -> None:
    answer = logged_in(anna).post("/judge/config", plan, follow=True)
    session = JudgeSession.objects.get()
    assert answer.redirect_chain == [(f"/judge/session/{session.pk}", 302)]
    assert session.status == JudgeSession.Status.QUEUED
    assert session.tasks.count() == 30
    assert "Säulen 1, 3, 5" in session.name
    assert "angelegt und gestartet" in answer.content.decode()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"pillar_ids": []}, "Bitte die Säulen wählen"),
        ({"pillar_ids": ["1"]}, "mindestens 2 Säulen"),
        ({"samples_per_pillar": "0"}, "größer oder gleich 1"),
        ({"temperature": "3"}, "kleiner oder gleich 2"),
        ({"seed": "abc"}, "ganze Zahl"),
    ],
)
def test_what_is_wrong_stands_beside_the_field_and_nothing_is_lost(
    change: dict[str, Any], said: str, anna: User, plan: dict[str, Any], logged_in: As
) -> None:
    answer = logged_in(anna).post("/judge/config", plan | {"session_name": "Bleibt hier"} | change)
    text = answer.content.decode()
    assert answer.status_code == 422
    assert said in text
    assert 'value="Bleibt hier"' in text
    assert not JudgeSession.objects.exists()


def test_free_for_all_needs_one_pillar_alone(anna: User, plan: dict[str, Any], logged_in: As) -> None:
    sent = plan | {"pillar_ids": ["1"], "comparison_mode": "free_for_all"}
    text = logged_in(anna).post("/judge/config/estimate", sent).content.decode()
    assert '<strong data-testid="estimate-total">30</strong>' in text


def test_the_prompt_in_the_readers_language_is_offered_first(anna: User, stage: Model, logged_in: As) -> None:
    client = logged_in(anna)
    client.post("/language", {"language": "en"})
    english = PromptTemplate.objects.get(is_default=True, language="en", task_type="comparison")
    text = client.get("/judge/config").content.decode()
    assert f'<option value="{english.pk}" selected>' in text
