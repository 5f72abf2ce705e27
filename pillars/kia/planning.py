"""What a sync would do: compare the repository's files with those that were brought in. No Django here."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Protocol

from wcmatch import glob


class File(Protocol):
    """A file of the repository."""

    @property
    def path(self) -> str: ...

    @property
    def blob_id(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Known:
    """A file as it was brought in; ``is_gone`` where it was missing at the last sync."""

    path: str
    blob_id: str
    pillar: int
    is_gone: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """One file to deal with; ``moved_from`` where the same content lay elsewhere before."""

    path: str
    blob_id: str
    pillar: int
    moved_from: str = ""


@dataclass(slots=True)
class Plan:
    """Paths by what has become of them."""

    new: list[Step] = field(default_factory=list)
    changed: list[Step] = field(default_factory=list)
    moved: list[Step] = field(default_factory=list)
    gone: list[Step] = field(default_factory=list)
    unchanged: list[Step] = field(default_factory=list)
    ambiguous: list[str] = field(default_factory=list)
    """Paths that the patterns of more than one pillar match; they are left alone."""


@cache
def _matcher(pattern: str) -> "glob.WcMatcher[str]":
    return glob.compile(pattern, flags=glob.GLOBSTAR | glob.BRACE)


def pillars_of(path: str, patterns: Sequence[tuple[str, int]]) -> set[int]:
    """The pillars whose patterns match a path (``**`` for any folders, ``{a,b}`` for either)."""
    return {pillar for pattern, pillar in patterns if _matcher(pattern).match(path)}


def plan(files: Iterable[File], known: Mapping[str, Known], patterns: Sequence[tuple[str, int]]) -> Plan:
    """Sort files by what is to be done with them.

    A file whose content (``blob_id``) is known is unchanged, wherever it lies now: one that has only
    moved is not read again. One that failed is tried again when its content has changed.

    Args:
        files: what the repository holds now.
        known: what was brought in, by path.
        patterns: pairs of a path pattern and its pillar's number.
    """
    found = Plan()
    left = {path: one for path, one in known.items() if not one.is_gone}
    additions: list[Step] = []
    for file in files:
        matching = pillars_of(file.path, patterns)
        if len(matching) > 1:
            found.ambiguous.append(file.path)
            left.pop(file.path, None)
        if len(matching) != 1:
            continue
        step = Step(file.path, file.blob_id, matching.pop())
        before = left.pop(file.path, None)
        if before is None or before.pillar != step.pillar:
            additions.append(step)
        elif before.blob_id == step.blob_id:
            found.unchanged.append(step)
        else:
            found.changed.append(step)
    _tell_moved_apart(additions, left, found)
    found.gone = [Step(one.path, one.blob_id, one.pillar) for one in left.values()]
    return found


def _tell_moved_apart(additions: list[Step], left: dict[str, Known], found: Plan) -> None:
    """Of the files at new places, those whose content lay at a place that is empty now have moved."""
    by_content = {(one.blob_id, one.pillar): path for path, one in left.items()}
    for step in additions:
        path = by_content.pop((step.blob_id, step.pillar), None)
        if path is None:
            found.new.append(step)
        else:
            del left[path]
            found.moved.append(Step(step.path, step.blob_id, step.pillar, moved_from=path))
