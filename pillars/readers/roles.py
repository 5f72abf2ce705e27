"""Who wrote a message: the words that are understood, and what the caller adds to them."""

import re
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from llars.errors import InvalidInput

COUNSELLOR, CLIENT = "counsellor", "client"
LEAVE_OUT = "leave_out"
"""What stands for a role where somebody's messages are no part of the thread: notes, lines of a system."""

_WORDS = {
    COUNSELLOR: (
        "counsellor", "counselor", "beratende person", "beratend", "beratende", "beratender", "berater",
        "beraterin", "beratung", "fachkraft", "assistant", "gpt", "bot", "ai", "model",
    ),
    CLIENT: (
        "client", "ratsuchende person", "ratsuchend", "ratsuchende", "ratsuchender", "klient", "klientin",
        "hilfesuchend", "hilfesuchende", "hilfesuchender",
        "user", "human",
    ),
}  # fmt: skip
_ROLE_OF = {word: role for role, words in _WORDS.items() for word in words}
# Berater(in), Berater:in, Berater*in, Berater_in, Berater/in and Berater/-in all mean Beraterin or Berater.
_EITHER_GENDER = re.compile(r"(?:\((?:in|e|er|r|e/er|e/r)\)|[:*_/]-?(?:in|e|er|r))$")
_YES = frozenset({"1", "true", "yes", "ja", "wahr", "y", "j"})
_NO = frozenset({"0", "false", "no", "nein", "falsch", "n"})


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())


def as_word(said: object) -> str:
    """What a file has for who wrote, as a text: ``""`` where it has nothing."""
    return "" if said is None else str(said)


def role_of_word(text: str) -> str | None:
    """``counsellor`` or ``client`` where the word is understood, whatever its case; else ``None``."""
    plain = _plain(text)
    return _ROLE_OF.get(plain) or _ROLE_OF.get(_EITHER_GENDER.sub("", plain))


def role_of_flag(value: Any) -> str | None:
    """The role that ``is_counsellor`` tells: true, 1, yes, ja, or the opposite; else ``None``."""
    plain = _plain(str(value).removesuffix(".0"))
    return COUNSELLOR if plain in _YES else CLIENT if plain in _NO else None


def _role_meant(meaning: object) -> str | None:
    if not isinstance(meaning, str):
        return None
    return LEAVE_OUT if _plain(meaning) == LEAVE_OUT else role_of_word(meaning)


class Roles:
    """The understood words together with the caller's ``role_map``, which goes first.

    Raises:
        InvalidInput: the map's values are not roles.
    """

    def __init__(self, role_map: Mapping[str, str] | None = None) -> None:
        self._map: dict[str, str] = {}
        for word, meaning in (role_map or {}).items():
            role = _role_meant(meaning)
            if role is None:
                message = _("“%(word)s” must mean counsellor, client or leave_out, not “%(meaning)s”.") % {
                    "word": word,
                    "meaning": meaning,
                }
                raise InvalidInput(message, errors={"role_map": [message]})
            self._map[_plain(word)] = role

    def read(self, said: object) -> str | None:
        """The role of a word or name, or ``LEAVE_OUT``; ``None`` where it cannot be told."""
        word = as_word(said)
        return self._map.get(_plain(word)) or role_of_word(word)

    def leave_out(self, said: object) -> bool:
        """Whether the caller wants no messages of this writer."""
        return self._map.get(_plain(as_word(said))) == LEAVE_OUT

    def read_flag(self, value: Any) -> str | None:
        """The role of a value of ``is_counsellor``, or ``LEAVE_OUT``; ``None`` where it cannot be told."""
        return self._map.get(_plain(str(value))) or role_of_flag(value)
