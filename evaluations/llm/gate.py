"""How many calls to a model are under way at once, and when none may begin."""

import asyncio
from types import TracebackType


class GateShut(Exception):
    """No call may begin any more: the session is paused or the worker is to end."""


class Gate:
    """Enter it around each call; pauses between a question's calls hold no place.

    Args:
        limit: calls under way at once.
    """

    def __init__(self, limit: int) -> None:
        self._places = asyncio.Semaphore(limit)
        self._closed_until = 0.0
        self._shut = asyncio.Event()
        self.in_flight = 0
        self.pausing = 0

    def close_for(self, seconds: float) -> None:
        """Let no call begin for so long; a later time wins over an earlier one."""
        until = asyncio.get_running_loop().time() + seconds
        self._closed_until = max(self._closed_until, until)

    def shut(self) -> None:
        """Let no call begin ever again; those under way come to their end."""
        self._shut.set()

    async def pause(self, seconds: float) -> None:
        """Wait between two calls of one question; holds no place.

        Raises:
            GateShut: see there.
        """
        self.pausing += 1
        try:
            await self._sleep(seconds)
        finally:
            self.pausing -= 1

    async def __aenter__(self) -> None:
        await self._places.acquire()
        try:
            await self._sleep(self._closed_until - asyncio.get_running_loop().time())
        except BaseException:
            self._places.release()
            raise
        self.in_flight += 1

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.in_flight -= 1
        self._places.release()

    async def _sleep(self, seconds: float) -> None:
        if seconds > 0 and not self._shut.is_set():
            try:
                async with asyncio.timeout(seconds):
                    await self._shut.wait()
            except TimeoutError:
                return
        if self._shut.is_set():
            raise GateShut
