"""Reading a scenario's settings: every error says which setting, what was given, and what is possible."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

LANGUAGES = ("de", "en")
_SHOWN = 80


def check_known(config: Mapping[str, Any], known: Iterable[str], *, within: str = "") -> None:
    """Refuse settings of other names; ``within`` is the setting whose parts these are.

    Raises:
        ValueError: there is one.
    """
    names = list(known)
    unknown = sorted(str(name) for name in config if name not in names)
    if not unknown:
        return
    values = {"unknown": ", ".join(unknown), "known": ", ".join(names), "setting": within}
    if within:
        raise ValueError(
            _("“%(setting)s” knows nothing called %(unknown)s. Possible are: %(known)s.") % values
        )
    raise ValueError(_("There is no setting called %(unknown)s. Possible are: %(known)s.") % values)


def cannot_be(setting: str, given: Any, possible: str) -> ValueError:
    """The error for a value that cannot be; ``possible`` is a translated phrase."""
    shown = repr(given)
    shown = shown if len(shown) <= _SHOWN else shown[:_SHOWN] + "…"
    return ValueError(
        _("“%(setting)s” cannot be %(given)s. Possible: %(possible)s.")
        % {"setting": setting, "given": shown, "possible": possible}
    )


def read_object(value: Any, setting: str) -> Mapping[str, Any]:
    """An object.

    Raises:
        ValueError: it is none.
    """
    if not isinstance(value, Mapping):
        raise cannot_be(setting, value, _("an object with named values"))
    return value


def read_flag(config: Mapping[str, Any], setting: str, *, default: bool) -> bool:
    """Yes or no.

    Raises:
        ValueError: it is neither.
    """
    value = config.get(setting)
    if value is None:
        return default
    if not isinstance(value, bool):
        raise cannot_be(setting, value, _("true or false"))
    return value


def read_line(value: Any, setting: str, *, most: int = 300) -> str:
    """A text of at most ``most`` characters without blanks around it; empty where there is none.

    Raises:
        ValueError: it is no text, or longer.
    """
    if value is None:
        return ""
    if not isinstance(value, str) or len(value.strip()) > most:
        raise cannot_be(setting, value, _("a text of at most %(most)d characters") % {"most": most})
    return value.strip()


def read_both(value: Any, setting: str, *, most: int = 300) -> dict[str, str]:
    """A text in German and English, given as ``{"de", "en"}`` or as one text for both; empty: ``{}``.

    Raises:
        ValueError: it is neither, or too long.
    """
    if isinstance(value, Mapping):
        check_known(value, LANGUAGES, within=setting)
        texts = {name: read_line(value.get(name), f"{setting}.{name}", most=most) for name in LANGUAGES}
        given = next((text for text in texts.values() if text), "")
        return {name: text or given for name, text in texts.items()} if given else {}
    line = read_line(value, setting, most=most)
    return dict.fromkeys(LANGUAGES, line) if line else {}


def read_count(value: Any, setting: str, *, low: int, high: int) -> int:
    """A whole number between ``low`` and ``high``; ``"4"`` and ``4.0`` are read as 4.

    Raises:
        ValueError: it is none, or out of the limits.
    """
    number = value
    if isinstance(number, str) and number.strip().lstrip("-").isdecimal():
        number = int(number)
    if isinstance(number, float) and number.is_integer():
        number = int(number)
    if isinstance(number, bool) or not isinstance(number, int) or not low <= number <= high:
        raise cannot_be(
            setting, value, _("a whole number from %(low)d to %(high)d") % {"low": low, "high": high}
        )
    return number


def read_question(config: Mapping[str, Any]) -> str:
    """A scenario's own question; empty where it asks the usual one.

    Raises:
        ValueError: it is no text, or too long.
    """
    return read_line(config.get("question"), "question")


_BETWEEN_LANGUAGES = " || "


def on_a_line(texts: Mapping[str, str]) -> str:
    """A text in both languages as it is edited in one field: ``German || English`` where they differ."""
    german, english = texts.get("de", ""), texts.get("en", "")
    return german if german == english or not english else f"{german}{_BETWEEN_LANGUAGES}{english}"


def from_line(line: str) -> dict[str, str]:
    """The way back; one text alone stands for both languages."""
    german, between, english = line.partition(_BETWEEN_LANGUAGES)
    if not line:
        return {}
    return {"de": german, "en": english} if between else dict.fromkeys(LANGUAGES, line)
