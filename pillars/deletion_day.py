"""Say when a pillar's texts are removed and, where the day has passed, why they are still there."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.formats import date_format
from django.utils.timezone import localdate, localtime
from django.utils.translation import gettext as _

from pillars.models import Pillar
from pillars.retention import due


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
