"""What answers are compared by: aspects with a level of measurement, and the values on them."""

from dataclasses import dataclass
from enum import StrEnum


class Level(StrEnum):
    """The level of measurement of an aspect, which decides what coefficients apply (Stevens 1946)."""

    NOMINAL = "nominal"
    ORDINAL = "ordinal"
    INTERVAL = "interval"
    RATIO = "ratio"


@dataclass(frozen=True, slots=True)
class Aspect:
    """One thing that an answer says; ``categories`` are the possible values, in order, with their names.

    ``is_verdict``: the answer to the question itself, which has no answer without it. ``undecided``:
    the value of a judge whose single judgements of an item contradict one another; where it is
    ``None``, such a judge has no value there.
    """

    key: str
    name: str
    level: Level
    categories: tuple[tuple[str | float, str], ...]
    is_verdict: bool = False
    undecided: str | None = None

    def named(self, value: str | float) -> str:
        """A value as people read it; one that is no category stands for itself."""
        names = {str(category): name for category, name in self.categories}
        return names.get(str(value), str(value))


@dataclass(frozen=True, slots=True)
class Value:
    """What one answer says on an aspect; ``part`` is the feature's key where features are judged."""

    aspect: str
    value: str | float
    part: str = ""
