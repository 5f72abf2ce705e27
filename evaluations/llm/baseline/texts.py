"""Cutting a text into paragraphs, sentences and words, and telling German from English."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

_WORD = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*")
_BLANK_LINE = re.compile(r"\n[^\S\n]*\n\s*")
# A point after a single letter belongs to an abbreviation ("z. B."); a line that opens a list starts anew.
# The lookbehinds and possessive runs keep a long row of marks linear.
_SENTENCE_END = re.compile(
    r"""(?<![!?…])[!?…]++["“”»)]*+(?=\s|$)"""
    r"""|(?<!\.)(?<!\b\w)\.++["“”»)]*+(?=\s|$)"""
    r"""|\n(?=\s*(?:[-*•–]|\d+[.)])\s)"""
)


def word_set(text: str) -> frozenset[str]:
    """The words of a list written as one text."""
    return frozenset(text.split())


_GERMAN = word_set(
    """
    der die das und ist nicht ich sie wir ihr ein eine mit auf dem den zu von für sich auch es dass wie
    mir mich dir dich aber oder wenn noch schon sehr haben habe sind bin war kann
    """
)
_ENGLISH = word_set(
    """
    the and is not you we they a an with on of to for that this it how my me your but or if still very
    have has are am was can i he she be at what
    """
)


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence: its text, its words as written, and whether it ends with a question mark."""

    text: str
    words: tuple[str, ...]
    is_question: bool


def words_of(text: str) -> list[str]:
    """The words of ``text`` as written: runs of letters, joined by inner hyphens and apostrophes."""
    return _WORD.findall(text)


def paragraphs_of(text: str) -> list[str]:
    """The paragraphs of ``text``: what blank lines part."""
    normal = text.replace("\r\n", "\n").strip()
    return [part.strip() for part in _BLANK_LINE.split(normal) if part.strip()]


def sentences_of(paragraphs: Iterable[str]) -> list[Sentence]:
    """The sentences of ``paragraphs``, in order; parts without any word are left out."""
    found: list[Sentence] = []
    for paragraph in paragraphs:
        start = 0
        for end in [match.end() for match in _SENTENCE_END.finditer(paragraph)] + [len(paragraph)]:
            part = paragraph[start:end].strip()
            start = end
            words = tuple(words_of(part))
            if words:
                found.append(Sentence(part, words, "?" in part[-4:]))
    return found


def detect_language(words: Iterable[str], default: str) -> str:
    """``"de"`` or ``"en"``, by which language's function words are more frequent; ``default`` when even."""
    german = english = 0
    for word in words:
        german += word in _GERMAN
        english += word in _ENGLISH
    if german == english:
        return default
    return "de" if german > english else "en"


@lru_cache(maxsize=20_000)
def fold(word: str) -> str:
    """``word`` in the form in which the word lists are written: lower case, straight apostrophe."""
    return word.lower().replace("’", "'")
