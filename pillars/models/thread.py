"""Threads of counselling mails, their messages, and the texts derived from them."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db import models
from django.db.models.functions import Coalesce, Length
from django.utils.translation import gettext_lazy as _

from pillars.models.pillar import Pillar

if TYPE_CHECKING:
    from datetime import datetime

    from django.contrib.auth.models import User


_MEASURED_AT_ONCE = 500


class ThreadQuerySet(models.QuerySet["Thread"]):
    """Chainable reads of threads."""

    def visible_to(self, user: "User | AbstractBaseUser | AnonymousUser") -> "ThreadQuerySet":
        """The threads a user may read: all, with the right to view threads; else none."""
        has_perm = getattr(user, "has_perm", None)
        return self if has_perm and has_perm("pillars.view_thread") else self.none()

    def active(self) -> "ThreadQuerySet":
        """Threads that were not archived."""
        return self.filter(archived_at__isnull=True)

    def of_real_data(self) -> "ThreadQuerySet":
        """Threads with texts of real people: marked once, wherever they stand now (see ``protect``)."""
        return self.filter(real_data_since__isnull=False)

    def protect(self, now: "datetime") -> None:
        """Mark these threads as texts of real people, all their versions and what was made from these, too.

        The mark stays when a thread leaves its pillar, and when the pillar is said to hold no real data.
        """
        for ids in self._chunks():
            _family(ids).filter(real_data_since__isnull=True).update(real_data_since=now)

    def family(self) -> "ThreadQuerySet":
        """These threads, all their versions, and what was made from any of these."""
        found: set[int] = set()
        for ids in self._chunks():
            found.update(_family(ids).values_list("pk", flat=True))
        return Thread.objects.filter(pk__in=found)

    def _chunks(self) -> "Iterator[list[int]]":
        ids = list(self.order_by().values_list("pk", flat=True))
        return (ids[start : start + _MEASURED_AT_ONCE] for start in range(0, len(ids), _MEASURED_AT_ONCE))

    def versions_of(self, thread: "Thread") -> "ThreadQuerySet":
        """All versions of the thread, the newest first."""
        first = thread.first_version_id or thread.pk
        return self.filter(models.Q(pk=first) | models.Q(first_version=first)).order_by("-version")

    def in_pillar(self, number: int) -> "ThreadQuerySet":
        """The threads assigned to the pillar with this number, in a stable order."""
        # Ordered by the assignment's column, since its index holds the threads of a pillar in that order.
        return self.filter(assignments__pillar=number).order_by("assignments__thread_id")

    def measure(self) -> None:
        """Write down how long these threads are: number of messages, characters, first and last time."""
        texts = Message.objects.filter(thread=models.OuterRef("pk")).order_by().values("thread")
        self.update(
            message_count=_or_zero(texts.annotate(n=models.Count("pk")).values("n")),
            character_count=_or_zero(texts.annotate(n=models.Sum(Length("content"))).values("n")),
            first_message_at=models.Subquery(texts.annotate(t=models.Min("timestamp")).values("t")),
            last_message_at=models.Subquery(texts.annotate(t=models.Max("timestamp")).values("t")),
            time_span=models.Subquery(texts.annotate(t=_SPAN).values("t")),
        )


_SPAN = models.ExpressionWrapper(
    models.Max("timestamp") - models.Min("timestamp"), output_field=models.DurationField()
)


def _family(ids: list[int]) -> ThreadQuerySet:
    # In steps, since MySQL does not update a table by a subquery of the same table.
    rows = Thread.objects.filter(pk__in=ids).order_by().values_list("pk", "first_version")
    firsts = {first or pk for pk, first in rows}
    versions = Thread.objects.filter(models.Q(pk__in=firsts) | models.Q(first_version__in=firsts)).order_by()
    known = list(versions.values_list("pk", flat=True))
    made = Thread.objects.filter(source_thread__in=known).order_by().values_list("pk", flat=True)
    return Thread.objects.filter(pk__in=[*known, *made])


def _or_zero(figures: "models.QuerySet[Any, Any]") -> Coalesce:
    return Coalesce(models.Subquery(figures, output_field=models.IntegerField()), models.Value(0))


class Thread(models.Model):
    """A conversation by e-mail between a client and a counsellor.

    One that was made from another (``source_thread``) has that one's messages and none of its own.
    Its texts never change: a correction is a new row that ``replaces`` this one, which is archived.
    ``normalised_hash`` is the same for near-duplicates (see ``pillars.likeness``); threads without messages
    of their own have none.
    ``message_count``, ``character_count``, the times of the first and last message and the span between
    them follow from the messages and are written where these are.
    """

    external_id = models.CharField(_("external id"), max_length=200, blank=True, db_index=True)
    subject = models.CharField(_("subject"), max_length=500, blank=True)
    label = models.CharField(_("label"), max_length=200, blank=True)
    metadata = models.JSONField(_("metadata"), default=dict, blank=True)
    content_hash = models.CharField(_("content hash"), max_length=64, unique=True, editable=False)
    normalised_hash = models.CharField(
        _("normalised hash"), max_length=64, blank=True, db_index=True, editable=False
    )
    source_thread = models.ForeignKey(
        "self",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="derived_threads",
        verbose_name=_("source thread"),
    )
    pillars = models.ManyToManyField(
        Pillar, through="PillarAssignment", related_name="threads", verbose_name=_("pillars")
    )
    version = models.PositiveIntegerField(_("version"), default=1)
    replaces = models.OneToOneField(
        "self",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="replaced_by",
        verbose_name=_("replaces"),
    )
    first_version = models.ForeignKey(
        "self",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="later_versions",
        verbose_name=_("first version"),
    )
    correction_note = models.CharField(_("what was corrected"), max_length=300, blank=True)
    message_count = models.PositiveIntegerField(_("messages"), default=0, db_index=True, editable=False)
    character_count = models.PositiveIntegerField(_("characters"), default=0, db_index=True, editable=False)
    first_message_at = models.DateTimeField(_("first message"), null=True, db_index=True, editable=False)
    last_message_at = models.DateTimeField(_("last message"), null=True, db_index=True, editable=False)
    time_span = models.DurationField(_("time span"), null=True, editable=False)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    purged_at = models.DateTimeField(_("texts removed"), null=True, blank=True, editable=False)
    purged_with = models.ForeignKey(
        Pillar,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        editable=False,
        related_name="+",
        verbose_name=_("texts removed with those of"),
    )
    archived_at = models.DateTimeField(_("archived"), null=True, blank=True, db_index=True)
    real_data_since = models.DateTimeField(
        _("real data since"), null=True, blank=True, db_index=True, editable=False
    )

    objects = ThreadQuerySet.as_manager()

    class Meta:
        ordering = ["id"]
        verbose_name = _("thread")
        verbose_name_plural = _("threads")

    TURNS = ("messages", "source_thread__messages")
    """What to prefetch for ``turns``."""

    def __str__(self) -> str:
        return self.subject or self.external_id or f"#{self.pk}"

    @property
    def turns(self) -> "list[Message]":
        """The messages in their order; a thread that was made from another one has that one's."""
        own = self.messages.all()
        if not own and self.source_thread is not None:
            own = self.source_thread.messages.all()
        return sorted(own, key=lambda message: message.position)


