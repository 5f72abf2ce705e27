"""Remove the texts of a pillar, and leave what was counted and said about them in figures.

``pillars`` does not know who quotes its texts; those who do register how to forget them.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from hashlib import sha256

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.timezone import localdate

from llars import audit
from llars.audit import Who
from llars.errors import WrongState
from llars.models import AuditEntry
from pillars.models import Feature, Message, Pillar, PillarAssignment, Thread

Forget = Callable[[Sequence[int], datetime], None]

LOOK_EVERY = timedelta(hours=1)
"""How often the watch removes what is due, and tries again what was refused."""

_AT_ONCE = 300
_forgetters: list[Forget] = []


@dataclass(frozen=True, slots=True)
class Purge:
    """What a purge is about: threads (all versions, and what was made of them), and their texts.

    ``elsewhere``: how many of the threads are in another pillar too; their texts go there as well.
    ``others``: the names of these other pillars, by number.
    """

    threads: int
    messages: int
    features: int
    elsewhere: int
    others: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Removal:
    """A pillar whose day had come: what was removed, or the words why nothing could be."""

    pillar: Pillar
    report: Purge | None = None
    refusal: str = ""


def register(forget: Forget) -> None:
    """Have ``forget`` called with the ids of threads whose texts are removed, some hundred at once.

    It is called within the purge's transaction, when the threads' ``purged_with`` says which pillar's texts
    go; an error that it raises stops the purge.
    """
    if forget not in _forgetters:
        _forgetters.append(forget)


def foretell(pillar: Pillar) -> Purge:
    """What a purge would remove; nothing is written."""
    threads = with_texts(pillar)
    ids = threads.values("pk")
    elsewhere = PillarAssignment.objects.filter(thread=OuterRef("pk")).exclude(pillar=pillar)
    others = Pillar.objects.filter(assignments__thread__in=ids).exclude(pk=pillar.pk).distinct()
    return Purge(
        threads=threads.count(),
        messages=Message.objects.filter(thread__in=ids).count(),
        features=Feature.objects.filter(thread__in=ids).count(),
        elsewhere=threads.filter(Exists(elsewhere)).count(),
        others=tuple(str(other) for other in others),
    )


def with_texts(pillar: Pillar) -> QuerySet[Thread]:
    """The pillar's threads that were not purged, all their versions, and what was made of any of these."""
    assigned = Thread.objects.filter(assignments__pillar=pillar).order_by()
    firsts = assigned.filter(first_version__isnull=False).values("first_version")
    versions = Thread.objects.filter(
        Q(pk__in=assigned.values("pk"))
        | Q(pk__in=firsts)
        | Q(first_version__in=firsts)
        | Q(first_version__in=assigned.values("pk"))
    ).order_by()
    made_of = Q(source_thread__in=versions.values("pk"))
    return Thread.objects.filter(Q(pk__in=versions.values("pk")) | made_of, purged_at__isnull=True)


@transaction.atomic
def purge(
    pillar: Pillar, *, now: datetime, actor: Who, action: AuditEntry.Action = AuditEntry.Action.PURGE
) -> Purge:
    """Remove the texts of all threads of a pillar, archived ones too; goes on record as ``action``.

    Lengths, times, roles, labels and types of features stay, and of the answers their figures.

    Raises:
        WrongState: calls about these texts are under way; then nothing is removed.
    """
    locked = Pillar.objects.select_for_update().get(pk=pillar.pk)
    report = foretell(locked)
    for ids in _chunks(list(with_texts(locked).values_list("pk", flat=True))):
        Thread.objects.filter(pk__in=ids).update(purged_with=locked)
        for forget in _forgetters:
            forget(ids, now)
        _remove_texts(ids, now)
        audit.record_all(actor, action, Thread.objects.filter(pk__in=ids))
    locked.purged_at = now
    locked.purge_refused_at = None
    locked.save(update_fields=["purged_at", "purge_refused_at"])
    audit.record(actor, action, locked)
    return report


def due(today: date) -> QuerySet[Pillar]:
    """The pillars whose day has come and that hold texts."""
    with_texts = PillarAssignment.objects.filter(pillar=OuterRef("pk"), thread__purged_at__isnull=True)
    return Pillar.objects.filter(Exists(with_texts), delete_on__lte=today)


def remove_due(now: datetime) -> list[Removal]:
    """Remove the texts of all pillars whose day has come; one that cannot be now does not stop the others."""
    removals = []
    for pillar in due(localdate(now)):
        try:
            report = _purge_if_due(pillar, now)
        except WrongState as error:
            Pillar.objects.filter(pk=pillar.pk).update(purge_refused_at=now)
            removals.append(Removal(pillar, refusal=str(error)))
            continue
        if report is not None:
            removals.append(Removal(pillar, report))
    return removals


@transaction.atomic
def _purge_if_due(pillar: Pillar, now: datetime) -> Purge | None:
    """Meanwhile another process may have removed them, or somebody put the day off or deleted the pillar."""
    Pillar.objects.filter(pk=pillar.pk).lock()
    if not due(localdate(now)).filter(pk=pillar.pk).exists():
        return None
    return purge(pillar, now=now, actor=None, action=AuditEntry.Action.PURGE_DUE)


def _chunks(ids: list[int]) -> Iterator[list[int]]:
    return (ids[start : start + _AT_ONCE] for start in range(0, len(ids), _AT_ONCE))


def _remove_texts(ids: list[int], now: datetime) -> None:
    Message.objects.filter(thread__in=ids).update(content="")
    Feature.objects.filter(thread__in=ids).update(content="", provenance={}, external_id="")
    threads = list(Thread.objects.filter(pk__in=ids).only("pk", "archived_at"))
    for thread in threads:
        thread.subject = thread.external_id = thread.correction_note = ""
        thread.metadata = {}
        # A hash of the texts would let somebody who guesses them find out that they were here.
        thread.content_hash = sha256(f"purged:{thread.pk}".encode()).hexdigest()
        thread.normalised_hash = ""
        thread.archived_at = thread.archived_at or now
        thread.purged_at = now
    names = (
        "subject", "external_id", "correction_note", "metadata", "content_hash", "normalised_hash",
        "archived_at", "purged_at",
    )  # fmt: skip
    Thread.objects.bulk_update(threads, names)
    audit.forget_names(Thread, ids)
    of_threads = LogEntry.objects.filter(content_type=ContentType.objects.get_for_model(Thread))
    of_threads.filter(object_id__in=[str(pk) for pk in ids]).update(object_repr="", change_message="")
