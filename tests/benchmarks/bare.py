"""The yardstick: a streaming AsyncOpenAI loop with a semaphore, which neither checks nor keeps anything.

``python -m tests.benchmarks.bare BODIES BASE_URL CALLS_AT_ONCE``: one JSON body a line.
"""

import asyncio
import json
import sys
import time
from pathlib import Path
from typing import Any

import openai

from tests.benchmarks.children import print_measured


async def _run(bodies: list[dict[str, Any]], base_url: str, calls_at_once: int) -> None:
    client = openai.AsyncOpenAI(base_url=base_url, api_key="key", max_retries=0)
    places = asyncio.Semaphore(calls_at_once)

    async def one(body: dict[str, Any]) -> int:
        async with places:
            stream = await client.chat.completions.create(**body)
            text = ""
            async for chunk in stream:
                if chunk.choices and chunk.choices[0].delta.content:
                    text += chunk.choices[0].delta.content
            return len(text)

    lengths = await asyncio.gather(*(one(body) for body in bodies))
    if not all(lengths):
        raise SystemExit("a call of the bare loop brought no text")
    await client.close()


def main(path: Path, base_url: str, calls_at_once: int) -> None:
    """Send all bodies, and print what that took."""
    with path.open(encoding="utf-8") as lines:
        bodies = [json.loads(line) for line in lines]
    began, cpu_began = time.time(), time.process_time()
    asyncio.run(_run(bodies, base_url, calls_at_once))
    print_measured(began=began, cpu_began=cpu_began)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
