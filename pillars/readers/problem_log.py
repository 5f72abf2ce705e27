"""All problems of a file by kind: every one is counted, the first of each are kept."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

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
