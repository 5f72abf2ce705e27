"""What the removal of other pillars' texts did to a pillar's threads, and what it is going to do."""

from collections.abc import Iterator

from django.db.models import Count, Q
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from pillars.models import Pillar, Thread
from pillars.retention import with_texts


def notices(pillar: Pillar) -> list[str]:
    """A sentence for each pillar whose texts went, or are to go, along with some of this one's threads."""
    return [*_gone(pillar), *_to_go(pillar)]


def _gone(pillar: Pillar) -> Iterator[str]:
    # Threads without a note of the pillar: that pillar was deleted, or they went before there was this note.
    own = Q(purged_with=pillar) | Q(purged_with=None, purged_at=pillar.purged_at)
    threads = Thread.objects.filter(assignments__pillar=pillar, purged_at__isnull=False).exclude(own)
    counts = dict(threads.order_by("purged_with").values_list("purged_with").annotate(n=Count("pk")))
    names = Pillar.objects.in_bulk(number for number in counts if number is not None)
    for number, count in counts.items():
        words = ngettext(
            "The texts of %(count)d thread of this pillar were removed along with those of %(pillar)s.",
            "The texts of %(count)d threads of this pillar were removed along with those of %(pillar)s.",
            count,
        )
        name = _("pillar “%s”") % names[number] if number in names else _("another pillar")
        yield words % {"count": count, "pillar": name}


def _to_go(pillar: Pillar) -> Iterator[str]:
    others = list(Pillar.objects.filter(delete_on__isnull=False).exclude(pk=pillar.pk).order_by("delete_on"))
    if not others:
        return
    threads = Thread.objects.filter(assignments__pillar=pillar, purged_at__isnull=True).order_by()
    shared = {
        f"with_{other.pk}": Count("pk", filter=Q(pk__in=with_texts(other).values("pk"))) for other in others
    }
    counts = threads.aggregate(**shared)
    for other in others:
        count = counts[f"with_{other.pk}"]
        if count and other.delete_on:
            words = ngettext(
                "The texts of %(count)d thread of this pillar are to be removed on %(day)s, along with those"
                " of pillar “%(pillar)s”.",
                "The texts of %(count)d threads of this pillar are to be removed on %(day)s, along with those"
                " of pillar “%(pillar)s”.",
                count,
            )
            yield words % {"count": count, "day": date_format(other.delete_on), "pillar": other}
