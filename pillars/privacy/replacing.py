"""Put a word for its kind in the place of what may tell who somebody is."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from pillars.privacy.finding import Finding, Kind, find_personal

CONTEXT = 40
"""How many characters around a finding a person sees to decide on it."""


@dataclass(slots=True)
class Candidate:
    """One value found in a file's texts: how often, an example, and whether to propose it for replacing."""

    kind: Kind
    value: str
    count: int = 0
    example: str = ""
    is_sure: bool = False
    where: str = ""


@dataclass(slots=True)
class Census:
    """All values found in many texts, each once; up to ``limit`` different ones are kept, all are counted."""

    limit: int = 2000
    candidates: dict[tuple[Kind, str], Candidate] = field(default_factory=dict)
    counts: Counter[Kind] = field(default_factory=Counter)

    def look_at(self, text: str, *, where: str) -> None:
        """Take down what a text has."""
        for found in find_personal(text):
            self.counts[found.kind] += 1
            key = (found.kind, found.value)
            if key not in self.candidates and len(self.candidates) >= self.limit:
                continue
            one = self.candidates.setdefault(key, Candidate(*key))
            one.count += 1
            one.is_sure = one.is_sure or found.is_sure
            if not one.example:
                one.example, one.where = _around(text, found), where

    def ordered(self) -> list[Candidate]:
        """By kind, the frequent first."""
        kinds = list(Kind)
        return sorted(
            self.candidates.values(), key=lambda one: (kinds.index(one.kind), -one.count, one.value)
        )


def _around(text: str, found: Finding) -> str:
    before = text[max(0, found.start - CONTEXT) : found.start]
    after = text[found.end : found.end + CONTEXT]
    return " ".join(f"{before}{found.value}{after}".split())


def placeholders(chosen: Iterable[tuple[Kind, str]]) -> dict[str, str]:
    """A word for each value, numbered within its kind, so that the same value stays recognisable as the same.

    Returns: value → ``[E-Mail 1]``, ``[Telefon 2]`` and so on, in the order given.
    """
    names = {Kind.EMAIL: _("e-mail"), Kind.IBAN: "IBAN", Kind.PHONE: _("phone"), Kind.CITY: _("city")}
    numbers: Counter[Kind] = Counter()
    words: dict[str, str] = {}
    for kind, value in chosen:
        if value not in words:
            numbers[kind] += 1
            words[value] = f"[{names[kind]} {numbers[kind]}]"
    return words


def replace_personal(text: str, words: Mapping[str, str]) -> tuple[str, int]:
    """The text with the chosen values replaced where they were found, and how many places that were."""
    pieces: list[str] = []
    position = replaced = 0
    for found in find_personal(text) if words else []:
        word = words.get(found.value)
        if word is not None:
            pieces += [text[position : found.start], word]
            position = found.end
            replaced += 1
    return "".join([*pieces, text[position:]]), replaced
