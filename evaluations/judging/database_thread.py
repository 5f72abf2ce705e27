"""The one thread in which a job speaks to the database, so that its event loop is never held up."""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

from django.db import OperationalError, close_old_connections, connections

logger = logging.getLogger(__name__)
Result = TypeVar("Result")

_TRIES = 5


class DatabaseThread:
    """Runs calls one after another; close it at the end, as its connections are its own."""

    def __init__(self) -> None:
        self._executor = ThreadPoolExecutor(1, thread_name_prefix="database")

    async def __call__(self, call: Callable[..., Result], *args: object) -> Result:
        """Run the call; a lock or a lost connection is tried again before it counts."""
        loop = asyncio.get_running_loop()
        for number in range(1, _TRIES + 1):
            try:
                return await loop.run_in_executor(self._executor, partial(call, *args))
            except OperationalError:
                if number == _TRIES:
                    raise
                logger.warning("The database did not answer; trying again", exc_info=True)
                await loop.run_in_executor(self._executor, close_old_connections)
                await asyncio.sleep(0.2 * 2**number)
        raise AssertionError("unreachable")

    async def close(self) -> None:
        """Close its connections and end it."""
        await self(connections.close_all)
        self._executor.shutdown()
