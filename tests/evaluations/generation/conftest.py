"""Anna, six short threads in pillar 1, an empty pillar 2, and a model that writes what a test lets it."""

from typing import Any

import pytest
from django.contrib.auth.models import User

from evaluations.judging.foreground import judge_in_foreground
from evaluations.models import JudgeSession, Model
from pillars.models import Pillar
from tests.evaluations.api.conftest import Caller, caller
from tests.fake_llm.process import FakeLLM
from tests.plain_static import plain_static

__all__ = ["plain_static"]

SUMMARY = "Die ratsuchende Person schläft schlecht und sucht Rat."


@pytest.fixture
def api(anna: User) -> Caller:
    """Anna's way to the API."""
    return caller(anna)


@pytest.fixture
def stage(
    pillars: dict[int, Pillar], default_prompts: None, judge_model: Model, fake_llm: FakeLLM
) -> dict[int, Pillar]:
    """Pillars 1, 3 and 5 with threads, pillar 2 without, the prompts, and a model that writes a summary."""
    Model.objects.filter(pk=judge_model.pk).update(input_price=1, output_price=10)
    fake_llm.script(answer={"content": SUMMARY})
    return pillars | {2: Pillar.objects.create(number=2, name="Feature aus Säule 1")}


def generated(api: Caller, pillar: int = 1, *, drained: bool = True, **fields: Any) -> JudgeSession:
    """A generation made over the API, drained in the foreground."""
    answer = api.call("post", f"judge/pillars/{pillar}/generate", {"type": "summary"} | fields)
    assert answer.status_code == 201, answer.content
    session = JudgeSession.objects.get(pk=answer.json()["id"])
    return judge_in_foreground(session) if drained else session
