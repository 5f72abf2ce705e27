"""Which threads belong to which pillar."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from pillars.models.pillar import Pillar
from pillars.models.thread import Thread


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
