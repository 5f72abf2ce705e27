"""How many calls to a model are under way at once, and when none may begin."""

import asyncio
from types import TracebackType


class Gate:
    """Enter it around each call; pauses between a call's attempts hold no place.

    Args:
        limit: calls under way at once.
    """

    def __init__(self, limit: int) -> None:
        self._places = asyncio.Semaphore(limit)
        self._closed_until = 0.0
        self.in_flight = 0
        self.pausing = 0

    def close_for(self, seconds: float) -> None:
        """Let no call begin for so long; a later time wins over an earlier one."""
        until = asyncio.get_running_loop().time() + seconds
        self._closed_until = max(self._closed_until, until)

    async def pause(self, seconds: float) -> None:
        """Wait between two calls of one question; holds no place."""
        self.pausing += 1
        try:
            await asyncio.sleep(seconds)
        finally:
            self.pausing -= 1

    async def __aenter__(self) -> None:
        await self._places.acquire()
        try:
            while (wait := self._closed_until - asyncio.get_running_loop().time()) > 0:
                await asyncio.sleep(wait)
        except asyncio.CancelledError:
            self._places.release()
            raise
        self.in_flight += 1

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.in_flight -= 1
        self._places.release()
