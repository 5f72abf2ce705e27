"""What is known of the making of a derived text, in words for a page."""

import json
from dataclasses import dataclass
from typing import Any

from pillars.models import Feature


@dataclass(frozen=True, slots=True)
class Told:
    """One thing that is known: its name, and its value as a line of text."""

    name: str
    value: str

    @classmethod
    def of(cls, data: dict[str, Any]) -> "list[Told]":
        """Each entry of an object; what is no text is written as JSON."""
        return [cls(name, _as_text(value)) for name, value in data.items()]


def told(feature: Feature) -> list[Told]:
    """All that is known of a feature's making besides its model."""
    return Told.of(feature.provenance)


def _as_text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, sort_keys=True)
