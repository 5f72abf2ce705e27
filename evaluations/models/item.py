"""Items (what is evaluated once) and whose they are to do."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from evaluations.models.scenario import Member, Scenario
from pillars.models import Feature, Pillar, Thread


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
    is_practice = models.BooleanField(_("practice item"), default=False)
    repeat_of = models.ForeignKey(
        "self",
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="repeats",
        verbose_name=_("repeats"),
    )

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


class ItemFeature(models.Model):
    """A feature that is judged in an item; which ones these are never changes after the item was made.

    ``key`` names the feature towards evaluators, people and models alike, and tells nothing: the
    keys ``F1``, ``F2`` … are drawn for each item anew.
    """

    item = models.ForeignKey(
        Item, on_delete=models.CASCADE, related_name="item_features", verbose_name=_("item")
    )
    feature = models.ForeignKey(
        Feature, on_delete=models.PROTECT, related_name="item_features", verbose_name=_("feature")
    )
    key = models.CharField(_("key"), max_length=10)

    class Meta:
        ordering = ["item", "id"]
        verbose_name = _("feature of an item")
        verbose_name_plural = _("features of items")
        constraints = [
            models.UniqueConstraint(fields=["item", "feature"], name="feature_once_per_item"),
            models.UniqueConstraint(fields=["item", "key"], name="feature_key_once_per_item"),
        ]

    def __str__(self) -> str:
        return f"{self.item_id} {self.key}"


class Assignment(models.Model):
    """An item that is a member's to do, with the sides and the place in the order drawn for them.

    ``skipped`` items were set aside and come back; ``declined`` ones the person cannot judge, which
    is an end without an answer.
    """

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        DONE = "done", _("done")
        SKIPPED = "skipped", _("set aside")
        DECLINED = "declined", _("cannot be judged")

    TO_DO = (Status.OPEN, Status.SKIPPED)

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
    is_flagged = models.BooleanField(_("flagged"), default=False)
    is_unsure = models.BooleanField(_("unsure"), default=False)
    first_seen_at = models.DateTimeField(_("first seen"), null=True, blank=True)
    finished_at = models.DateTimeField(_("finished"), null=True, blank=True)

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


class Draft(models.Model):
    """What a person has entered and not handed in yet.

    ``fields`` are the form's as they stand, ``revision`` grows with each save so that two windows
    cannot overwrite one another unseen, ``active_time_ms`` is the time spent without idling.
    """

    assignment = models.OneToOneField(
        Assignment, on_delete=models.CASCADE, related_name="draft", verbose_name=_("assignment")
    )
    item_version = models.PositiveIntegerField(_("version of the item"), default=1)
    fields = models.JSONField(_("fields"), default=dict)
    revision = models.PositiveIntegerField(_("revision"), default=0)
    active_time_ms = models.PositiveIntegerField(_("active time (ms)"), default=0)
    saved_at = models.DateTimeField(_("saved"))

    class Meta:
        verbose_name = _("draft")
        verbose_name_plural = _("drafts")

    def __str__(self) -> str:
        return f"{self.assignment_id} r{self.revision}"
