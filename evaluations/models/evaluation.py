"""Recorded answers, of people and of judges, and every attempt that a judge needed for one."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from evaluations.models.item import Item
from evaluations.models.provider import Model
from evaluations.models.scenario import Member, Scenario
from evaluations.models.session import JudgeTask


class Evaluation(models.Model):
    """One recorded answer of a person or of a judge task.

    ``payload`` is the answer in the frame it was given in (``position`` 2: the sides were
    swapped); ``verdict`` and ``scores`` are in the item's own frame. ``scores`` is what
    statistics need of the payload, by aspect: a number, or for a comparison
    ``[score of thread A, score of thread B]``.
    """

    scenario = models.ForeignKey(
        Scenario, on_delete=models.CASCADE, related_name="evaluations", verbose_name=_("scenario")
    )
    item = models.ForeignKey(
        Item, on_delete=models.CASCADE, related_name="evaluations", verbose_name=_("item")
    )
    task = models.OneToOneField(
        JudgeTask,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="evaluation",
        verbose_name=_("judge task"),
    )
    member = models.ForeignKey(
        Member,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="evaluations",
        verbose_name=_("member"),
    )
    model = models.ForeignKey(
        Model,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="evaluations",
        verbose_name=_("model"),
    )
    version = models.PositiveIntegerField(_("version"), default=1)
    is_current = models.BooleanField(
        _("current"), default=True, help_text=_("Off for an answer that its author has changed since.")
    )
    item_version = models.PositiveIntegerField(_("version of the item"), default=1)
    position = models.PositiveSmallIntegerField(_("position"), default=1)
    payload = models.JSONField(_("answer"))
    verdict = models.CharField(_("verdict"), max_length=120, blank=True)
    scores = models.JSONField(_("scores"), default=dict, blank=True)
    confidence = models.FloatField(
        _("confidence"), null=True, validators=[MinValueValidator(0.0), MaxValueValidator(1.0)]
    )
    reasoning = models.TextField(_("reasoning"), blank=True)
    is_contradictory = models.BooleanField(_("reason and verdict contradict each other"), default=False)
    is_recorded = models.BooleanField(_("recorded elsewhere"), default=False)
    output_mode = models.CharField(_("structured output"), max_length=20, blank=True)
    model_version = models.CharField(_("version of the model"), max_length=200, blank=True)
    prompt_hash = models.CharField(_("hash of the prompt"), max_length=64, blank=True)
    processing_time_ms = models.PositiveIntegerField(_("duration (ms)"), null=True, blank=True)
    comment = models.TextField(_("comment"), blank=True)
    annotations = models.JSONField(_("comments on scores, and quotes"), default=dict, blank=True)
    active_time_ms = models.PositiveIntegerField(_("active time (ms)"), null=True, blank=True)
    instructions_version = models.PositiveIntegerField(
        _("version of the instructions"), null=True, blank=True
    )
    submission_key = models.CharField(_("key of the submission"), max_length=40, blank=True)
    created_at = models.DateTimeField(_("time"), db_index=True)

    class Meta:
        ordering = ["id"]
        verbose_name = _("evaluation")
        verbose_name_plural = _("evaluations")
        constraints = [
            models.UniqueConstraint(fields=["task"], name="one_answer_per_task"),
            models.UniqueConstraint(fields=["member", "item", "version"], name="one_answer_per_version"),
            models.CheckConstraint(
                condition=Q(confidence__isnull=True) | Q(confidence__gte=0.0, confidence__lte=1.0),
                name="confidence_0_to_1",
            ),
        ]
        indexes = [
            models.Index(fields=["scenario", "verdict"], name="evaluation_verdict"),
            models.Index(fields=["scenario", "is_current", "item"], name="evaluation_current"),
        ]

    def __str__(self) -> str:
        return f"{self.item_id}: {self.verdict}"


class CallMade(models.Model):
    """A call that was made to a model, whatever came of it; ``failure_code`` is empty where it succeeded."""

    number = models.PositiveSmallIntegerField(_("number"))
    output_mode = models.CharField(_("structured output"), max_length=20, blank=True)
    failure_code = models.CharField(_("failure"), max_length=40, blank=True)
    failure_detail = models.TextField(_("failure in words"), blank=True)
    raw_text = models.TextField(_("raw answer"), blank=True)
    input_tokens = models.PositiveIntegerField(_("input tokens"), default=0)
    output_tokens = models.PositiveIntegerField(_("output tokens"), default=0)
    tokens_estimated = models.BooleanField(_("tokens estimated"), default=False)
    cost = models.DecimalField(_("cost"), max_digits=14, decimal_places=8, default=0)
    latency_ms = models.PositiveIntegerField(_("duration (ms)"), default=0)
    started_at = models.DateTimeField(_("started"))

    class Meta:
        abstract = True


class Attempt(CallMade):
    """One call made for a judge task."""

    task = models.ForeignKey(
        JudgeTask, on_delete=models.CASCADE, related_name="attempts", verbose_name=_("judge task")
    )

    class Meta:
        ordering = ["task", "id"]
        verbose_name = _("attempt")
        verbose_name_plural = _("attempts")
        indexes = [
            models.Index(fields=["failure_code"], name="attempt_failures"),
            models.Index(fields=["started_at"], name="attempt_begun"),
        ]

    def __str__(self) -> str:
        return f"{self.task_id} #{self.number}"
