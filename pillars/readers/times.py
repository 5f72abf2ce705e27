"""Times as files have them: ISO 8601, ``26.04.2020 19:39``, ``26. April 2020``, Unix time (s or ms)."""

import math
import re
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

LOCAL_ZONE = ZoneInfo("Europe/Berlin")

_GERMAN = re.compile(
    r"(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})"
    r"(?:(?:,|\s|\s-|,\s+um)?\s+(\d{1,2})[:.](\d{2})(?::(\d{2}))?(?:\s*Uhr)?)?",
    re.IGNORECASE,
)
_NAMED_MONTH = re.compile(r"(\d{1,2})\.\s*([a-zä]{3,9})\.?\s+(?=\d{4}\b)", re.IGNORECASE)
_MONTHS = (
    "januar", "februar", "märz", "april", "mai", "juni", "juli", "august", "september", "oktober", "november",
    "dezember",
)  # fmt: skip
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
# Below, a number is rather a year or a counter than the seconds since 1970 (1973-03-03).
_FIRST_SECOND = 100_000_000
# Above, a number counts milliseconds (as seconds it would lie beyond the year 5138).
_FIRST_MILLISECOND = 100_000_000_000
_YEARS = range(1900, 2200)
# Two-digit years from here on belong to the twentieth century, as POSIX has it.
_LAST_CENTURY = 69


class TimeUnreadable(ValueError):
    """The value is no time that is understood."""


def read_time(value: Any) -> datetime | None:
    """The time with its zone; Europe/Berlin where none is given. Empty values are no time.

    Raises:
        TimeUnreadable: see there.
    """
    if value is None or (isinstance(value, str) and not value.strip()):
        return None
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise TimeUnreadable(value)
    found = _from_text(value.strip()) if isinstance(value, str) else _from_number(value)
    if found.year not in _YEARS:
        raise TimeUnreadable(value)
    return found if found.tzinfo else found.replace(tzinfo=LOCAL_ZONE)


def _from_text(text: str) -> datetime:
    if _NUMBER.fullmatch(text) and abs(float(text)) >= _FIRST_SECOND:
        return _from_number(float(text))
    german = _GERMAN.fullmatch(_NAMED_MONTH.sub(_with_number, text, count=1))
    try:
        return _from_german(german) if german else datetime.fromisoformat(text)
    except ValueError:
        raise TimeUnreadable(text) from None


def _with_number(match: re.Match[str]) -> str:
    """A day and a month as numbers, where the month is named in German, in full or cut short: ``3. Nov``."""
    word = {"mrz": "märz"}.get(match[2].casefold(), match[2].casefold())
    month = next((number for number, name in enumerate(_MONTHS, 1) if name.startswith(word)), None)
    return match[0] if month is None else f"{match[1]}.{month}."


def _from_german(match: re.Match[str]) -> datetime:
    day, month, year, hour, minute, second = (int(part or 0) for part in match.groups())
    if len(match[3]) == 2:
        year += 2000 if year < _LAST_CENTURY else 1900
    return datetime(year, month, day, hour, minute, second)


def _from_number(number: float) -> datetime:
    if not _FIRST_SECOND <= number < math.inf:
        raise TimeUnreadable(number)
    try:
        seconds = number / 1000 if number >= _FIRST_MILLISECOND else number
        return datetime.fromtimestamp(seconds, UTC)
    except (ValueError, OverflowError, OSError):
        raise TimeUnreadable(number) from None
