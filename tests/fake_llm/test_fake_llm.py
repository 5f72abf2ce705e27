"""The fake server is the yardstick of other tests, so what it promises is tested itself."""

import asyncio
import json
import os
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any, cast

import openai
import pytest
from openai import AsyncOpenAI

from .answers import CRITERIA, STEPS, comparison_schema
from .conditions import drawn
from .faults import KINDS
from .judges import materials, random_winner
from .process import FakeLLM

SHORT = "BERATENDE PERSON: Guten Tag."
LONG = "RATSUCHENDE PERSON: Ich weiß nicht weiter.\n\nBERATENDE PERSON: Erzählen Sie."
STRICT = {
    "type": "json_schema",
    "json_schema": {"name": "comparison", "strict": True, "schema": comparison_schema()},
}
TOOL = {"type": "function", "function": {"name": "judge", "parameters": comparison_schema()}}


def prompt(text_a: str, text_b: str) -> str:
    return (
        f"Vergleiche beide.\n<<<MATERIAL-0a1b2c3d\n{text_a}\nMATERIAL-0a1b2c3d>>>\n"
        f"Verlauf B:\n<<<MATERIAL-99887766\n{text_b}\nMATERIAL-99887766>>>\nEntscheide."
    )


@pytest.fixture(scope="module")
def running() -> Iterator[FakeLLM]:
    with FakeLLM() as server:
        yield server


@pytest.fixture
def fake(running: FakeLLM) -> FakeLLM:
    running.reset()
    return running


@pytest.fixture
async def client(fake: FakeLLM) -> AsyncIterator[AsyncOpenAI]:
    async with AsyncOpenAI(base_url=fake.base_url, api_key="sk-test", max_retries=0, timeout=10) as client:
        yield client


async def ask(client: AsyncOpenAI, text_a: str = LONG, text_b: str = SHORT, **options: Any) -> Any:
    """Send a comparison in one piece and return the choice."""
    options.setdefault("response_format", STRICT)
    messages = [{"role": "user", "content": prompt(text_a, text_b)}]
    options.setdefault("messages", messages)
    answer = await client.chat.completions.create(model="fake-judge", **options)
    return answer.choices[0]


async def verdict(client: AsyncOpenAI, text_a: str, text_b: str) -> dict[str, Any]:
    return cast(dict[str, Any], json.loads((await ask(client, text_a, text_b)).message.content))


async def stream(client: AsyncOpenAI, **options: Any) -> list[Any]:
    chunks = await client.chat.completions.create(
        model="fake-judge",
        messages=[{"role": "user", "content": prompt(LONG, SHORT)}],
        stream=True,
        stream_options={"include_usage": True},
        **options,
    )
    return [chunk async for chunk in chunks]


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
    assert "Verlauf B überzeugt" in answer["final_justification"]
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
    assert answer["gut"]["feature_ids"] == ["f1", "f2", "f3"]
    assert answer["mittel"]["feature_ids"] == []
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


def scores_of(answer: Any) -> Any:
    return answer["criteria_scores"][CRITERIA[0]]["score_a"]


def is_json(text: str) -> bool:
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


@pytest.mark.parametrize(
    ("fault", "holds"),
    [
        ({"kind": "fence"}, lambda text: text.startswith("```json\n{") and text.endswith("}\n```")),
        ({"kind": "think"}, lambda text: is_json(text.split("</think>")[1]) and text.startswith("<think>")),
        ({"kind": "prose"}, lambda text: text.startswith("Gern") and text.endswith("}") and "\n\n{" in text),
        ({"kind": "trailing_comma"}, lambda text: text.endswith(",}") and not is_json(text)),
        ({"kind": "score_7"}, lambda text: scores_of(json.loads(text)) == 7),
        ({"kind": "score_string"}, lambda text: scores_of(json.loads(text)) == "4"),
        ({"kind": "score", "value": -3}, lambda text: scores_of(json.loads(text)) == -3),
        ({"kind": "confidence_85"}, lambda text: json.loads(text)["confidence"] == 85),
        ({"kind": "winner_verlauf_a"}, lambda text: json.loads(text)["winner"] == "Verlauf A"),
        ({"kind": "set", "path": ["winner"], "value": "a"}, lambda text: json.loads(text)["winner"] == "a"),
        ({"kind": "remove", "path": ["winner"]}, lambda text: "winner" not in json.loads(text)),
        ({"kind": "array"}, lambda text: json.loads(text)[0]["winner"] == "A"),
        ({"kind": "cut_json"}, lambda text: text.startswith("{") and not is_json(text)),
        ({"kind": "nan"}, lambda text: '"confidence": NaN' in text),
        ({"kind": "duplicate_key"}, lambda text: text.count('"winner": ') == 2 and is_json(text)),
        ({"kind": "prose_only"}, lambda text: "{" not in text and len(text) > 20),
        ({"kind": "refusal_text"}, lambda text: "nicht helfen" in text),
        ({"kind": "empty"}, lambda text: text == ""),
        ({"kind": "ignore_schema"}, lambda text: json.loads(text)["result"]["better"] == "A"),
        ({"kind": "ignore_schema", "form": "prose"}, lambda text: "{" not in text),
        ({"kind": "ignore_schema", "form": "fence"}, lambda text: text.startswith("```json")),
    ],
)
async def test_faults_of_the_text(
    fake: FakeLLM, client: AsyncOpenAI, fault: dict[str, Any], holds: Any
) -> None:
    fake.script(faults=[fault])
    choice = await ask(client)
    assert choice.finish_reason == "stop"
    assert holds(choice.message.content)
    assert fake.calls()[0]["faults"] == [fault["kind"]]


