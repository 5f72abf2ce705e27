"""Reading ease after Flesch, without any downloaded data.

Syllables are pyphen's hyphenation points plus one, the way textstat counts German. textstat itself is not
used: it loads nltk (seconds of import time) and, for English, wants a dictionary from the network.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Protocol, cast

import pyphen

from .texts import Sentence

# Flesch 1948 for English; Amstad 1978 ("Wie verständlich sind unsere Zeitungen?") for German.
_FORMULAS = {"en": (206.835, 1.015, 84.6), "de": (180.0, 1.0, 58.5)}
_DICTIONARIES = {"en": "en_US", "de": "de_DE"}
_LONGEST_WORD = 60
_LARGEST_CACHE = 50_000


class _Dictionary(Protocol):
    cache: dict[str, object]


class _Hyphenation(Protocol):
    """The part of pyphen, which has no types, that is used here."""

    hd: _Dictionary

    def positions(self, word: str) -> list[int]: ...


@lru_cache(maxsize=2)
def _hyphenation(language: str) -> _Hyphenation:
    return cast(_Hyphenation, pyphen.Pyphen(lang=_DICTIONARIES[language]))  # type: ignore[no-untyped-call]


@lru_cache(maxsize=20_000)
def syllables(word: str, language: str) -> int:
    """The syllables of one word, at least 1; beyond 60 letters one for every three letters."""
    if len(word) > _LONGEST_WORD:
        return len(word) // 3
    hyphenation = _hyphenation(language)
    if len(hyphenation.hd.cache) > _LARGEST_CACHE:
        # pyphen remembers every word for good; a worker that lives for days must not.
        hyphenation.hd.cache.clear()
    return len(hyphenation.positions(word)) + 1


def reading_ease(sentences: Sequence[Sentence], language: str) -> float | None:
    """Flesch reading ease, about 0 (hard) to 100 (easy), or ``None`` without a word.

    English: 206.835 - 1.015 * words per sentence - 84.6 * syllables per word (Flesch 1948).
    German: 180 - words per sentence - 58.5 * syllables per word (Amstad 1978).
    """
    words = sum(len(sentence.words) for sentence in sentences)
    if not words:
        return None
    base, per_sentence, per_syllable = _FORMULAS[language]
    count = sum(syllables(word, language) for sentence in sentences for word in sentence.words)
    return base - per_sentence * words / len(sentences) - per_syllable * count / words
