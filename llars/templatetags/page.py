"""Tags and filters that every page may use: icons, shares, durations."""

from datetime import datetime

from django import template
from django.templatetags.static import static
from django.utils.formats import date_format, number_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

register = template.Library()

UNDEFINED = "–"


@register.simple_tag
def icon(name: str) -> SafeString:
    """A decorative icon of the vendored sprite; the text beside it carries the meaning."""
    sprite = static("vendor/tabler-icons/sprite.svg")
    return format_html(
        '<svg class="icon" aria-hidden="true" focusable="false"><use href="{}#{}"></use></svg>', sprite, name
    )


@register.filter
def percent(share: float | None, digits: int = 0) -> str:
    """A share between 0 and 1 as a percentage in the reader's notation; a dash where it is undefined."""
    if share is None:
        return UNDEFINED
    return _("%(number)s %%") % {"number": _rounded(share * 100, digits)}


@register.filter
def decimal(value: float | None, digits: int = 2) -> str:
    """A number with so many decimal places in the reader's notation; a dash where it is undefined."""
    return UNDEFINED if value is None else _rounded(value, digits)


@register.filter
def whole(value: float | None) -> str:
    """A whole number with thousands separated; a dash where it is undefined."""
    return UNDEFINED if value is None else number_format(round(value), 0, force_grouping=True)


@register.filter
def duration(seconds: float | None) -> str:
    """Seconds in words, roughly; a dash where they are not known."""
    if seconds is None:
        return UNDEFINED
    if seconds < 90:
        number = max(1, round(seconds))
        return ngettext("%(number)d second", "%(number)d seconds", number) % {"number": number}
    if seconds < 90 * 60:
        number = round(seconds / 60)
        return ngettext("%(number)d minute", "%(number)d minutes", number) % {"number": number}
    hours = _rounded(seconds / 3600, 1)
    return _("%(hours)s hours") % {"hours": hours}


@register.filter
def milliseconds(value: float | None) -> str:
    """A time in milliseconds as seconds in the reader's notation."""
    return UNDEFINED if value is None else _("%(number)s s") % {"number": _rounded(value / 1000, 2)}


@register.filter
def moment(when: datetime | None) -> SafeString | str:
    """A date with its time of day, marked up for machines; a dash where there is none."""
    if when is None:
        return UNDEFINED
    # Translators: a date format of Django; German writes "j. M Y, H:i".
    text = date_format(localtime(when), pgettext("date format", "j M Y, H:i"))
    return format_html('<time datetime="{}">{}</time>', when.isoformat(timespec="seconds"), text)


@register.filter
def times(share: float | None, factor: float) -> str:
    """A share of a length for an SVG attribute: unlocalized, at most two decimal places."""
    return f"{(share or 0) * float(factor):.2f}"


def _rounded(value: float, digits: int) -> str:
    """Django's own formatting cuts a number off; figures are to be rounded."""
    return number_format(f"{value:.{digits}f}")
