"""What one client has been sent of one stream, so that it gets every event once and in order."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from evaluations.live.streams import Stream

JSON = dict[str, Any]


class Scope(StrEnum):
    """How much of a stream a client wants."""

    FULL = "full"
    OVERVIEW = "overview"


OVERVIEW_TYPES = frozenset({"judge:status", "judge:progress", "judge:session_complete"})


class Gap(Exception):
    """Events are missing between what was sent and what has come; they have to be fetched."""


@dataclass(slots=True)
class Subscription:
    """``seq`` is the number of the last event that the client was sent."""

    stream: Stream
    scope: Scope
    seq: int

    def wants(self, event: JSON) -> bool:
        """Whether the client asked for this kind of event."""
        return self.scope is Scope.FULL or event["type"] in OVERVIEW_TYPES

    def take(self, events: Sequence[JSON]) -> list[JSON]:
        """The events that the client has not been sent yet, noted as sent.

        Raises:
            Gap: some before them are missing; nothing is noted.
        """
        fresh = [event for event in events if event["seq"] > self.seq]
        for expected, event in enumerate(fresh, start=self.seq + 1):
            if event["seq"] != expected:
                raise Gap
        if fresh:
            self.seq = fresh[-1]["seq"]
        return [event for event in fresh if self.wants(event)]
