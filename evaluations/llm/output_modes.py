"""How a model is made to answer in the wanted form: the modes, the strictest first."""

import json
from typing import Any

from evaluations.llm.adapter import Call

JSON_SCHEMA, TOOL, JSON_OBJECT, TEXT = MODES = ("json_schema", "tool", "json_object", "text")

_FORM = {
    "de": "Antworte mit genau einem JSON-Objekt nach diesem Schema, ohne weiteren Text:",
    "en": "Answer with exactly one JSON object that follows this schema, and no other text:",
}


def next_mode(mode: str) -> str | None:
    """The next less strict mode, if there is one."""
    place = MODES.index(mode) + 1
    return MODES[place] if place < len(MODES) else None


def messages(call: Call) -> list[dict[str, str]]:
    """The conversation to send; where the mode carries no schema, the user's text ends with it."""
    user = call.request.user
    if call.output_mode in {JSON_OBJECT, TEXT}:
        user = f"{user}\n\n{_FORM[call.request.language]}\n{_as_text(call)}"
    return [
        {"role": "system", "content": call.request.system},
        {"role": "user", "content": user},
        *call.follow_up,
    ]


def request_fields(call: Call) -> dict[str, Any]:
    """The request fields by which the mode asks for the form."""
    schema = call.schema
    if call.output_mode == JSON_SCHEMA:
        wanted = {"name": schema.name, "schema": schema.strict, "strict": True}
        return {"response_format": {"type": "json_schema", "json_schema": wanted}}
    if call.output_mode == TOOL:
        function = {"name": schema.name, "parameters": schema.strict, "strict": True}
        return {
            "tools": [{"type": "function", "function": function}],
            "tool_choice": {"type": "function", "function": {"name": schema.name}},
        }
    if call.output_mode == JSON_OBJECT:
        return {"response_format": {"type": "json_object"}}
    return {}


def _as_text(call: Call) -> str:
    return json.dumps(call.schema.strict, ensure_ascii=False)
