"""What in a text may tell who somebody is.

Phone numbers are found by phonenumbers (a port of Google's libphonenumber), IBANs are checked by
python-stdnum, cities are those of GeoNames. A name of a person is found by none of these: reading
stays necessary, and the page says so.
"""

import re
from bisect import bisect
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

import phonenumbers
from stdnum import iban

from pillars.privacy.cities import ORDINARY_WORDS, city_names

REGION = "DE"
"""Numbers without a country's code are read as German ones."""

_EMAIL = re.compile(r"(?<![\w.+-])[\w.+-]{1,64}@(?:[\w-]{1,63}\.){1,8}[A-Za-zÄÖÜäöü]{2,24}(?![\w-])")
_IBAN = re.compile(r"(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?(?![A-Za-z0-9])")
_DATE = re.compile(r"(?:0?[1-9]|[12]\d|3[01])\.\s?(?:0?[1-9]|1[0-2])\.\s?(?:19|20)\d{2}(?:\s\d{1,2})?")
_CAPITALISED = re.compile(r"[A-ZÄÖÜ][\wäöüß-]+")
_NEXT_WORD = re.compile(r" (?:am |an der |im |in der |ob der )?[A-ZÄÖÜ][\wäöüß-]+")
_BEFORE_A_PLACE = re.compile(r"\b(?:in|aus|nach|bei|von|Raum|Stadt|bis|über|Nähe)\s+$")


class Kind(StrEnum):
    """What was found."""

    EMAIL = "email"
    IBAN = "iban"
    PHONE = "phone"
    CITY = "city"


@dataclass(frozen=True, slots=True)
class Finding:
    """A place in a text, ``[start, end)`` in characters; ``is_sure`` where it can hardly be anything else."""

    kind: Kind
    start: int
    end: int
    value: str
    is_sure: bool = True


def find_personal(text: str) -> list[Finding]:
    """All findings in their order in the text; none overlaps another, the surer kind has its place."""
    taken: list[Finding] = []
    for found in (*_emails(text), *_ibans(text), *_phones(text), *_cities(text)):
        place = bisect(taken, found.start, key=lambda one: one.start)
        # Those taken are in order and apart, so that only the neighbours can be in the way.
        neighbours = taken[max(0, place - 1) : place + 1]
        if all(found.end <= other.start or other.end <= found.start for other in neighbours):
            taken.insert(place, found)
    return taken


def _emails(text: str) -> Iterator[Finding]:
    if "@" in text:
        for match in _EMAIL.finditer(text):
            yield Finding(Kind.EMAIL, match.start(), match.end(), match.group())


def _ibans(text: str) -> Iterator[Finding]:
    for match in _IBAN.finditer(text):
        if iban.is_valid(match.group(), check_country=False):
            yield Finding(Kind.IBAN, match.start(), match.end(), match.group())


def _phones(text: str) -> Iterator[Finding]:
    if not any(character.isdigit() for character in text):
        return
    for match in phonenumbers.PhoneNumberMatcher(text, REGION, leniency=phonenumbers.Leniency.VALID):
        if not _DATE.fullmatch(match.raw_string):
            yield Finding(Kind.PHONE, match.start, match.end, match.raw_string)


def _cities(text: str) -> Iterator[Finding]:
    known = city_names()
    for match in _CAPITALISED.finditer(text):
        word, end = match.group(), match.end()
        following = _NEXT_WORD.match(text, end)
        if following and f"{word}{following.group()}" in known:
            yield Finding(Kind.CITY, match.start(), following.end(), text[match.start() : following.end()])
        elif word in known:
            is_place = bool(_BEFORE_A_PLACE.search(text, max(0, match.start() - 12), match.start()))
            if is_place or word not in ORDINARY_WORDS:
                yield Finding(Kind.CITY, match.start(), end, word, is_sure=is_place)