class MessageQuerySet(models.QuerySet["Message"]):
    """Writes of messages that keep their threads' measures right."""

    def bulk_create(self, objs: "Iterable[Message]", *args: Any, **kwargs: Any) -> "list[Message]":
        """Insert messages and measure their threads."""
        rows = super().bulk_create(objs, *args, **kwargs)
        threads = sorted({row.thread_id for row in rows})
        for start in range(0, len(threads), _MEASURED_AT_ONCE):
            Thread.objects.filter(pk__in=threads[start : start + _MEASURED_AT_ONCE]).measure()
        return rows


class Message(models.Model):
    """One turn of a thread."""

    class Role(models.TextChoices):
        COUNSELLOR = "counsellor", _("counsellor")
        CLIENT = "client", _("client")

    thread = models.ForeignKey(
        Thread, on_delete=models.CASCADE, related_name="messages", verbose_name=_("thread")
    )
    position = models.PositiveIntegerField(_("position"))
    role = models.CharField(_("role"), max_length=12, choices=Role)
    content = models.TextField(_("text"))
    timestamp = models.DateTimeField(_("time"), null=True, blank=True)

    objects = MessageQuerySet.as_manager()

    class Meta:
        ordering = ["thread", "position"]
        verbose_name = _("message")
        verbose_name_plural = _("messages")
        constraints = [
            models.UniqueConstraint(fields=["thread", "position"], name="one_message_per_position"),
            models.CheckConstraint(
                condition=models.Q(role__in=["counsellor", "client"]), name="message_role_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_role_display()} {self.position}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Write the message and measure its thread."""
        super().save(*args, **kwargs)
        Thread.objects.filter(pk=self.thread_id).measure()


class Feature(models.Model):
    """A text derived from a thread by a model (subject, summary, …), with its provenance."""

    thread = models.ForeignKey(
        Thread, on_delete=models.CASCADE, related_name="features", verbose_name=_("thread")
    )
    external_id = models.CharField(_("external id"), max_length=200, blank=True)
    type = models.CharField(_("type"), max_length=80, db_index=True)
    content = models.TextField(_("text"))
    model_name = models.CharField(_("model"), max_length=200, blank=True)
    provenance = models.JSONField(_("provenance"), default=dict, blank=True)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)

    class Meta:
        ordering = ["thread", "id"]
        verbose_name = _("feature")
        verbose_name_plural = _("features")

    def __str__(self) -> str:
        return self.type
