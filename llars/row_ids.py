"""Ids that people send: which of them a database can hold, and how an error names some of many."""

from collections.abc import Iterable

LARGEST = 2**63 - 1
_NAMED = 10
_MOST_DIGITS = 100


def read(texts: Iterable[str]) -> list[int]:
    """The ids among texts that a form sends; what is none, or longer than Python reads, is left out."""
    return [int(text) for text in texts if text.isdecimal() and len(text) <= _MOST_DIGITS]


def read_one(text: str) -> int | None:
    """The id that a text names; None where it names none that can be a row's."""
    return next(iter(possible(read([text]))), None)


def possible(ids: Iterable[int]) -> list[int]:
    """Those that can be a row's; databases refuse to look for others."""
    return [pk for pk in ids if 0 < pk <= LARGEST]


def named(ids: Iterable[int]) -> str:
    """The ids, or the first ten of more, as an error lists them."""
    every = [str(pk) for pk in ids]
    return ", ".join(every if len(every) <= _NAMED else [*every[:_NAMED], "…"])
