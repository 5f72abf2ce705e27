"""The record of who read, exported, changed or deleted what."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class AuditEntry(models.Model):
    """One reading, export, change or deletion of confidential data."""

    class Action(models.TextChoices):
        READ = "read", _("read")
        EXPORT = "export", _("exported")
        CHANGE = "change", _("changed")
        ARCHIVE = "archive", _("archived")
        RESTORE = "restore", _("brought back")
        DELETE = "delete", _("deleted")
        PURGE = "purge", _("texts removed")
        PURGE_DUE = "purge_due", _("texts removed by the deletion date")
        UNPROTECT = "unprotect", _("protection of real data taken back")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, verbose_name=_("user")
    )
    action = models.CharField(_("action"), max_length=10, choices=Action, db_index=True)
    target_type = models.CharField(_("kind"), max_length=60)
    target_id = models.CharField(_("id"), max_length=60)
    target_name = models.CharField(_("name"), max_length=200, blank=True)
    created_at = models.DateTimeField(_("time"), auto_now_add=True, db_index=True)

    class Meta:
        ordering = ["-created_at"]
        verbose_name = _("audit entry")
        verbose_name_plural = _("audit entries")
        indexes = [models.Index(fields=["target_type", "target_id"], name="audit_target")]

    def __str__(self) -> str:
        return f"{self.get_action_display()} {self.target_type} {self.target_id}"
