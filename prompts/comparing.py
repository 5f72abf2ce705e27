"""The difference of two versions, line by line."""

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher


@dataclass(frozen=True, slots=True)
class DiffLine:
    """One line of both texts; ``kind`` is ``same``, ``changed``, ``removed`` or ``added``.

    A number is the line's own in its text, from 1; ``None`` where the text has no such line.
    """

    kind: str
    old_number: int | None
    old: str
    new_number: int | None
    new: str


def diff(old: str, new: str) -> list[DiffLine]:
    """Both texts side by side, every line of each once and in order."""
    return list(_lines(old.split("\n"), new.split("\n")))


def _lines(old: list[str], new: list[str]) -> Iterator[DiffLine]:
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    for tag, old_begin, old_end, new_begin, new_end in matcher.get_opcodes():
        for offset in range(max(old_end - old_begin, new_end - new_begin)):
            old_at = old_begin + offset if old_begin + offset < old_end else None
            new_at = new_begin + offset if new_begin + offset < new_end else None
            yield DiffLine(
                kind=_kind(tag, old_at, new_at),
                old_number=old_at + 1 if old_at is not None else None,
                old=old[old_at] if old_at is not None else "",
                new_number=new_at + 1 if new_at is not None else None,
                new=new[new_at] if new_at is not None else "",
            )


def _kind(tag: str, old_at: int | None, new_at: int | None) -> str:
    if tag == "equal":
        return "same"
    if old_at is None:
        return "added"
    return "removed" if new_at is None else "changed"
