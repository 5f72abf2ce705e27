"""The fake server is the yardstick of other tests, so what it promises is tested itself."""

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import openai
import pytest
from openai import AsyncOpenAI

from .answers import CRITERIA, STEPS, comparison_schema
from .faults import KINDS
from .judges import materials, random_winner
from .process import ROOT, FakeLLM
from .support import LONG, SHORT, STRICT, TOOL, ask, prompt, stream, verdict


def test_material_ends_at_its_own_mark_only() -> None:
    inner = "x\n<<<MATERIAL-ffff\nMATERIAL-99887766>>>\n MATERIAL-0a1b2c3d>>>\nMATERIAL-0a1b2c3d>>> y"
    assert materials(prompt(inner, "")) == [inner, ""]
    assert materials("between <<<MATERIAL-12 and MATERIAL-12>>> in a sentence") == []


@pytest.mark.parametrize(
    ("judge", "expected"),
    [
        ("always_a", ["A", "A", "A"]),
        ("always_b", ["B", "B", "B"]),
        ("tie", ["TIE", "TIE", "TIE"]),
        ("longer", ["A", "B", "TIE"]),
        ("shorter", ["B", "A", "TIE"]),
    ],
)
async def test_judges(fake: FakeLLM, client: AsyncOpenAI, judge: str, expected: list[str]) -> None:
    fake.script(judge=judge)
    pairs = [(LONG, SHORT), (SHORT, LONG), (SHORT, SHORT)]
    assert [(await verdict(client, *pair))["winner"] for pair in pairs] == expected


async def test_random_judge_can_be_recomputed_and_uses_all_verdicts(
    fake: FakeLLM, client: AsyncOpenAI
) -> None:
    fake.script(judge="random", seed=7)
    pairs = [(f"Text {number}", "Gegenstück") for number in range(20)]
    seen = [(await verdict(client, *pair))["winner"] for pair in pairs]
    assert seen == [random_winner(7, *pair) for pair in pairs]
    assert set(seen) == {"A", "B", "TIE"}
    assert seen != [random_winner(8, *pair) for pair in pairs]


async def test_contradictory_judge_reasons_for_the_other(fake: FakeLLM, client: AsyncOpenAI) -> None:
    fake.script(judge="contradictory")
    answer = await verdict(client, LONG, SHORT)
    assert answer["winner"] == "A"
    assert "Verlauf B ist überzeugender" in answer["final_justification"]
    assert all(scores["score_b"] > scores["score_a"] for scores in answer["criteria_scores"].values())


async def test_a_comparing_judge_without_texts_says_so(fake: FakeLLM, client: AsyncOpenAI) -> None:
    with pytest.raises(openai.BadRequestError, match="two fenced texts"):
        await ask(client, messages=[{"role": "user", "content": "Vergleiche A und B."}])


async def test_the_answer_follows_the_schema_and_its_order(fake: FakeLLM, client: AsyncOpenAI) -> None:
    schema = comparison_schema(["klarheit", "wärme"])
    form = {"type": "json_schema", "json_schema": {"name": "c", "strict": True, "schema": schema}}
    content = (await ask(client, response_format=form)).message.content
    answer = json.loads(content)
    assert list(answer) == [
        "chain_of_thought",
        "criteria_scores",
        "final_justification",
        "winner",
        "confidence",
    ]
    assert list(answer["chain_of_thought"]) == list(STEPS)
    assert list(answer["criteria_scores"]) == ["klarheit", "wärme"]
    assert answer["criteria_scores"]["wärme"]["score_a"] == 4
    assert all(len(text) >= 60 for text in answer["chain_of_thought"].values())
    assert "Verläufe" in content


@pytest.mark.parametrize(
    "options", [{"response_format": {"type": "json_object"}}, {"response_format": openai.omit}]
)
async def test_without_a_schema_the_default_criteria_are_scored(
    fake: FakeLLM, client: AsyncOpenAI, options: dict[str, Any]
) -> None:
    answer = json.loads((await ask(client, **options)).message.content)
    assert list(answer["criteria_scores"]) == list(CRITERIA)


