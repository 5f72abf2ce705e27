"""How many calls to a model are under way at once, and when none may begin."""

import asyncio
from collections import deque
from types import TracebackType


class GateShut(Exception):
    """No call may begin any more: the session is paused or the worker is to end."""


class Gate:
    """Enter it around each call; pauses between a question's calls hold no place.

    Args:
        limit: calls under way at once; it may be changed at any time by ``resize``.
    """

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._taken = 0
        self._waiting: deque[asyncio.Future[None]] = deque()
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
        self._wake(len(self._waiting))

    def resize(self, limit: int) -> None:
        """Allow more or fewer calls at once; with fewer, those under way come to their end."""
        self.limit = limit
        self._wake(limit - self._taken)

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
        await self._take()
        try:
            await self._sleep(self._closed_until - asyncio.get_running_loop().time())
        except BaseException:
            self._release()
            raise
        self.in_flight += 1

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.in_flight -= 1
        self._release()

    async def _take(self) -> None:
        while self._taken >= self.limit and not self._shut.is_set():
            turn = asyncio.get_running_loop().create_future()
            self._waiting.append(turn)
            try:
                await turn
            except asyncio.CancelledError:
                if turn.cancelled():
                    self._waiting.remove(turn)
                else:
                    self._wake(1)
                raise
        self._taken += 1

    def _release(self) -> None:
        self._taken -= 1
        self._wake(1)

    def _wake(self, number: int) -> None:
        for _number in range(min(number, len(self._waiting))):
            self._waiting.popleft().set_result(None)

    async def _sleep(self, seconds: float) -> None:
        if seconds > 0 and not self._shut.is_set():
            try:
                async with asyncio.timeout(seconds):
                    await self._shut.wait()
            except TimeoutError:
                return
        if self._shut.is_set():
            raise GateShut
