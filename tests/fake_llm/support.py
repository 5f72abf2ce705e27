"""What the tests of the fake server send."""

import json
from typing import Any, cast

from openai import AsyncOpenAI

from .answers import comparison_schema

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
