"""Items (what is evaluated once) and whose they are to do."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from evaluations.models.scenario import Member, Scenario
from pillars.models import Pillar, Thread


class Item(models.Model):
    """What is evaluated once: a thread, or two threads for a comparison.

    ``thread_b`` and the second pillar are empty for task types that look at one thread.
    """

    scenario = models.ForeignKey(
        Scenario, on_delete=models.CASCADE, related_name="items", verbose_name=_("scenario")
    )
    position = models.PositiveIntegerField(_("position"))
    external_id = models.CharField(_("external id"), max_length=200, blank=True)
    version = models.PositiveIntegerField(_("version"), default=1)
    thread_a = models.ForeignKey(
        Thread, on_delete=models.PROTECT, related_name="items_as_a", verbose_name=_("thread (A)")
    )
    thread_b = models.ForeignKey(
        Thread,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="items_as_b",
        verbose_name=_("thread B"),
    )
    pillar_a = models.ForeignKey(
        Pillar,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("pillar (A)"),
    )
    pillar_b = models.ForeignKey(
        Pillar, on_delete=models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("pillar B")
    )
    reference = models.JSONField(_("known right answer"), null=True, blank=True)
    is_gold = models.BooleanField(_("gold item"), default=False)

    class Meta:
        ordering = ["scenario", "position"]
        verbose_name = _("item")
        verbose_name_plural = _("items")
        constraints = [
            models.UniqueConstraint(fields=["scenario", "position"], name="one_item_per_position"),
            models.CheckConstraint(
                condition=~Q(thread_a=F("thread_b")), name="item_of_two_different_threads"
            ),
        ]
        indexes = [models.Index(fields=["scenario", "external_id"], name="item_by_external_id")]

    def __str__(self) -> str:
        return self.external_id or f"{self.scenario_id}.{self.position}"


class Assignment(models.Model):
    """An item that is a member's to do, with the sides and the place in the order drawn for them."""

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        DONE = "done", _("done")
        SKIPPED = "skipped", _("set aside")

    member = models.ForeignKey(
        Member, on_delete=models.CASCADE, related_name="assignments", verbose_name=_("member")
    )
    item = models.ForeignKey(
        Item, on_delete=models.CASCADE, related_name="assignments", verbose_name=_("item")
    )
    order = models.PositiveIntegerField(_("place in the order"), default=0)
    position = models.PositiveSmallIntegerField(
        _("position"), default=1, help_text=_("1: thread A is shown as A; 2: the sides are swapped.")
    )
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.OPEN)
    skip_reason = models.CharField(_("reason for setting aside"), max_length=300, blank=True)

    class Meta:
        ordering = ["member", "order"]
        verbose_name = _("assignment")
        verbose_name_plural = _("assignments")
        constraints = [
            models.UniqueConstraint(fields=["member", "item"], name="item_once_per_member"),
            models.CheckConstraint(condition=Q(position__in=[1, 2]), name="assignment_position_1_or_2"),
        ]
        indexes = [models.Index(fields=["member", "status", "order"], name="assignment_next")]

    def __str__(self) -> str:
        return f"{self.member} · {self.item}"
