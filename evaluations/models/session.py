"""Judge sessions, the queue of their tasks, and the jobs that drain it."""

from datetime import datetime

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser, User
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Count, Q
from django.utils.translation import gettext_lazy as _

from evaluations.models.item import Item
from evaluations.models.provider import Model, Provider
from evaluations.models.scenario import Member, Scenario
from prompts.models import PromptVersion


class JudgeSessionQuerySet(models.QuerySet["JudgeSession"]):
    """Chainable reads of judge sessions."""

    def visible_to(self, user: User | AbstractBaseUser | AnonymousUser) -> "JudgeSessionQuerySet":
        """The sessions of the scenarios whose answers a user may see."""
        return self.filter(scenario__in=Scenario.objects.managed_by(user))

    def with_counts(self) -> "JudgeSessionQuerySet":
        """Add ``total_comparisons``, ``completed_comparisons`` and ``failed_comparisons``."""
        return self.annotate(
            total_comparisons=Count("tasks"),
            completed_comparisons=Count("tasks", filter=Q(tasks__status=JudgeTask.Status.COMPLETED)),
            failed_comparisons=Count("tasks", filter=Q(tasks__status=JudgeTask.Status.FAILED)),
        )


class JudgeSession(models.Model):
    """One model's run through a scenario, with a lifecycle, a frozen prompt and a frozen configuration."""

    class Status(models.TextChoices):
        CREATED = "created", _("created")
        QUEUED = "queued", _("queued")
        RUNNING = "running", _("running")
        PAUSED = "paused", _("paused")
        COMPLETED = "completed", _("completed")
        FAILED = "failed", _("failed")

    ACTIVE = (Status.QUEUED, Status.RUNNING)

    scenario = models.ForeignKey(
        Scenario, on_delete=models.CASCADE, related_name="sessions", verbose_name=_("scenario")
    )
    name = models.CharField(_("name"), max_length=200)
    model = models.ForeignKey(
        Model, on_delete=models.PROTECT, related_name="sessions", verbose_name=_("model")
    )
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, verbose_name=_("made by")
    )
    status = models.CharField(
        _("status"), max_length=10, choices=Status, default=Status.CREATED, db_index=True
    )
    status_reason = models.CharField(_("reason of the status"), max_length=40, blank=True)
    status_detail = models.TextField(_("reason in words"), blank=True)
    config = models.JSONField(_("frozen configuration"), default=dict)
    prompt_version = models.ForeignKey(
        PromptVersion,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="sessions",
        verbose_name=_("prompt version"),
    )
    system_text = models.TextField(_("frozen system text"), blank=True)
    user_text = models.TextField(_("frozen user text"), blank=True)
    prompt_hash = models.CharField(_("hash of the prompt"), max_length=64, blank=True)
    temperature = models.FloatField(
        _("temperature"), default=0.0, validators=[MinValueValidator(0.0), MaxValueValidator(2.0)]
    )
    seed = models.BigIntegerField(_("seed"))
    worker_count = models.PositiveSmallIntegerField(
        _("workers"), default=1, validators=[MinValueValidator(1), MaxValueValidator(16)]
    )
    position_swap = models.BooleanField(_("both positions"), default=True)
    repetitions = models.PositiveSmallIntegerField(
        _("repetitions of a pair"), default=1, validators=[MinValueValidator(1), MaxValueValidator(20)]
    )
    created_at = models.DateTimeField(_("created"), auto_now_add=True, db_index=True)
    started_at = models.DateTimeField(_("started"), null=True, blank=True)
    finished_at = models.DateTimeField(_("finished"), null=True, blank=True)

    objects = JudgeSessionQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at", "-id"]
        verbose_name = _("judge session")
        verbose_name_plural = _("judge sessions")

    def __str__(self) -> str:
        return self.name

    @property
    def is_recorded(self) -> bool:
        """Whether its answers were made elsewhere, so that it can never run."""
        return self.model.provider.kind == Provider.Kind.RECORDED

    @property
    def generates_features(self) -> bool:
        """Whether it writes texts and judges nothing."""
        return "generates" in self.config

    @property
    def is_alone(self) -> bool:
        """Whether its scenario was made for it, and nobody else has come into it since."""
        scenario = self.scenario
        others = scenario.members.exclude(role=Member.Role.OWNER)
        return (
            ("comparison_mode" in self.config or self.generates_features)
            and not scenario.sessions.exclude(pk=self.pk).exists()
            and not others.exists()
        )

    @property
    def is_active(self) -> bool:
        """Whether workers are, or should be, at it."""
        return self.status in self.ACTIVE


