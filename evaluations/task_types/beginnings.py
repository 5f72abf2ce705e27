"""What a scenario of a type can begin with: settings that fit a usual purpose, to be changed at will."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import Promise

from evaluations.task_types.common import in_language


@dataclass(frozen=True, slots=True)
class Beginning:
    """Settings under a name.

    ``texts``: settings that are a text of one language, by their name in German and English;
    ``config``: all others; ``asked`` and ``required``: the parts that people are asked for besides.
    """

    key: str
    name: str | Promise
    purpose: str | Promise
    texts: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    config: Mapping[str, Any] = field(default_factory=dict)
    asked: tuple[str, ...] = ("confidence",)
    required: tuple[str, ...] = ()

    def config_in(self, language: str) -> dict[str, Any]:
        """The config for a scenario in this language, as ``TaskType.read_config`` takes it."""
        return {**self.config, **{name: in_language(both, language) for name, both in self.texts.items()}}
