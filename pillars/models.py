"""Threads of counselling mails, and the pillars (Säulen) they belong to."""

from typing import TYPE_CHECKING

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.core.validators import MinValueValidator, RegexValidator
from django.db import models
from django.db.models.functions import Coalesce
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django.contrib.auth.models import User


class PillarQuerySet(models.QuerySet["Pillar"]):
    """Chainable reads of pillars."""

    def visible_to(self, user: "User | AbstractBaseUser | AnonymousUser") -> "PillarQuerySet":
        """The pillars a user may see: all, with the right to view pillars; else none."""
        has_perm = getattr(user, "has_perm", None)
        return self if has_perm and has_perm("pillars.view_pillar") else self.none()

    def with_thread_count(self) -> "PillarQuerySet":
        """Add ``thread_count``, the number of threads assigned that are not archived."""
        active = models.Q(assignments__thread__archived_at__isnull=True)
        return self.annotate(thread_count=models.Count("assignments", filter=active))


class Pillar(models.Model):
    """A numbered source of threads (Säule)."""

    number = models.PositiveSmallIntegerField(
        _("number"), primary_key=True, validators=[MinValueValidator(1)]
    )
    name = models.CharField(_("name"), max_length=120)
    name_en = models.CharField(_("English name"), max_length=120, blank=True)
    description = models.TextField(_("description"), blank=True)
    colour = models.CharField(
        _("colour"),
        max_length=7,
        default="#6c757d",
        validators=[RegexValidator(r"^#[0-9a-fA-F]{6}$", _("Write a colour as #rrggbb."))],
    )
    created_at = models.DateTimeField(_("created"), auto_now_add=True)

    objects = PillarQuerySet.as_manager()

    class Meta:
        ordering = ["number"]
        verbose_name = _("pillar")
        verbose_name_plural = _("pillars")

    def __str__(self) -> str:
        return f"{self.number} {self.display_name}"

    @property
    def display_name(self) -> str:
        """The name in the reader's language; German where there is no other."""
        if self.name_en and (get_language() or "").startswith("en"):
            return self.name_en
        return self.name


class ThreadQuerySet(models.QuerySet["Thread"]):
    """Chainable reads of threads."""

    def visible_to(self, user: "User | AbstractBaseUser | AnonymousUser") -> "ThreadQuerySet":
        """The threads a user may read: all, with the right to view threads; else none."""
        has_perm = getattr(user, "has_perm", None)
        return self if has_perm and has_perm("pillars.view_thread") else self.none()

    def active(self) -> "ThreadQuerySet":
        """Threads that were not archived."""
        return self.filter(archived_at__isnull=True)

    def in_pillar(self, number: int) -> "ThreadQuerySet":
        """The threads assigned to the pillar with this number, in a stable order."""
        return self.filter(assignments__pillar__number=number).order_by("id")

    def with_message_count(self) -> "ThreadQuerySet":
        """Add ``message_count``."""
        count = (
            Message.objects.filter(thread=models.OuterRef("pk"))
            .order_by()
            .values("thread")
            .annotate(n=models.Count("pk"))
            .values("n")
        )
        return self.annotate(
            message_count=Coalesce(
                models.Subquery(count, output_field=models.IntegerField()), models.Value(0)
            )
        )


class Thread(models.Model):
    """A conversation by e-mail between a client and a counsellor."""

    external_id = models.CharField(_("external id"), max_length=200, blank=True, db_index=True)
    subject = models.CharField(_("subject"), max_length=500, blank=True)
    label = models.CharField(_("label"), max_length=200, blank=True)
    metadata = models.JSONField(_("metadata"), default=dict, blank=True)
    content_hash = models.CharField(_("content hash"), max_length=64, unique=True, editable=False)
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
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    archived_at = models.DateTimeField(_("archived"), null=True, blank=True, db_index=True)

    objects = ThreadQuerySet.as_manager()

    class Meta:
        ordering = ["id"]
        verbose_name = _("thread")
        verbose_name_plural = _("threads")

    def __str__(self) -> str:
        return self.subject or self.external_id or f"#{self.pk}"


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


class PillarAssignment(models.Model):
    """That a thread belongs to a pillar; a thread may be in several."""

    pillar = models.ForeignKey(
        Pillar, on_delete=models.PROTECT, related_name="assignments", verbose_name=_("pillar")
    )
    thread = models.ForeignKey(
        Thread, on_delete=models.CASCADE, related_name="assignments", verbose_name=_("thread")
    )
    created_at = models.DateTimeField(_("assigned"), auto_now_add=True)

    class Meta:
        ordering = ["pillar", "thread"]
        verbose_name = _("pillar assignment")
        verbose_name_plural = _("pillar assignments")
        constraints = [
            models.UniqueConstraint(fields=["pillar", "thread"], name="thread_once_per_pillar"),
        ]

    def __str__(self) -> str:
        return f"{self.pillar_id} · {self.thread_id}"
