"""A chat completion request, read once: what the judge, the faults and the wire need from it."""

import json
from dataclasses import dataclass
from typing import Any, Literal

from .judges import materials

Mode = Literal["json_schema", "tools", "json_object", "plain"]
MODES: tuple[Mode, ...] = ("json_schema", "tools", "json_object", "plain")


class BadRequest(Exception):
    """The request is none that an OpenAI endpoint would take."""


@dataclass(slots=True)
class ChatRequest:
    """What was asked.

    `texts` are the user messages; `fenced` the materials of the first of them that holds two (or as many as
    there are); `limit` the token limit, None where none was sent; `schema` the JSON schema of the answer,
    `schema_text` the same as text, by which what was made from it is found again.
    """

    model: str
    mode: Mode
    schema: dict[str, Any] | None
    schema_text: str
    schema_name: str
    strict: bool
    forced_tool: bool
    stream: bool
    include_usage: bool
    limit: int | None
    texts: list[str]
    fenced: list[str]
    chars: int

    @property
    def prompt_key(self) -> tuple[str, ...]:
        """Tell prompts apart by their materials: the random fence and an added correction don't count."""
        return tuple(self.fenced) or tuple(self.texts[:1])


def parse(raw: bytes) -> ChatRequest:
    """Read a request body.

    Raises BadRequest with a readable text where it isn't JSON or lacks model or messages.
    """
    try:
        body = json.loads(raw)
    except ValueError as error:
        raise BadRequest(f"body is not JSON: {error}") from error
    if not isinstance(body, dict) or not isinstance(body.get("model"), str):
        raise BadRequest("you must provide a model parameter")
    messages = body.get("messages")
    if not isinstance(messages, list) or not messages:
        raise BadRequest("messages must be a list with at least one message")
    if not all(isinstance(message, dict) for message in messages):
        raise BadRequest("each message must be an object")
    contents = [(message.get("role"), _content(message)) for message in messages]
    texts = [text for role, text in contents if role == "user"]
    mode, schema, name, strict = _answer_form(body)
    return ChatRequest(
        model=body["model"],
        mode=mode,
        schema=schema,
        schema_text=json.dumps(schema) if schema else "",
        schema_name=name,
        strict=strict,
        forced_tool=isinstance(body.get("tool_choice"), dict),
        stream=bool(body.get("stream")),
        include_usage=bool((body.get("stream_options") or {}).get("include_usage")),
        limit=body.get("max_completion_tokens") or body.get("max_tokens"),
        texts=texts,
        fenced=_fenced(texts),
        chars=sum(len(text) for _, text in contents),
    )


def _content(message: dict[str, Any]) -> str:
    content = message.get("content") or ""
    if isinstance(content, str):
        return content
    return "\n".join(str(part.get("text", "")) for part in content if isinstance(part, dict))


def _fenced(texts: list[str]) -> list[str]:
    found = [materials(text) for text in texts]
    return next((threads for threads in found if len(threads) >= 2), found[0] if found else [])


def _answer_form(body: dict[str, Any]) -> tuple[Mode, dict[str, Any] | None, str, bool]:
    """Return mode, schema, its name, and whether strict adherence was asked for."""
    form = body.get("response_format") or {}
    if form.get("type") == "json_schema":
        spec = form.get("json_schema") or {}
        return "json_schema", spec.get("schema") or {}, str(spec.get("name", "")), bool(spec.get("strict"))
    tools = [tool["function"] for tool in body.get("tools") or () if "function" in tool]
    choice = body.get("tool_choice")
    if tools and choice != "none":
        wanted = choice["function"]["name"] if isinstance(choice, dict) else tools[0]["name"]
        tool = next((tool for tool in tools if tool["name"] == wanted), None)
        if tool is None:
            raise BadRequest(f"tool_choice names {wanted!r}, which is not among the tools")
        return "tools", tool.get("parameters") or {}, wanted, bool(tool.get("strict"))
    return ("json_object" if form.get("type") == "json_object" else "plain"), None, "", False
