"""Say when a pillar's texts are removed, what a day means before it is set, and why texts are still there."""

from dataclasses import dataclass
from datetime import date, datetime

from django.utils.formats import date_format
from django.utils.timezone import localdate, localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from pillars.models import Pillar
from pillars.retention import Purge, due, foretell


@dataclass(frozen=True, slots=True)
class DeletionDay:
    """The words for a reader; ``is_late`` where the day has come and texts are still there."""

    words: str
    is_late: bool = False


def deletion_day(pillar: Pillar, now: datetime, *, is_due: bool | None = None) -> DeletionDay | None:
    """What is to be said about the pillar's day; None where it has none or all is done.

    ``is_due``: whether it is among the ``due``, where the caller knows; else it is looked up.
    """
    if pillar.delete_on is None:
        return None
    day = date_format(pillar.delete_on)
    today = localdate(now)
    if pillar.delete_on > today:
        words = _(
            "The texts are removed on %(day)s, also from other pillars that have these threads and from"
            " what was made from them; answers and figures stay."
        )
        return DeletionDay(words % {"day": day})
    if not (due(today).filter(pk=pillar.pk).exists() if is_due is None else is_due):
        return None
    if pillar.purge_refused_at is None:
        words = _(
            "The texts were to be removed on %(day)s and are still there. They go at the next look, within"
            " an hour, if the watch runs."
        )
        return DeletionDay(words % {"day": day}, is_late=True)
    words = _(
        "The texts were to be removed on %(day)s and are still there: last on %(when)s models had some of"
        " them before them. It is tried again every hour; pause the sessions with these texts."
    )
    when = date_format(localtime(pillar.purge_refused_at), "SHORT_DATETIME_FORMAT")
    return DeletionDay(words % {"day": day, "when": when}, is_late=True)


def warning(pillar: Pillar | None, day: date | None, today: date) -> str:
    """What would be removed within the hour if the pillar had this day; empty where the day is still to come.

    ``pillar``: None for one that is only about to be made.
    """
    if day is None or day > today:
        return ""
    purge = foretell(pillar) if pillar else None
    if purge is None or not purge.threads:
        return _("This day has come: texts that come into it would be removed for good within an hour.")
    words = ngettext(
        "This day has come: the texts of %(count)d thread would be removed for good within an hour.",
        "This day has come: the texts of %(count)d threads would be removed for good within an hour.",
        purge.threads,
    )
    return " ".join([words % {"count": purge.threads}, *_elsewhere(purge)])


def consequence(pillar: Pillar, today: date) -> str:
    """What the pillar's day, now that it is set, means for texts; empty where it is for this pillar alone."""
    if pillar.delete_on is None:
        return ""
    purge = foretell(pillar)
    if pillar.delete_on > today:
        return " ".join(_elsewhere(purge))
    if not purge.threads:
        return _("The day has come; there is no text to remove.")
    words = ngettext(
        "The day has come: the texts of %(count)d thread are removed at the next look, within an hour.",
        "The day has come: the texts of %(count)d threads are removed at the next look, within an hour.",
        purge.threads,
    )
    return " ".join([words % {"count": purge.threads}, *_elsewhere(purge)])


def _elsewhere(purge: Purge) -> list[str]:
    if not purge.elsewhere:
        return []
    words = ngettext(
        "%(count)d of the threads also stands in another pillar, and its texts go there, too: %(pillars)s.",
        "%(count)d of the threads also stand in other pillars, and their texts go there, too: %(pillars)s.",
        purge.elsewhere,
    )
    return [words % {"count": purge.elsewhere, "pillars": ", ".join(purge.others)}]