@pytest.mark.parametrize(
    ("fault", "status", "code"),
    [
        ({"kind": "reject_response_format"}, 400, None),
        ({"kind": "unauthorised"}, 401, "invalid_api_key"),
        ({"kind": "forbidden"}, 403, "forbidden"),
        ({"kind": "not_found"}, 404, "model_not_found"),
        ({"kind": "content_filter_400"}, 400, "content_filter"),
        ({"kind": "context_length_400"}, 400, "context_length_exceeded"),
        ({"kind": "rate_limit", "retry_after": 2}, 429, "rate_limit_exceeded"),
        ({"kind": "quota"}, 429, "insufficient_quota"),
        ({"kind": "status", "code": 503}, 503, None),
        ({"kind": "status", "code": 502, "html": True}, 502, None),
    ],
)
async def test_errors(
    fake: FakeLLM, client: AsyncOpenAI, fault: dict[str, Any], status: int, code: str | None
) -> None:
    fake.script(faults=[fault])
    with pytest.raises(openai.APIStatusError) as caught:
        await ask(client)
    assert caught.value.status_code == status
    assert caught.value.code == code
    assert caught.value.response.headers.get("retry-after") == ("2" if "retry_after" in fault else None)
    assert fake.calls()[0]["outcome"] == f"http_{status}"


async def test_refused_modes_leave_the_others(fake: FakeLLM, client: AsyncOpenAI) -> None:
    fake.script(faults=[{"kind": "reject_response_format", "modes": ["json_schema", "tools"]}])
    with pytest.raises(openai.BadRequestError):
        await ask(client)
    with pytest.raises(openai.BadRequestError):
        await ask(client, response_format=openai.omit, tools=[TOOL])
    assert await ask(client, response_format={"type": "json_object"})
    assert [call["mode"] for call in fake.calls()] == ["json_schema", "tools", "json_object"]


async def test_a_cut_answer_is_whole_once_the_limit_is_high_enough(
    fake: FakeLLM, client: AsyncOpenAI
) -> None:
    fake.script(faults=[{"kind": "length", "until_max_tokens": 4000}])
    cut = await ask(client, max_tokens=1000)
    assert cut.finish_reason == "length"
    assert not is_json(cut.message.content)
    for name in ("max_tokens", "max_completion_tokens"):
        enough: dict[str, Any] = {name: 4000}
        whole = await ask(client, **enough)
        assert whole.finish_reason == "stop"
        assert is_json(whole.message.content)


async def test_reasoning_eats_the_limit(fake: FakeLLM, client: AsyncOpenAI) -> None:
    fake.script(faults=[{"kind": "length", "at": 0, "reasoning": True}])
    choice = await ask(client)
    assert (choice.message.content, choice.finish_reason) == ("", "length")
    assert choice.message.reasoning_content


async def test_the_answer_in_the_reasoning_field(fake: FakeLLM, client: AsyncOpenAI) -> None:
    fake.script(faults=[{"kind": "reasoning_content"}])
    message = (await ask(client)).message
    assert message.content is None
    assert json.loads(message.reasoning_content)["winner"] == "A"
    deltas = [
        chunk.choices[0].delta for chunk in await stream(client, response_format=STRICT) if chunk.choices
    ]
    text = "".join(getattr(delta, "reasoning_content", None) or "" for delta in deltas)
    assert json.loads(text)["winner"] == "A"
    assert all(delta.content is None for delta in deltas)


async def test_a_refusal_goes_in_its_own_field(fake: FakeLLM, client: AsyncOpenAI) -> None:
    fake.script(faults=[{"kind": "refusal"}])
    message = (await ask(client)).message
    assert message.content is None
    assert "nicht helfen" in message.refusal
    deltas = [
        chunk.choices[0].delta for chunk in await stream(client, response_format=STRICT) if chunk.choices
    ]
    assert "".join(delta.refusal or "" for delta in deltas) == message.refusal