async def test_a_tie_that_the_schema_forbids_becomes_its_first_label(
    fake: FakeLLM, client: AsyncOpenAI
) -> None:
    schema = comparison_schema()
    schema["properties"]["winner"] = {"enum": ["A", "B"]}
    fake.script(judge="tie")
    form = {"type": "json_schema", "json_schema": {"name": "c", "strict": True, "schema": schema}}
    assert json.loads((await ask(client, response_format=form)).message.content)["winner"] == "A"
    assert fake.calls()[0]["winner"] == "A"


async def test_a_plain_question_gets_a_plain_answer(fake: FakeLLM, client: AsyncOpenAI) -> None:
    choice = await ask(
        client, messages=[{"role": "user", "content": "Bist du da?"}], response_format=openai.omit
    )
    assert choice.message.content == "OK"


async def test_streamed_pieces_join_to_the_whole_answer_with_usage_last(
    fake: FakeLLM, client: AsyncOpenAI
) -> None:
    fake.script(chunks=5, latency_ms=5, tokens={"prompt": 100, "completion": 50})
    chunks = await stream(client, response_format=STRICT)
    pieces = [chunk.choices[0].delta.content for chunk in chunks if chunk.choices]
    assert len([piece for piece in pieces if piece]) == 5
    whole = (await ask(client)).message.content
    assert "".join(piece or "" for piece in pieces) == whole
    assert chunks[-2].choices[0].finish_reason == "stop"
    assert chunks[-1].usage.total_tokens == 150


@pytest.mark.parametrize(
    ("choice", "finish"),
    [("auto", "tool_calls"), ({"type": "function", "function": {"name": "judge"}}, "stop")],
)
async def test_tools_get_the_answer_as_argument_deltas(
    fake: FakeLLM, client: AsyncOpenAI, choice: Any, finish: str
) -> None:
    chunks = await stream(client, tools=[TOOL], tool_choice=choice)
    deltas = [call for chunk in chunks if chunk.choices for call in chunk.choices[0].delta.tool_calls or ()]
    assert deltas[0].function.name == "judge"
    assert json.loads("".join(delta.function.arguments for delta in deltas))["winner"] == "A"
    assert chunks[-2].choices[0].finish_reason == finish
    message = (await ask(client, tools=[TOOL], tool_choice=choice, response_format=openai.omit)).message
    assert json.loads(message.tool_calls[0].function.arguments)["winner"] == "A"
    assert message.content is None


async def test_reasons_are_padded_to_the_size_asked(fake: FakeLLM, client: AsyncOpenAI) -> None:
    fake.script(reasoning_chars=4000)
    answer = await verdict(client, LONG, SHORT)
    texts = [
        *answer["chain_of_thought"].values(),
        *(scores["reasoning"] for scores in answer["criteria_scores"].values()),
        answer["final_justification"],
    ]
    assert sum(map(len, texts)) == 4000
    assert max(map(len, texts)) < 2000


async def test_other_schemas_are_filled_within_their_bounds(fake: FakeLLM, client: AsyncOpenAI) -> None:
    ids = {"type": "string", "enum": ["f1", "f2", "f3"]}
    bucket = {
        "type": "object",
        "properties": {"feature_ids": {"type": "array", "items": ids}, "reasoning": {"$ref": "#/$defs/text"}},
    }
    rating = {
        "type": "object",
        "properties": {"feature_id": ids, "rating": {"type": "integer", "minimum": 1, "maximum": 7}},
    }
    schema = {
        "$defs": {"text": {"type": "string", "maxLength": 40}},
        "type": "object",
        "properties": {
            "gut": bucket,
            "mittel": bucket,
            "ratings": {"type": "array", "items": rating},
            "vote": {"enum": ["real", "fake"]},
            "note": {"anyOf": [{"type": "null"}, {"type": "string"}]},
            "strengths": {"type": "array", "items": {"type": "string"}, "minItems": 3},
            "key_phrases": {"type": "array", "items": {"type": "string"}},
            "confidence": {"type": "number"},
            "sure": {"type": "boolean"},
        },
    }
    form = {"type": "json_schema", "json_schema": {"name": "s", "schema": schema}}
    answer = json.loads((await ask(client, response_format=form)).message.content)
    assert answer["gut"]["feature_ids"] == ["f1", "f3"]
    assert answer["mittel"]["feature_ids"] == ["f2"]
    assert len(answer["gut"]["reasoning"]) == 40
    assert answer["ratings"] == [{"feature_id": one, "rating": 4} for one in ("f1", "f2", "f3")]
    assert answer["vote"] == "real"
    assert isinstance(answer["note"], str)
    assert len(answer["strengths"]) == 3
    assert all(phrase in LONG for phrase in answer["key_phrases"])
    assert 0 <= answer["confidence"] <= 1
    assert answer["sure"] is True


