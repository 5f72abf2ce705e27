"""One running server for the tests of a module, reset for each of them."""

from collections.abc import AsyncIterator, Iterator

import pytest
from openai import AsyncOpenAI

from .process import FakeLLM


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
