"""Prompt templates and their versions; a saved version never changes."""

from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from prompts.errors import VersionIsFinal


class PromptTemplateQuerySet(models.QuerySet["PromptTemplate"]):
    """Chainable reads of prompt templates."""

    def usable(self) -> "PromptTemplateQuerySet":
        """Templates that were not archived."""
        return self.filter(archived_at__isnull=True)

    def for_task_type(self, task_type: str) -> "PromptTemplateQuerySet":
        """Usable templates of one task type, the defaults first."""
        return self.usable().filter(task_type=task_type).order_by("-is_default", "language", "name")

    def preferred(self, language: str) -> "PromptTemplate | None":
        """The first in this language, else the first of all."""
        return self.filter(language=language).first() or self.first()


class PromptTemplate(models.Model):
    """A named prompt for one task type and language; its texts live in its versions."""

    class Language(models.TextChoices):
        GERMAN = "de", _("German")
        ENGLISH = "en", _("English")

    name = models.CharField(_("name"), max_length=120)
    task_type = models.CharField(_("task type"), max_length=40, db_index=True)
    language = models.CharField(_("language"), max_length=2, choices=Language, default=Language.GERMAN)
    is_default = models.BooleanField(_("default"), default=False, editable=False)
    archived_at = models.DateTimeField(_("archived"), null=True, blank=True)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)

    objects = PromptTemplateQuerySet.as_manager()

    class Meta:
        ordering = ["task_type", "language", "name"]
        verbose_name = _("prompt template")
        verbose_name_plural = _("prompt templates")
        constraints = [
            models.UniqueConstraint(fields=["task_type", "language", "name"], name="prompt_name_unique"),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.language})"

    @property
    def key(self) -> tuple[str, str, str]:
        """What it is known by among all: task type, language and name."""
        return (self.task_type, self.language, self.name)

    def latest_version(self) -> "PromptVersion":
        """The version with the highest number.

        Raises:
            PromptVersion.DoesNotExist: the template has no version yet.
        """
        return self.versions.order_by("-number")[:1].get()


class PromptVersion(models.Model):
    """The texts of a prompt template as they were saved once; never changed afterwards."""

    template = models.ForeignKey(
        PromptTemplate, on_delete=models.PROTECT, related_name="versions", verbose_name=_("prompt template")
    )
    number = models.PositiveIntegerField(_("version"))
    system_text = models.TextField(_("system text"))
    user_text = models.TextField(_("user text"))
    note = models.CharField(_("reason for the change"), max_length=300, blank=True)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, verbose_name=_("author")
    )
    content_hash = models.CharField(_("content hash"), max_length=64, db_index=True)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)

    class Meta:
        ordering = ["template", "-number"]
        verbose_name = _("prompt version")
        verbose_name_plural = _("prompt versions")
        constraints = [
            models.UniqueConstraint(fields=["template", "number"], name="prompt_version_number_unique"),
        ]

    def __str__(self) -> str:
        return f"{self.template} v{self.number}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save a new version.

        Raises:
            VersionIsFinal: the version was saved before.
        """
        if self.pk is not None:
            raise VersionIsFinal()
        super().save(*args, **kwargs)
