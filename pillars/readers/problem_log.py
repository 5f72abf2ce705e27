"""All problems of a file by kind: every one is counted, the first of each are kept."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pillars.readers.kinds import kind_title
from pillars.readers.parsed import Problem

KEPT = 200


@dataclass(slots=True)
class ProblemLog:
    """``counts`` by kind; ``kept`` holds up to 200 problems of each kind, in their order."""

    counts: Counter[str] = field(default_factory=Counter)
    kept: list[Problem] = field(default_factory=list)

    def add(self, problems: Iterable[Problem]) -> None:
        """Take problems down."""
        for one in problems:
            self.counts[one.kind] += 1
            if self.counts[one.kind] <= KEPT:
                self.kept.append(one)


def by_kind(
    problems: Iterable[dict[str, str]], counts: Mapping[str, int], *, examples: int
) -> list[dict[str, Any]]:
    """Problems for people to look through: each kind with its title, its count and its first examples.

    The commonest kind comes first. ``counts`` may lack a kind, which then counts as it was kept.
    """
    kept: dict[str, list[dict[str, str]]] = {}
    for one in problems:
        kept.setdefault(one["kind"], []).append(one)
    kinds = [
        {
            "kind": kind,
            "title": kind_title(kind),
            "count": counts.get(kind, len(found)),
            "examples": found[:examples],
        }
        for kind, found in kept.items()
    ]
    return sorted(kinds, key=lambda one: -one["count"])
