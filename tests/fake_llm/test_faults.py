"""Each fault does what its name says, when its condition says, and the log tells it."""

import json
from typing import Any

import openai
import pytest
from openai import AsyncOpenAI

from .answers import CRITERIA
from .conditions import drawn
from .process import FakeLLM
from .support import LONG, SHORT, STRICT, TOOL, ask, prompt, stream


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
