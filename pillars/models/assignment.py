"""Which threads belong to which pillar."""

from collections.abc import Iterable
from typing import Any

from django.db import models, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from pillars.models.pillar import Pillar
from pillars.models.thread import Thread

_AT_ONCE = 500


class PillarAssignmentQuerySet(models.QuerySet["PillarAssignment"]):
    """Writes of assignments that protect what comes into a pillar of real data."""

    @transaction.atomic
    def bulk_create(self, objs: "Iterable[PillarAssignment]", *args: Any, **kwargs: Any) -> Any:
        """Insert assignments, and mark the threads that are real data by them."""
        rows = super().bulk_create(objs, *args, **kwargs)
        numbers = {row.pillar_id for row in rows}
        real = set(Pillar.objects.filter(pk__in=numbers, is_real_data=True).values_list("pk", flat=True))
        _protect([row.thread_id for row in rows if row.pillar_id in real])
        return rows


def _protect(threads: list[int]) -> None:
    now = timezone.now()
    for start in range(0, len(threads), _AT_ONCE):
        Thread.objects.filter(pk__in=threads[start : start + _AT_ONCE]).protect(now)


class PillarAssignment(models.Model):
    """That a thread belongs to a pillar; a thread may be in several."""

    pillar = models.ForeignKey(
        Pillar, on_delete=models.PROTECT, related_name="assignments", verbose_name=_("pillar")
    )
    thread = models.ForeignKey(
        Thread, on_delete=models.CASCADE, related_name="assignments", verbose_name=_("thread")
    )
    created_at = models.DateTimeField(_("assigned"), auto_now_add=True)

    objects = PillarAssignmentQuerySet.as_manager()

    class Meta:
        ordering = ["pillar", "thread"]
        verbose_name = _("pillar assignment")
        verbose_name_plural = _("pillar assignments")
        constraints = [
            models.UniqueConstraint(fields=["pillar", "thread"], name="thread_once_per_pillar"),
        ]

    def __str__(self) -> str:
        return f"{self.pillar_id} · {self.thread_id}"

    @transaction.atomic
    def save(self, *args: Any, **kwargs: Any) -> None:
        """Write the assignment; a thread that comes into a pillar of real data is marked as such."""
        super().save(*args, **kwargs)
        if self.pillar.is_real_data:
            _protect([self.thread_id])