class JudgeTaskQuerySet(models.QuerySet["JudgeTask"]):
    """Chainable reads of the queue."""

    def open(self) -> "JudgeTaskQuerySet":
        """Tasks that have neither an answer nor a final failure."""
        return self.filter(status__in=JudgeTask.OPEN)

    def claimable(self, now: datetime) -> "JudgeTaskQuerySet":
        """Tasks a worker may take now, in queue order."""
        waited = Q(not_before__isnull=True) | Q(not_before__lte=now)
        return self.filter(waited, status=JudgeTask.Status.PENDING).order_by("queue_position")

    def expired(self, now: datetime) -> "JudgeTaskQuerySet":
        """Tasks whose worker has not renewed its lease in time."""
        return self.filter(status=JudgeTask.Status.RUNNING, leased_until__lt=now)


class JudgeTask(models.Model):
    """One call to make: item x position x repetition; the queue is these rows."""

    class Status(models.TextChoices):
        PENDING = "pending", _("waiting")
        RUNNING = "running", _("running")
        COMPLETED = "completed", _("completed")
        FAILED = "failed", _("failed")

    OPEN = (Status.PENDING, Status.RUNNING)

    session = models.ForeignKey(
        JudgeSession, on_delete=models.CASCADE, related_name="tasks", verbose_name=_("judge session")
    )
    item = models.ForeignKey(
        Item, on_delete=models.RESTRICT, related_name="judge_tasks", verbose_name=_("item")
    )
    position = models.PositiveSmallIntegerField(_("position"))
    repetition = models.PositiveSmallIntegerField(_("repetition"), default=1)
    queue_position = models.PositiveIntegerField(_("place in the queue"))
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.PENDING)
    lease_token = models.CharField(_("lease"), max_length=40, blank=True)
    leased_until = models.DateTimeField(_("leased until"), null=True, blank=True)
    worker_name = models.CharField(_("worker"), max_length=120, blank=True)
    not_before = models.DateTimeField(_("not before"), null=True, blank=True)
    failure_code = models.CharField(_("failure"), max_length=40, blank=True)
    failure_detail = models.TextField(_("failure in words"), blank=True)
    started_at = models.DateTimeField(_("started"), null=True, blank=True)
    finished_at = models.DateTimeField(_("finished"), null=True, blank=True)

    objects = JudgeTaskQuerySet.as_manager()

    class Meta:
        ordering = ["session", "queue_position"]
        verbose_name = _("judge task")
        verbose_name_plural = _("judge tasks")
        constraints = [
            models.UniqueConstraint(
                fields=["session", "item", "position", "repetition"], name="one_task_per_call"
            ),
            models.UniqueConstraint(fields=["session", "queue_position"], name="one_task_per_queue_position"),
            models.CheckConstraint(condition=Q(position__in=[1, 2]), name="task_position_1_or_2"),
        ]
        indexes = [
            models.Index(fields=["session", "status", "queue_position"], name="task_queue"),
            models.Index(fields=["status", "leased_until"], name="task_leases"),
            models.Index(fields=["lease_token"], name="task_lease_token"),
            models.Index(fields=["session", "finished_at"], name="task_ended"),
        ]

    def __str__(self) -> str:
        return f"{self.session_id}.{self.queue_position}"


class DrainJobQuerySet(models.QuerySet["DrainJob"]):
    """Chainable reads of the jobs that drain sessions."""

    def running(self, since: datetime) -> "DrainJobQuerySet":
        """Those that run and have given a sign of life since then."""
        return self.filter(status=DrainJob.Status.RUNNING, heartbeat_at__gte=since)


class DrainJob(models.Model):
    """One RQ job that drains a session: the row comes first and tells whether the job is still alive."""

    class Status(models.TextChoices):
        ENQUEUED = "enqueued", _("waiting for a worker")
        RUNNING = "running", _("running")
        ENDED = "ended", _("ended")

    session = models.ForeignKey(
        JudgeSession, on_delete=models.CASCADE, related_name="drain_jobs", verbose_name=_("judge session")
    )
    slot = models.PositiveSmallIntegerField(_("slot"))
    token = models.CharField(_("token"), max_length=40)
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.ENQUEUED)
    worker_name = models.CharField(_("worker"), max_length=120, blank=True)
    in_flight = models.PositiveIntegerField(_("calls in flight"), default=0)
    places = models.PositiveIntegerField(_("calls it may have in flight"), default=0)
    enqueued_at = models.DateTimeField(_("enqueued"))
    heartbeat_at = models.DateTimeField(_("last sign of life"))

    objects = DrainJobQuerySet.as_manager()

    class Meta:
        ordering = ["session", "slot"]
        verbose_name = _("drain job")
        verbose_name_plural = _("drain jobs")
        constraints = [
            models.UniqueConstraint(fields=["session", "slot"], name="one_drain_job_per_slot"),
        ]
        indexes = [models.Index(fields=["status", "heartbeat_at"], name="drain_job_alive")]

    def __str__(self) -> str:
        return f"{self.session_id}/{self.slot}"
