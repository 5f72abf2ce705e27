"""The pages of trial runs: asked for, waited for, looked at."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from evaluations.judging.trial_runner import run_trial
from evaluations.models import Item, Model, PromptTrial
from pillars.models import Pillar
from prompts.models import PromptTemplate
from prompts.services import save_version
from tests.evaluations.reports.scenarios import recorded_scenario
from tests.fake_llm.process import FakeLLM

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def prompt(anna: User, default_prompts: None) -> PromptTemplate:
    """The default prompt of comparisons, with a second version."""
    found = PromptTemplate.objects.get(task_type="comparison", language="de", is_default=True)
    save_version(
        found, system_text="Kurz.", user_text="{thread_a}\n\n{thread_b}\n\nBitte.", author=anna, note="x"
    )
    return found


@pytest.fixture
def page(anna: User) -> Client:
    """Anna at her browser."""
    client = Client()
    client.force_login(anna)
    return client


def _fields(prompt: PromptTemplate, model: Model, **fields: Any) -> dict[str, Any]:
    second, first = prompt.versions.order_by("-number")
    return {"first": first.pk, "second": second.pk, "model": model.pk} | fields


def test_a_trial_is_asked_for_and_its_answers_stand_side_by_side(
    page: Client, anna: User, prompt: PromptTemplate, judge_model: Model, fake_llm: FakeLLM
) -> None:
    faults = [{"kind": "refusal", "when": {"containing": "Bitte."}}]
    fake_llm.script(judge="longer", faults=faults)
    items = list(recorded_scenario(anna, items=2).items.order_by("position"))
    form = page.get(f"/prompts/{prompt.pk}/try").content.decode()
    assert form.count('name="items"') == 2
    posted = page.post(
        f"/prompts/{prompt.pk}/try", _fields(prompt, judge_model, items=[one.pk for one in items])
    )
    trial = PromptTrial.objects.get()
    assert posted["Location"] == f"/prompts/trials/{trial.pk}"
    waiting = page.get(posted["Location"]).content.decode()
    assert 'hx-trigger="every 2s"' in waiting

    run_trial(trial.pk, trial.token)
    html = page.get(f"/prompts/trials/{trial.pk}/state").content.decode()
    assert "hx-trigger" not in html
    assert html.count('data-testid="trial-card"') == 4
    assert html.count("vom Modell verweigert") == 2 * 2
    assert html.count("card-verdict") == 2
    assert "Kurz." not in page.get(f"/prompts/{prompt.pk}/diff?from=1&to=1").content.decode()
    listed = page.get(f"/prompts/{prompt.pk}").content.decode()
    assert f"/prompts/trials/{trial.pk}" in listed


@pytest.mark.parametrize(
    ("fields", "words"),
    [({}, "5 items"), ({"items": ["7"]}, "item"), ({"items": ["x"]}, "5 items"), ({"model": ""}, "model")],
)
def test_what_cannot_be_is_refused_and_the_choice_stays(
    page: Client,
    anna: User,
    prompt: PromptTemplate,
    judge_model: Model,
    pillars: dict[int, Pillar],
    fields: dict[str, Any],
    words: str,
) -> None:
    thread = pillars[1].threads.order_by("pk")[0]
    wanted = _fields(prompt, judge_model) | fields
    refused = page.post(f"/prompts/{prompt.pk}/try", wanted)
    html = refused.content.decode()
    assert refused.status_code == 400
    assert words in html[html.index('role="alert"') :].lower()
    assert f'value="{wanted["second"]}" selected' in " ".join(html.split())
    alone = page.post(f"/prompts/{prompt.pk}/try", wanted | {"thread_a": thread.pk})
    assert f'value="{thread.pk}" selected' in " ".join(alone.content.decode().split())
    assert not PromptTrial.objects.exists()


def test_a_trial_is_its_makers_alone(
    page: Client, anna: User, dora: User, prompt: PromptTemplate, judge_model: Model
) -> None:
    recorded_scenario(anna, items=1)
    page.post(f"/prompts/{prompt.pk}/try", _fields(prompt, judge_model, items=[Item.objects.get().pk]))
    trial = PromptTrial.objects.get()
    client = Client()
    client.force_login(dora)
    for path in ("", "/state"):
        assert page.get(f"/prompts/trials/{trial.pk}{path}").status_code == 200
        assert client.get(f"/prompts/trials/{trial.pk}{path}").status_code == 404
    assert f"/prompts/trials/{trial.pk}" not in client.get(f"/prompts/{prompt.pk}").content.decode()