async def test_strict_mode_refuses_an_open_schema(fake: FakeLLM, client: AsyncOpenAI) -> None:
    open_schema = {**comparison_schema(), "additionalProperties": True}
    form = {"type": "json_schema", "json_schema": {"name": "c", "strict": True, "schema": open_schema}}
    with pytest.raises(openai.BadRequestError, match="additionalProperties"):
        await ask(client, response_format=form)
    fake.script(strict_schemas=False)
    assert await ask(client, response_format=form)


async def test_models_and_keys(fake: FakeLLM, client: AsyncOpenAI) -> None:
    fake.script(models=["klein", "groß"], keys=["sk-test"])
    assert [model.id async for model in client.models.list()] == ["klein", "groß"]
    assert await ask(client)
    fake.script(keys=["sk-other"])
    with pytest.raises(openai.AuthenticationError):
        await ask(client)


async def test_held_calls_are_counted_and_released(fake: FakeLLM, client: AsyncOpenAI) -> None:
    fake.script(faults=[{"kind": "hold"}])
    asked = [asyncio.create_task(ask(client)) for _ in range(3)]
    await asyncio.to_thread(fake.wait_for, in_flight=3)
    fake.release()
    assert {(await task).finish_reason for task in asked} == {"stop"}
    assert fake.summary() == {"count": 3, "finished": 3, "in_flight": 0, "max_in_flight": 3}
    with pytest.raises(TimeoutError):
        fake.wait_for(finished=4, timeout=0)


async def test_calls_tell_what_was_received(fake: FakeLLM, client: AsyncOpenAI) -> None:
    fake.script(judge="always_b")
    await ask(client, temperature=0.5)
    call = fake.calls()[0]
    assert call["body"]["temperature"] == 0.5
    assert call["body"]["messages"][0]["content"] == prompt(LONG, SHORT)
    assert (call["outcome"], call["status"], call["winner"]) == ("ok", 200, "B")
    assert (call["model"], call["mode"], call["key"]) == ("fake-judge", "json_schema", "sk-test")
    assert call["started"] <= call["ended"]
    fake.script(keep_bodies=False)
    await ask(client)
    assert [call["body"] is None for call in fake.calls()] == [False, True]
    fake.reset()
    assert fake.calls() == []


async def test_a_reset_ends_stalled_calls_and_forgets_them(fake: FakeLLM, client: AsyncOpenAI) -> None:
    fake.script(faults=[{"kind": "stall", "after": -1}])
    asked = asyncio.create_task(ask(client))
    await asyncio.to_thread(fake.wait_for, in_flight=1)
    fake.reset()
    with pytest.raises(openai.APIConnectionError):
        await asked
    assert fake.summary()["count"] == 0


@pytest.mark.parametrize(
    ("script", "named"),
    [
        ({"judge": "fair"}, "fair"),
        ({"jugde": "tie"}, "jugde"),
        ({"faults": [{"kind": "gremlin"}]}, "gremlin"),
        ({"faults": [{"kind": "fence", "when": {"sometimes": 1}}]}, "sometimes"),
        ({"faults": [{"kind": "fence", "width": 1}]}, "width"),
        ({"faults": [{"kind": "ignore_schema", "modes": ["xml"]}]}, "xml"),
    ],
)
def test_a_mistyped_script_is_refused_by_name(fake: FakeLLM, script: dict[str, Any], named: str) -> None:
    with pytest.raises(ValueError, match=named):
        fake.script(**script)


def test_the_process_ends_with_its_context() -> None:
    with FakeLLM(judge="tie") as server:
        pid = server.pid
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_the_process_ends_when_whoever_started_it_is_gone() -> None:
    command = [sys.executable, "-m", "tests.fake_llm", "--exit-with-stdin"]
    ended = subprocess.run(command, cwd=ROOT, input=b"", capture_output=True, timeout=30, check=True)
    assert ended.stdout.startswith(b"listening on http://127.0.0.1:")


def test_every_fault_is_in_the_readme() -> None:
    text = Path(__file__).with_name("README.md").read_text()
    assert [kind for kind in KINDS if f"`{kind}`" not in text] == []
