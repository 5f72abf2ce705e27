"""Who wins: pure functions of the two texts as the prompt showed them.

Tests import this module to recompute by themselves what the server must have answered.
"""

import hashlib
import re
from collections.abc import Callable
from typing import Literal

Winner = Literal["A", "B", "TIE"]
Judge = Callable[[int, str, str], Winner]

_OPENING = "<<<MATERIAL-"
_MARK = re.compile(r"MATERIAL-[0-9a-f]+")
_OUTCOMES: tuple[Winner, ...] = ("A", "B", "TIE")


def materials(text: str) -> list[str]:
    """Return what stands between the fences of a prompt, in order, without the fence lines.

    A fence is a line `<<<MATERIAL-<hex>` up to the line `MATERIAL-<hex>>>>` with the same mark;
    marks inside a fenced text are part of that text.
    """
    found: list[str] = []
    position = 0
    while (start := text.find(_OPENING, position)) >= 0:
        line_end = text.find("\n", start)
        if line_end < 0:
            break
        mark = text[start + 3 : line_end]
        if (start and text[start - 1] != "\n") or not _MARK.fullmatch(mark):
            position = start + len(_OPENING)
            continue
        close = _closing(text, mark, line_end)
        if close < 0:
            break
        found.append(text[line_end + 1 : close])
        position = close + len(mark) + 4
    return found


def _closing(text: str, mark: str, position: int) -> int:
    """Return where the line break before the closing line stands, or -1."""
    line = f"\n{mark}>>>"
    while (found := text.find(line, position)) >= 0:
        end = found + len(line)
        if end == len(text) or text[end] == "\n":
            return found
        position = end
    return -1


def random_winner(seed: int, text_a: str, text_b: str) -> Winner:
    """Draw A, B or TIE, each with a chance of a third, from the seed and the texts in the order shown."""
    digest = hashlib.sha256(f"{seed}\n{len(text_a)}\n{text_a}{text_b}".encode()).digest()
    return _OUTCOMES[int.from_bytes(digest[:8]) % 3]


def longer_winner(seed: int, text_a: str, text_b: str) -> Winner:
    """Return the text with more characters, TIE where both have the same number."""
    if len(text_a) == len(text_b):
        return "TIE"
    return "A" if len(text_a) > len(text_b) else "B"


def shorter_winner(seed: int, text_a: str, text_b: str) -> Winner:
    """Return the text with fewer characters, TIE where both have the same number."""
    if len(text_a) == len(text_b):
        return "TIE"
    return "A" if len(text_a) < len(text_b) else "B"


JUDGES: dict[str, Judge] = {
    "always_a": lambda seed, text_a, text_b: "A",
    "always_b": lambda seed, text_a, text_b: "B",
    "tie": lambda seed, text_a, text_b: "TIE",
    "longer": longer_winner,
    "shorter": shorter_winner,
    "random": random_winner,
    "contradictory": lambda seed, text_a, text_b: "A",
}

BLIND = frozenset({"always_a", "always_b", "tie", "contradictory"})
"""Judges that can answer without having seen two texts."""


def leaning(judge: str, winner: Winner) -> Winner:
    """Return whom reasons and scores favour: the winner, but B where the judge contradicts itself."""
    return "B" if judge == "contradictory" else winner
