"""How a reply looks on the wire: Server-Sent Events, one JSON body, or an error."""

import json
import time
from functools import lru_cache
from typing import Any

from aiohttp import web

from .chat_request import ChatRequest
from .reply import HttpError, Reply

DONE = b"data: [DONE]\n\n"


@lru_cache(maxsize=1024)
def fragments(text: str, pieces: int) -> tuple[bytes, ...]:
    """Cut a text into at most `pieces` nearly equal parts, each as JSON string."""
    size = max(1, -(-len(text) // pieces))
    return tuple(
        json.dumps(text[start : start + size], ensure_ascii=False).encode()
        for start in range(0, len(text), size)
    )


def usage(request: ChatRequest, reply: Reply, tokens: dict[str, int]) -> dict[str, Any]:
    """Return the token counts: those of the script, else a quarter of the characters."""
    said = tokens.get("completion", max(1, (len(reply.text) + len(reply.reasoning)) // 4))
    asked = tokens.get("prompt", max(1, request.chars // 4))
    counts: dict[str, Any] = {"prompt_tokens": asked, "completion_tokens": said, "total_tokens": asked + said}
    if "reasoning" in tokens:
        counts["completion_tokens_details"] = {"reasoning_tokens": tokens["reasoning"]}
    if "cached" in tokens:
        counts["prompt_tokens_details"] = {"cached_tokens": tokens["cached"]}
    return counts


def finish_reason(request: ChatRequest, reply: Reply) -> str:
    """Return the finish reason: `tool_calls` for a tool that the model chose itself, not for a forced one."""
    if reply.channel == "tool" and reply.finish == "stop" and not request.forced_tool:
        return "tool_calls"
    return reply.finish


def events(
    request: ChatRequest, reply: Reply, number: int, pieces: int, tokens: dict[str, int]
) -> tuple[list[bytes], bytes]:
    """Return the events that carry the answer, and the bytes that end it (finish reason, usage, done)."""
    model = json.dumps(request.model)
    head = (
        f'data: {{"id":"chatcmpl-{number}","object":"chat.completion.chunk",'
        f'"created":{int(time.time())},"model":{model},'
    ).encode()
    start = head + b'"choices":[{"index":0,"delta":{'
    end = b'},"finish_reason":null}]}\n\n'
    field = reply.reasoning_field.encode()
    carried = [
        start + b'"' + field + b'":' + part + end
        for part in (fragments(reply.reasoning, pieces) if reply.reasoning else ())
    ]
    before, after = _wrapping(request, reply, number)
    parts = fragments(reply.text, pieces) if reply.channel != "none" else ()
    if reply.channel == "tool":
        carried.append(start + _tool_opening(request, number) + end)
    carried += [start + before + part + after + end for part in parts]
    if not carried:
        carried.append(start + b'"content":""' + end)
    carried[0] = carried[0].replace(b'"delta":{', b'"delta":{"role":"assistant",', 1)
    last = f'"choices":[{{"index":0,"delta":{{}},"finish_reason":"{finish_reason(request, reply)}"}}]}}\n\n'
    closing = head + last.encode()
    if request.include_usage and reply.usage:
        counts = json.dumps(usage(request, reply, tokens))
        closing += head + f'"choices":[],"usage":{counts}}}\n\n'.encode()
    return carried, closing + DONE


def _wrapping(request: ChatRequest, reply: Reply, number: int) -> tuple[bytes, bytes]:
    if reply.channel == "tool":
        return b'"tool_calls":[{"index":0,"function":{"arguments":', b"}}]"
    return (b'"refusal":' if reply.channel == "refusal" else b'"content":'), b""


def _tool_opening(request: ChatRequest, number: int) -> bytes:
    function = json.dumps({"name": request.schema_name, "arguments": ""})
    return (
        f'"tool_calls":[{{"index":0,"id":"call_{number}","type":"function","function":{function}}}]'.encode()
    )


def body(request: ChatRequest, reply: Reply, number: int, tokens: dict[str, int]) -> dict[str, Any]:
    """Return the one JSON body of a call that isn't streamed."""
    message: dict[str, Any] = {"role": "assistant", "content": None, "refusal": None}
    if reply.reasoning:
        message[reply.reasoning_field] = reply.reasoning
    if reply.channel == "tool":
        function = {"name": request.schema_name, "arguments": reply.text}
        message["tool_calls"] = [{"id": f"call_{number}", "type": "function", "function": function}]
    elif reply.channel != "none":
        message[reply.channel] = reply.text
    answer = {
        "id": f"chatcmpl-{number}",
        "object": "chat.completion",
        "created": int(time.time()),
        "model": request.model,
        "choices": [{"index": 0, "message": message, "finish_reason": finish_reason(request, reply)}],
    }
    return {**answer, "usage": usage(request, reply, tokens)} if reply.usage else answer


def error_response(error: HttpError) -> web.Response:
    """Return an error as OpenAI shapes it."""
    if error.html:
        page = f"<html><body><h1>{error.status}</h1><p>{error.message}</p></body></html>"
        return web.Response(status=error.status, text=page, content_type="text/html")
    details = {"message": error.message, "type": error.kind, "param": error.param, "code": error.code}
    return web.json_response({"error": details}, status=error.status, headers=error.headers)
