"""Where a quoted phrase stands in a text, whatever its blanks, quotation marks and capitals."""

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

_SAME = {
    **dict.fromkeys("„“”«»‟″", '"'),
    **dict.fromkeys("‚‘’‹›‛′´`", "'"),
    **dict.fromkeys("‐‑‒–—―−", "-"),
    "…": "...",
}
_INVISIBLE = frozenset("\u00ad\u200b\u200c\u200d\u2060\ufeff")
_AROUND = " \"'"


@dataclass(frozen=True, slots=True)
class Found:
    """A phrase in its surroundings, as the text has them; what was left away is shown by ``…``."""

    before: str
    phrase: str
    after: str


def is_in(phrase: str, texts: Iterable[str]) -> bool:
    """Whether one of the texts holds the phrase."""
    return find(phrase, texts) is not None


def find(phrase: str, texts: Iterable[str], *, around: int = 60) -> Found | None:
    """The first place where the phrase stands, with about ``around`` characters on both sides."""
    for text in texts:
        composed = unicodedata.normalize("NFC", text)
        plain, places = _normalised(text)
        for wanted in _wanted(phrase):
            start = plain.find(wanted)
            if start >= 0:
                first, last = places[start], places[start + len(wanted) - 1] + 1
                before, after = _tail(composed[:first], around), _head(composed[last:], around)
                return Found(before, composed[first:last], after)
    return None


def _wanted(phrase: str) -> list[str]:
    """The phrase as it is, and without the marks of quotation and omission around it."""
    whole = _normalised(phrase)[0].strip()
    bare = whole.strip(_AROUND).removeprefix("...").removesuffix("...").strip(_AROUND)
    return [whole, bare] if bare else []


def _normalised(text: str) -> tuple[str, list[int]]:
    """The text as it is compared, and for each of its characters the place in the composed text."""
    letters: list[str] = []
    places: list[int] = []
    for place, letter in enumerate(unicodedata.normalize("NFC", text)):
        if letter in _INVISIBLE:
            continue
        if letter.isspace():
            if letters and letters[-1] == " ":
                continue
            same = " "
        else:
            same = _SAME.get(letter, letter.casefold())
        letters.extend(same)
        places.extend([place] * len(same))
    return "".join(letters), places


def _tail(text: str, chars: int) -> str:
    if len(text) <= chars:
        return text
    return "…" + text[-chars:].split(" ", 1)[-1]


def _head(text: str, chars: int) -> str:
    if len(text) <= chars:
        return text
    return text[:chars].rsplit(" ", 1)[0] + "…"
