"""Calls to OpenAI-compatible endpoints, streamed, through the openai SDK.

The SDK carries the call, its time limits and its errors. The pieces of a stream are taken as plain
dictionaries: making the SDK's objects of them would cost more than all the rest of a call, and what
endpoints send fits their types only roughly.
"""

import asyncio
from typing import Any

import httpx2
import openai
from django.utils.translation import gettext as _

from evaluations.llm import output_modes
from evaluations.llm.adapter import Call, Memory, ModelSettings, OnChunk, Reply
from evaluations.llm.failures import CallFailed, FailureCode, Usage
from evaluations.llm.hosts import transport_for
from evaluations.llm.openai_errors import failure_of, refused_field
from evaluations.llm.tokens import estimate_tokens

_NO_KEY = "none"
_CONNECT_TIMEOUT_S = 10.0


class OpenAIAdapter:
    """Calls one model; keeps its connections for the life of an event loop."""

    def __init__(self, model: ModelSettings, memory: Memory) -> None:
        self._model = model
        self._memory = memory
        limits = httpx2.Limits(max_connections=None, max_keepalive_connections=model.max_in_flight)
        self._client = openai.AsyncOpenAI(
            base_url=model.base_url,
            api_key=model.api_key or _NO_KEY,
            max_retries=0,
            timeout=openai.Timeout(model.timeout_s, connect=_CONNECT_TIMEOUT_S),
            http_client=openai.DefaultAsyncHttpxClient(
                follow_redirects=False,
                trust_env=False,
                transport=transport_for(model, limits),
            ),
        )

    async def close(self) -> None:
        """Close the connections."""
        await self._client.close()

    async def send(self, call: Call, *, on_chunk: OnChunk | None) -> Reply:
        """Make the call within the model's total time limit."""
        collected = _Collected()
        try:
            async with asyncio.timeout(self._model.timeout_s):
                await self._stream(call, collected, on_chunk)
        except TimeoutError:
            raise CallFailed(
                FailureCode.TIMED_OUT,
                _("No complete answer within %(seconds)s seconds.") % {"seconds": self._model.timeout_s},
                raw_text=collected.text,
                usage=collected.usage(call),
            ) from None
        except (openai.OpenAIError, httpx2.HTTPError) as error:
            usage = collected.usage_so_far(call)
            key = self._model.api_key
            raise failure_of(error, raw_text=collected.text, usage=usage, key=key) from None
        return collected.reply(call)

    async def _stream(self, call: Call, collected: "_Collected", on_chunk: OnChunk | None) -> None:
        """Open the stream and read it; fields that the endpoint refuses are left out from then on."""
        while True:
            try:
                stream = await self._client.post(
                    "/chat/completions",
                    body=self._fields(call),
                    cast_to=object,
                    stream=True,
                    stream_cls=openai.AsyncStream[object],
                )
                break
            except (openai.BadRequestError, openai.UnprocessableEntityError) as error:
                field = refused_field(error, already=self._memory.dropped)
                if field is None:
                    raise
                self._memory.dropped.add(field)
        async with stream:
            async for chunk in stream:
                text = collected.add(chunk)
                if text and on_chunk is not None:
                    on_chunk(text)

    def _fields(self, call: Call) -> dict[str, Any]:
        dropped = self._memory.dropped
        limit = "max_completion_tokens" if "max_tokens" in dropped else "max_tokens"
        fields: dict[str, Any] = {
            "model": self._model.name,
            "messages": output_modes.messages(call),
            "stream": True,
            "stream_options": {"include_usage": True},
            "temperature": call.request.temperature,
            "seed": call.request.seed,
            limit: call.max_output_tokens,
            **output_modes.request_fields(call),
        }
        sent = {key: value for key, value in fields.items() if value is not None and key not in dropped}
        return sent | self._model.extra_body


class _Collected:
    """What a stream has brought so far."""

    def __init__(self) -> None:
        self._content: list[str] = []
        self._arguments: list[str] = []
        self._thoughts: list[str] = []
        self._refusal: list[str] = []
        self._finish = ""
        self._version = ""
        self._usage: Usage | None = None

    @property
    def text(self) -> str:
        """The answer: the content, else a tool call's arguments, else what stands where thoughts should."""
        for parts in (self._content, self._arguments, self._thoughts):
            text = "".join(parts)
            if text.strip():
                return text
        return ""

    def add(self, chunk: object) -> str:
        """Take one piece as it was sent; return its visible text. Values of a wrong type are left out."""
        if not isinstance(chunk, dict):
            return ""
        self._version = _text(chunk.get("model")) or self._version
        self._usage = _reported(chunk.get("usage")) or self._usage
        choice = _first(chunk.get("choices"))
        self._finish = _text(choice.get("finish_reason")) or self._finish
        delta = choice.get("delta")
        if not isinstance(delta, dict):
            return ""
        content, arguments = _text(delta.get("content")), _arguments(delta.get("tool_calls"))
        for parts, text in (
            (self._content, content),
            (self._arguments, arguments),
            (self._thoughts, _text(delta.get("reasoning_content")) or _text(delta.get("reasoning"))),
            (self._refusal, _text(delta.get("refusal"))),
        ):
            if text:
                parts.append(text)
        return content + arguments

    def usage(self, call: Call) -> Usage:
        """The tokens reported, else an estimate from the texts."""
        if self._usage is not None:
            return self._usage
        prompt = sum(estimate_tokens(message["content"]) for message in output_modes.messages(call))
        return Usage(prompt, estimate_tokens(self.text), estimated=True)

    def usage_so_far(self, call: Call) -> Usage:
        """The tokens of a call that broke off: none where nothing had come yet."""
        return self.usage(call) if self._usage is not None or self.text else Usage()

    def reply(self, call: Call) -> Reply:
        """The whole reply."""
        return Reply(
            text=self.text,
            finish=self._finish,
            refusal="".join(self._refusal),
            usage=self.usage(call),
            model_version=self._version,
        )


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _first(choices: object) -> dict[str, Any]:
    first = choices[0] if isinstance(choices, list) and choices else None
    return first if isinstance(first, dict) else {}


def _arguments(tool_calls: object) -> str:
    if not isinstance(tool_calls, list):
        return ""
    functions = [call.get("function") for call in tool_calls if isinstance(call, dict)]
    return "".join(_text(function.get("arguments")) for function in functions if isinstance(function, dict))


def _reported(usage: object) -> Usage | None:
    if not isinstance(usage, dict):
        return None
    tokens = [usage.get("prompt_tokens"), usage.get("completion_tokens")]
    prompt, completion = (value if isinstance(value, int) else 0 for value in tokens)
    return Usage(prompt, completion)
