"""Trial runs of prompts: a few items, one or two versions, one model. They count nowhere else."""

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser, User
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from evaluations.models.evaluation import CallMade
from evaluations.models.item import Item
from evaluations.models.provider import Model
from pillars.models import Thread
from prompts.models import PromptVersion


class PromptTrialQuerySet(models.QuerySet["PromptTrial"]):
    """Chainable reads of trial runs."""

    def visible_to(self, user: User | AbstractBaseUser | AnonymousUser) -> "PromptTrialQuerySet":
        """A user's own; all for superusers."""
        if not isinstance(user, User):
            return self.none()
        return self if user.is_superuser else self.filter(created_by=user)

    def unended(self) -> "PromptTrialQuerySet":
        """Those that a worker is to do, or is at."""
        return self.exclude(status=PromptTrial.Status.ENDED)


class PromptTrial(models.Model):
    """One trial run. The row comes first: the RQ job whose ``token`` it names does the calls.

    ``second`` is empty where one version is tried alone.
    """

    class Status(models.TextChoices):
        ENQUEUED = "enqueued", _("waiting for a worker")
        RUNNING = "running", _("running")
        ENDED = "ended", _("ended")

    task_type = models.CharField(_("task type"), max_length=40)
    first = models.ForeignKey(
        PromptVersion, on_delete=models.PROTECT, related_name="+", verbose_name=_("first version")
    )
    second = models.ForeignKey(
        PromptVersion,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("second version"),
    )
    model = models.ForeignKey(
        Model, on_delete=models.CASCADE, related_name="prompt_trials", verbose_name=_("model")
    )
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="prompt_trials",
        verbose_name=_("made by"),
    )
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.ENQUEUED)
    token = models.CharField(_("token"), max_length=40)
    created_at = models.DateTimeField(_("created"))
    enqueued_at = models.DateTimeField(_("enqueued"))
    heartbeat_at = models.DateTimeField(_("last sign of life"))
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)

    objects = PromptTrialQuerySet.as_manager()

    class Meta:
        ordering = ["-id"]
        verbose_name = _("trial run")
        verbose_name_plural = _("trial runs")
        indexes = [models.Index(fields=["status", "heartbeat_at"], name="trial_alive")]

    def __str__(self) -> str:
        names = " / ".join(str(version) for version in self.versions)
        return f"{names} · {self.model}"

    @property
    def versions(self) -> list[PromptVersion]:
        """The one or two versions in their order."""
        return [self.first] if self.second is None else [self.first, self.second]

    @property
    def has_ended(self) -> bool:
        """Whether every call has its answer or its failure."""
        return self.status == self.Status.ENDED


class PromptTrialCall(models.Model):
    """One question of a trial run: a version filled with a scenario's item, or with threads of pillars.

    ``config`` and ``language`` are the task type's settings as they were when the trial was made.
    ``place`` numbers the items of the trial from 1.
    """

    class Status(models.TextChoices):
        PENDING = "pending", _("waiting")
        COMPLETED = "completed", _("completed")
        FAILED = "failed", _("failed")

    trial = models.ForeignKey(
        PromptTrial, on_delete=models.CASCADE, related_name="calls", verbose_name=_("trial run")
    )
    version = models.ForeignKey(
        PromptVersion, on_delete=models.PROTECT, related_name="+", verbose_name=_("prompt version")
    )
    place = models.PositiveSmallIntegerField(_("place"))
    item = models.ForeignKey(
        Item, on_delete=models.CASCADE, null=True, blank=True, related_name="+", verbose_name=_("item")
    )
    thread_a = models.ForeignKey(
        Thread,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("thread (A)"),
    )
    thread_b = models.ForeignKey(
        Thread, on_delete=models.CASCADE, null=True, blank=True, related_name="+", verbose_name=_("thread B")
    )
    config = models.JSONField(_("settings of the task type"), default=dict)
    language = models.CharField(_("language"), max_length=2)
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.PENDING)
    payload = models.JSONField(_("answer"), null=True, blank=True)
    failure_code = models.CharField(_("failure"), max_length=40, blank=True)
    failure_detail = models.TextField(_("failure in words"), blank=True)

    class Meta:
        ordering = ["trial", "place", "id"]
        verbose_name = _("call of a trial run")
        verbose_name_plural = _("calls of trial runs")
        constraints = [
            models.UniqueConstraint(fields=["trial", "version", "place"], name="one_trial_call"),
            # Both may be empty for a moment: MariaDB empties them before it deletes the rows.
            models.CheckConstraint(
                condition=Q(item__isnull=True) | Q(thread_a__isnull=True, thread_b__isnull=True),
                name="trial_of_item_or_threads",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.trial_id}.{self.place}"


class TrialAttempt(CallMade):
    """One call made for a question of a trial run."""

    call = models.ForeignKey(
        PromptTrialCall,
        on_delete=models.CASCADE,
        related_name="attempts",
        verbose_name=_("call of a trial run"),
    )

    class Meta:
        ordering = ["call", "id"]
        verbose_name = _("attempt of a trial run")
        verbose_name_plural = _("attempts of trial runs")

    def __str__(self) -> str:
        return f"{self.call_id} #{self.number}"
