"""What was received since the last reset: the log that tests and benchmarks read."""

import asyncio
import json
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

KEPT = 20_000
"""How many calls the log keeps; counts go on beyond it."""


@dataclass(slots=True)
class Call:
    """One chat completion; times in seconds since the epoch, `in_flight` counts this call too."""

    number: int
    started: float
    in_flight: int
    raw: bytes
    ended: float | None = None
    outcome: str = "open"
    status: int | None = None
    model: str = ""
    mode: str = ""
    stream: bool = False
    key: str = ""
    winner: str | None = None
    finish_reason: str | None = None
    faults: list[str] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        """Return the call with its request body, None where bodies aren't kept or it wasn't JSON."""
        try:
            body = json.loads(self.raw) if self.raw else None
        except ValueError:
            body = None
        names = [name for name in self.__slots__ if name != "raw"]
        return {**{name: getattr(self, name) for name in names}, "body": body}


class CallLog:
    """Counts and keeps calls, and wakes whoever waits for a count."""

    def __init__(self) -> None:
        self.calls: deque[Call] = deque(maxlen=KEPT)
        self.started = self.finished = self.in_flight = self.max_in_flight = 0
        self.over = asyncio.Event()
        self.released = asyncio.Event()
        self._waiting: list[tuple[Callable[[], bool], asyncio.Future[None]]] = []

    def begin(self, raw: bytes) -> Call:
        """Note that a call came."""
        self.started += 1
        self.in_flight += 1
        self.max_in_flight = max(self.max_in_flight, self.in_flight)
        call = Call(self.started, time.time(), self.in_flight, raw)
        self.calls.append(call)
        self._wake()
        return call

    def end(self, call: Call) -> None:
        """Note that a call is over, however it went."""
        call.ended = time.time()
        self.finished += 1
        self.in_flight -= 1
        self._wake()

    def close(self) -> None:
        """End every call that stalls or is held: the log was replaced."""
        self.over.set()
        self.released.set()

    def summary(self) -> dict[str, int]:
        """Return the counters."""
        return {
            "count": self.started,
            "finished": self.finished,
            "in_flight": self.in_flight,
            "max_in_flight": self.max_in_flight,
        }

    async def wait(self, reached: Callable[[], bool], timeout: float) -> bool:
        """Wait until `reached` holds after a call began or ended; return whether it did in time."""
        if reached():
            return True
        future = asyncio.get_running_loop().create_future()
        self._waiting.append((reached, future))
        try:
            await asyncio.wait_for(future, timeout)
        except TimeoutError:
            return False
        return True

    def _wake(self) -> None:
        for reached, future in self._waiting:
            if not future.done() and reached():
                future.set_result(None)
        self._waiting = [(reached, future) for reached, future in self._waiting if not future.done()]
