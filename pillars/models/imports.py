"""An import: which file, by whom, read how, with what outcome, and what it brought."""

import uuid
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django.contrib.auth.models import AbstractBaseUser, AnonymousUser, User


class UploadQuerySet(models.QuerySet["Upload"]):
    """Chainable reads of uploads."""

    def visible_to(self, user: "User | AbstractBaseUser | AnonymousUser") -> "UploadQuerySet":
        """A person's own uploads; all of them for an administrator."""
        if getattr(user, "is_superuser", False):
            return self
        return self.filter(owner=user.pk) if user.pk else self.none()


class Upload(models.Model):
    """Files that a person brings into a pillar, step by step; kept until all are in or it is given up."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", verbose_name=_("owner")
    )
    pillar = models.ForeignKey(
        "pillars.Pillar", on_delete=models.CASCADE, related_name="+", verbose_name=_("pillar")
    )
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    updated_at = models.DateTimeField(_("changed"), auto_now=True, db_index=True)
    emptied_at = models.DateTimeField(_("files removed"), null=True, blank=True, editable=False)
    emptied_with = models.ForeignKey(
        "pillars.Pillar",
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        editable=False,
        related_name="+",
        verbose_name=_("files removed with the texts of"),
    )

    objects = UploadQuerySet.as_manager()

    class Meta:
        ordering = ["-updated_at"]
        verbose_name = _("upload")
        verbose_name_plural = _("uploads")

    def __str__(self) -> str:
        return f"{self.pillar} · {self.created_at:%Y-%m-%d}"


class ImportRunQuerySet(models.QuerySet["ImportRun"]):
    """Chainable reads of imports."""

    def visible_to(self, user: "User | AbstractBaseUser | AnonymousUser") -> "ImportRunQuerySet":
        """All imports, with the rights to view pillars and to read threads, which they quote; else none."""
        has_perms = getattr(user, "has_perms", None)
        needed = ("pillars.view_pillar", "pillars.view_thread")
        return self if has_perms and has_perms(needed) else self.none()

    def ended(self) -> "ImportRunQuerySet":
        """Imports that are over, whatever came of them; the newest first."""
        return self.filter(ended_at__isnull=False).order_by("-ended_at")

    def with_same_columns(self, columns_hash: str) -> "ImportRunQuerySet":
        """Imports that are done, of files of the same shape; the newest first."""
        done = self.filter(columns_hash=columns_hash, status=ImportRun.Status.DONE)
        return done.order_by("-ended_at")


class ImportRun(models.Model):
    """One file's import into a pillar: all of it or nothing."""

    class Status(models.TextChoices):
        DRAFT = "draft", _("being prepared")
        CHECKING = "checking", _("being checked")
        UNREADABLE = "unreadable", _("not readable")
        CHECKED = "checked", _("checked")
        WAITING = "waiting", _("waiting")
        RUNNING = "running", _("running")
        DONE = "done", _("done")
        FAILED = "failed", _("failed")
        UNDONE = "undone", _("undone")

    class Way(models.TextChoices):
        PAGE = "page", _("page")
        API = "api", "API"
        COMMAND = "command", _("command")
        KIA = "kia", "KIA"

    OPEN = (Status.DRAFT, Status.CHECKING, Status.CHECKED, Status.UNREADABLE, Status.FAILED)
    UNDER_WAY = (Status.CHECKING, Status.WAITING, Status.RUNNING)

    pillar = models.ForeignKey(
        "pillars.Pillar", on_delete=models.CASCADE, related_name="imports", verbose_name=_("pillar")
    )
    upload = models.ForeignKey(
        Upload, on_delete=models.SET_NULL, null=True, related_name="runs", verbose_name=_("upload")
    )
    started_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        related_name="+",
        verbose_name=_("started by"),
    )
    way = models.CharField(_("way"), max_length=10, choices=Way)
    status = models.CharField(_("state"), max_length=10, choices=Status, default=Status.DRAFT, db_index=True)
    file_name = models.CharField(_("file name"), max_length=255)
    sha256 = models.CharField(_("SHA-256 of the file"), max_length=64, db_index=True)
    size = models.PositiveBigIntegerField(_("size in bytes"))
    reading = models.JSONField(_("how the file is read"), default=dict, blank=True)
    columns_hash = models.CharField(max_length=64, blank=True, db_index=True, editable=False)
    findings = models.JSONField(_("what the check found"), default=dict, blank=True)
    report = models.JSONField(_("report"), default=dict, blank=True)
    imported = models.PositiveIntegerField(_("imported"), default=0)
    skipped = models.PositiveIntegerField(_("skipped"), default=0)
    failed = models.PositiveIntegerField(_("failed"), default=0)
    done_threads = models.PositiveIntegerField(_("threads done"), default=0)
    error = models.TextField(_("error"), blank=True)
    language = models.CharField(_("language"), max_length=2, default="de")
    token = models.CharField(max_length=32, blank=True, editable=False)
    enqueued_at = models.DateTimeField(null=True, blank=True, editable=False)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    started_at = models.DateTimeField(_("started"), null=True, blank=True)
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)

    objects = ImportRunQuerySet.as_manager()

    class Meta:
        ordering = ["-id"]
        verbose_name = _("import")
        verbose_name_plural = _("imports")

    def __str__(self) -> str:
        return self.file_name

    @property
    def is_under_way(self) -> bool:
        """Whether a job is at it, or is to be."""
        return self.status in self.UNDER_WAY

    @property
    def asks_for_settings(self) -> bool:
        """Whether nothing of it is read only because nobody has said yet what its columns or names mean."""
        names = self.findings.get("columns") or self.findings.get("roles")
        return self.status == self.Status.UNREADABLE and bool(names)

    def brought_in(self) -> "BroughtIn | None":
        """How many of the imported threads are new; ``None`` where that is no longer known of all of them."""
        new = models.Count("pk", filter=models.Q(is_new=True))
        told = self.brought.aggregate(new=new, all=models.Count("pk"))
        if not self.imported or told["all"] != self.imported:
            return None
        return BroughtIn(new=told["new"], assigned=self.imported - told["new"])

    @property
    def is_open(self) -> bool:
        """Whether it can still be changed, as nothing of it is in; one that failed can be tried again."""
        return self.status in self.OPEN


@dataclass(frozen=True, slots=True)
class BroughtIn:
    """Of an import's threads, those it made, and those known before and only ``assigned``."""

    new: int
    assigned: int


class ImportedThread(models.Model):
    """What an import did for one thread: it made the thread, or only put it into the pillar."""

    run = models.ForeignKey(
        ImportRun, on_delete=models.CASCADE, related_name="brought", verbose_name=_("import")
    )
    thread = models.ForeignKey(
        "pillars.Thread", on_delete=models.CASCADE, related_name="imports", verbose_name=_("thread")
    )
    is_new = models.BooleanField(_("made by this import"))

    class Meta:
        verbose_name = _("imported thread")
        verbose_name_plural = _("imported threads")
        constraints = [models.UniqueConstraint(fields=["run", "thread"], name="thread_once_per_import")]

    def __str__(self) -> str:
        return f"{self.run_id} · {self.thread_id}"