async def test_content_filter_and_missing_usage(fake: FakeLLM, client: AsyncOpenAI) -> None:
    fake.script(faults=[{"kind": "content_filter_finish"}, {"kind": "no_usage"}])
    chunks = await stream(client, response_format=STRICT)
    assert chunks[-1].choices[0].finish_reason == "content_filter"
    assert all(chunk.usage is None for chunk in chunks)


@pytest.mark.parametrize("after", [2, 0, -1])
async def test_a_dropped_connection(fake: FakeLLM, client: AsyncOpenAI, after: int) -> None:
    fake.script(faults=[{"kind": "drop", "after": after}])
    received = []
    with pytest.raises(openai.APIConnectionError):
        chunks = await client.chat.completions.create(
            model="fake-judge", messages=[{"role": "user", "content": prompt(LONG, SHORT)}], stream=True
        )
        async for chunk in chunks:
            received.append(chunk)
    assert len(received) == max(0, after)
    fake.wait_for(finished=1)
    assert fake.calls()[0]["outcome"] == "dropped"


async def test_a_stalled_stream_lasts_until_the_client_leaves(fake: FakeLLM, client: AsyncOpenAI) -> None:
    fake.script(faults=[{"kind": "stall", "after": 3, "when": {"containing": "stillsteht"}}])
    chunks = await client.chat.completions.create(
        model="fake-judge",
        messages=[{"role": "user", "content": prompt("stillsteht", SHORT)}],
        stream=True,
    )
    received = [await anext(chunks) for _ in range(3)]
    assert all(chunk.choices[0].delta.content for chunk in received)
    assert fake.summary()["in_flight"] == 1
    await chunks.close()
    fake.wait_for(finished=1)
    assert fake.calls()[0]["outcome"] == "stalled"


async def test_an_error_amid_the_stream(fake: FakeLLM, client: AsyncOpenAI) -> None:
    fake.script(faults=[{"kind": "stream_error"}])
    with pytest.raises(openai.APIError, match="upstream failed"):
        await stream(client, response_format=STRICT)
    assert fake.calls()[0]["outcome"] == "stream_error"


async def struck(fake: FakeLLM, client: AsyncOpenAI, when: dict[str, Any], calls: int) -> list[int]:
    """Return the numbers of those calls that the condition picked."""
    fake.script(faults=[{"kind": "fence", "when": when}])
    for _ in range(calls):
        await ask(client)
    return [number for number, call in enumerate(fake.calls()[-calls:], 1) if call["faults"]]


async def test_conditions_pick_calls_by_number_since_the_script(fake: FakeLLM, client: AsyncOpenAI) -> None:
    assert await struck(fake, client, {"every": 3}, 7) == [3, 6]
    assert await struck(fake, client, {"first": 2}, 4) == [1, 2]
    assert await struck(fake, client, {"after": 2}, 4) == [3, 4]
    assert await struck(fake, client, {"calls": [3, 1]}, 4) == [1, 3]
    assert await struck(fake, client, {"always": True}, 2) == [1, 2]
    assert await struck(fake, client, {}, 2) == [1, 2]
    assert await struck(fake, client, {"once_per_prompt": True}, 3) == [1]
    assert await struck(fake, client, {"per_prompt": 2, "after": 1}, 4) == [2, 3]
    assert await struck(fake, client, {"mode": "tools"}, 2) == []
    assert await struck(fake, client, {"over_chars": 10_000}, 2) == []
    expected = [number for number in range(1, 31) if drawn(0.2, 5, number)]
    assert await struck(fake, client, {"share": 0.2, "seed": 5}, 30) == expected
    assert 1 <= len(expected) <= 12


async def test_once_per_prompt_knows_a_correction_as_the_same_prompt(
    fake: FakeLLM, client: AsyncOpenAI
) -> None:
    fake.script(faults=[{"kind": "array", "when": {"once_per_prompt": True}}])
    for text in ("eins", "zwei"):
        first = {"role": "user", "content": prompt(text, SHORT)}
        bad = (await ask(client, messages=[first])).message.content
        assert bad.startswith("[")
        correction = [{"role": "assistant", "content": bad}, {"role": "user", "content": "Kein Objekt."}]
        renewed = {"role": "user", "content": first["content"].replace("0a1b2c3d", "beef")}
        assert (await ask(client, messages=[renewed, *correction])).message.content.startswith("{")


async def test_faults_combine_in_stages(fake: FakeLLM, client: AsyncOpenAI) -> None:
    fake.script(faults=[{"kind": "fence"}, {"kind": "score_7"}, {"kind": "think"}])
    text = (await ask(client)).message.content
    assert text.startswith("<think>")
    assert scores_of(json.loads(text.split("```json")[1].strip("`\n"))) == 7


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


def test_every_fault_is_in_the_readme() -> None:
    text = Path(__file__).with_name("README.md").read_text()
    assert [kind for kind in KINDS if f"`{kind}`" not in text] == []
