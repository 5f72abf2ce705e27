"""The difference of two versions, line by line and within a line word by word."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

_WORDS = re.compile(r"\s+|\w+|[^\w\s]")


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a line; ``is_changed``: the other text has something else there, or nothing."""

    text: str
    is_changed: bool


@dataclass(frozen=True, slots=True)
class DiffLine:
    """One line of both texts; ``kind`` is ``same``, ``changed``, ``removed`` or ``added``.

    A number is the line's own in its text, from 1; ``None`` where the text has no such line, which
    then has no pieces either.
    """

    kind: str
    old_number: int | None
    old: tuple[Piece, ...]
    new_number: int | None
    new: tuple[Piece, ...]


def diff(old: str, new: str) -> list[DiffLine]:
    """Both texts side by side, every line of each once and in order."""
    return list(_lines(old.split("\n"), new.split("\n")))


def _lines(old: Sequence[str], new: Sequence[str]) -> Iterator[DiffLine]:
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    for tag, old_begin, old_end, new_begin, new_end in matcher.get_opcodes():
        for offset in range(max(old_end - old_begin, new_end - new_begin)):
            old_at = old_begin + offset if old_begin + offset < old_end else None
            new_at = new_begin + offset if new_begin + offset < new_end else None
            old_line = old[old_at] if old_at is not None else None
            new_line = new[new_at] if new_at is not None else None
            old_pieces, new_pieces = _pieces(old_line, new_line)
            yield DiffLine(
                kind=_kind(tag, old_at, new_at),
                old_number=old_at + 1 if old_at is not None else None,
                old=old_pieces,
                new_number=new_at + 1 if new_at is not None else None,
                new=new_pieces,
            )


def _kind(tag: str, old_at: int | None, new_at: int | None) -> str:
    if tag == "equal":
        return "same"
    if old_at is None:
        return "added"
    return "removed" if new_at is None else "changed"


def _pieces(old: str | None, new: str | None) -> tuple[tuple[Piece, ...], tuple[Piece, ...]]:
    """Both lines in pieces, neighbours of one kind joined."""
    if old is None or new is None or old == new:
        return _whole(old, is_changed=old != new), _whole(new, is_changed=old != new)
    words_old, words_new = _WORDS.findall(old), _WORDS.findall(new)
    found_old: list[Piece] = []
    found_new: list[Piece] = []
    matcher = SequenceMatcher(None, words_old, words_new, autojunk=False)
    for tag, old_begin, old_end, new_begin, new_end in matcher.get_opcodes():
        for words, found in (
            (words_old[old_begin:old_end], found_old),
            (words_new[new_begin:new_end], found_new),
        ):
            if words:
                found.append(Piece("".join(words), tag != "equal"))
    return tuple(found_old), tuple(found_new)


def _whole(line: str | None, *, is_changed: bool) -> tuple[Piece, ...]:
    return () if line is None else (Piece(line, is_changed),)
