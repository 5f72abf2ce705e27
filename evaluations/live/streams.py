"""What events belong to: a session or a scenario. Each has numbers, a tail and watchers of its own."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

Kind = Literal["session", "scenario"]


@dataclass(frozen=True, slots=True)
class Stream:
    """The events of one session or one scenario, numbered from 1 without a gap."""

    kind: Kind
    pk: int

    @classmethod
    def of_session(cls, pk: int) -> "Stream":
        """What happens in a judge session."""
        return cls("session", pk)

    @classmethod
    def of_scenario(cls, pk: int) -> "Stream":
        """What happens in a scenario, over all of its models and people."""
        return cls("scenario", pk)

    @classmethod
    def of_event(cls, event: Mapping[str, Any]) -> "Stream":
        """The stream that a published event belongs to."""
        if "session_id" in event:
            return cls.of_session(event["session_id"])
        return cls.of_scenario(event["scenario_id"])

    @property
    def address(self) -> dict[str, int]:
        """The field by which an event tells whose it is."""
        return {f"{self.kind}_id": self.pk}

    @property
    def group(self) -> str:
        """The channel group of the watchers."""
        return f"live.{self.kind}.{self.pk}"

    def key(self, name: str) -> str:
        """A key in Redis that belongs to the stream."""
        return f"llars:live:{self.kind}:{self.pk}:{name}"
