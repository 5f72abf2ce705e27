"""What is known of a thread and of the making of its derived texts, in words for a page."""

import json
from dataclasses import dataclass
from typing import Any

from pillars.models import Feature

LONG = 400
"""A value with more characters is folded on a page."""


@dataclass(frozen=True, slots=True)
class Told:
    """One thing that is known: its name, and its value as text.

    ``left_out``: how many characters of the value are not in ``value``.
    """

    name: str
    value: str
    left_out: int = 0

    @classmethod
    def of(cls, data: dict[str, Any]) -> "list[Told]":
        """Each entry of an object; what is no text is written as JSON."""
        return [cls(name, _as_text(value)) for name, value in data.items()]

    @property
    def is_long(self) -> bool:
        """Whether a page folds it."""
        return len(self.value) > LONG


@dataclass(frozen=True, slots=True)
class ToldFeature:
    """A derived text: its type and words, the model that wrote it, and what else is known of its making."""

    text: Told
    model_name: str
    made: list[Told]

    @classmethod
    def of(cls, feature: Feature) -> "ToldFeature":
        """All that is known of a feature that is stored."""
        return cls(Told(feature.type, feature.content), feature.model_name, Told.of(feature.provenance))


def _as_text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, sort_keys=True)
