"""Scenarios (one evaluation each) and the people in them."""

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser, User
from django.db import models
from django.utils.translation import gettext_lazy as _

from prompts.models import PromptVersion


class ScenarioQuerySet(models.QuerySet["Scenario"]):
    """Chainable reads of scenarios."""

    def visible_to(self, user: User | AbstractBaseUser | AnonymousUser) -> "ScenarioQuerySet":
        """The scenarios a user owns or is a member of; all for superusers."""
        if not isinstance(user, User):
            return self.none()
        if user.is_superuser:
            return self
        mine = models.Q(owner=user) | models.Q(pk__in=Member.objects.filter(user=user).values("scenario"))
        return self.filter(mine)

    def managed_by(self, user: User | AbstractBaseUser | AnonymousUser) -> "ScenarioQuerySet":
        """The scenarios whose answers of everybody a user may see: owner or viewer; all for superusers."""
        return self._of(user, Member.Role.OWNER, Member.Role.VIEWER)

    def owned_by(self, user: User | AbstractBaseUser | AnonymousUser) -> "ScenarioQuerySet":
        """The scenarios that a user may change: as an owner; all for superusers."""
        return self._of(user, Member.Role.OWNER)

    def _of(self, user: User | AbstractBaseUser | AnonymousUser, *roles: str) -> "ScenarioQuerySet":
        if not isinstance(user, User):
            return self.none()
        if user.is_superuser:
            return self
        taking_part = Member.objects.filter(user=user, role__in=roles)
        return self.filter(models.Q(owner=user) | models.Q(pk__in=taking_part.values("scenario")))


class Scenario(models.Model):
    """One evaluation: a task type, items, evaluators, prompt, distribution and rules for evaluators."""

    class Status(models.TextChoices):
        DRAFT = "draft", _("draft")
        COLLECTING = "collecting", _("collecting")
        EVALUATING = "evaluating", _("evaluating")
        ANALYSING = "analysing", _("analysing")
        COMPLETED = "completed", _("completed")
        ARCHIVED = "archived", _("archived")

    class Order(models.TextChoices):
        SAME = "same", _("the same for all")
        SHUFFLED = "shuffled", _("shuffled")
        SHUFFLED_PER_PERSON = "shuffled_per_person", _("shuffled for each person")

    name = models.CharField(_("name"), max_length=200)
    task_type = models.CharField(_("task type"), max_length=40, db_index=True)
    language = models.CharField(_("language"), max_length=2, default="de")
    status = models.CharField(_("status"), max_length=12, choices=Status, default=Status.DRAFT, db_index=True)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="scenarios", verbose_name=_("owner")
    )
    description = models.TextField(_("description"), blank=True)
    config = models.JSONField(_("settings of the task type"), default=dict)
    instructions = models.TextField(
        _("instructions"), blank=True, help_text=_("Markdown; shown to evaluators at the first visit.")
    )
    instructions_version = models.PositiveIntegerField(_("version of the instructions"), default=1)
    rules = models.JSONField(_("rules for evaluators"), default=dict, blank=True)
    distribution = models.JSONField(_("distribution"), default=dict, blank=True)
    order = models.CharField(_("order"), max_length=20, choices=Order, default=Order.SAME)
    prompt_version = models.ForeignKey(
        PromptVersion, on_delete=models.PROTECT, null=True, blank=True, verbose_name=_("prompt version")
    )
    prompt_config = models.JSONField(_("prompt configuration"), default=dict, blank=True)
    seed = models.BigIntegerField(_("seed"), default=0)
    draft = models.JSONField(_("unfinished set-up"), default=dict, blank=True)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    started_at = models.DateTimeField(_("started"), null=True, blank=True)

    objects = ScenarioQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at", "-id"]
        verbose_name = _("scenario")
        verbose_name_plural = _("scenarios")

    def __str__(self) -> str:
        return self.name

    @property
    def takes_answers(self) -> bool:
        """Whether people may answer now."""
        return self.status in (self.Status.COLLECTING, self.Status.EVALUATING, self.Status.ANALYSING)

    @property
    def is_over(self) -> bool:
        """Whether nothing may be changed any more."""
        return self.status in (self.Status.COMPLETED, self.Status.ARCHIVED)


class Member(models.Model):
    """A person in a scenario with a role; people of recorded answers need no account."""

    class Role(models.TextChoices):
        OWNER = "owner", _("owner")
        EVALUATOR = "evaluator", _("evaluator")
        VIEWER = "viewer", _("viewer")

    scenario = models.ForeignKey(
        Scenario, on_delete=models.CASCADE, related_name="members", verbose_name=_("scenario")
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, verbose_name=_("user")
    )
    name = models.CharField(_("name"), max_length=150)
    role = models.CharField(_("role"), max_length=10, choices=Role, default=Role.EVALUATOR)
    created_at = models.DateTimeField(_("added"), auto_now_add=True)
    reminded_at = models.DateTimeField(_("last reminder"), null=True, blank=True, editable=False)

    class Meta:
        ordering = ["scenario", "id"]
        verbose_name = _("member")
        verbose_name_plural = _("members")
        constraints = [
            models.UniqueConstraint(fields=["scenario", "user"], name="user_once_per_scenario"),
            models.UniqueConstraint(fields=["scenario", "name"], name="member_name_once_per_scenario"),
        ]

    def __str__(self) -> str:
        return self.name


class Invitation(models.Model):
    """A link by which people with an account join a scenario; what is kept is the token's hash."""

    scenario = models.ForeignKey(
        Scenario, on_delete=models.CASCADE, related_name="invitations", verbose_name=_("scenario")
    )
    token_hash = models.CharField(_("hash of the token"), max_length=64, unique=True, editable=False)
    role = models.CharField(_("role"), max_length=10, choices=Member.Role, default=Member.Role.EVALUATOR)
    note = models.CharField(_("note"), max_length=200, blank=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, verbose_name=_("made by")
    )
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    expires_at = models.DateTimeField(_("valid until"))
    revoked_at = models.DateTimeField(_("revoked"), null=True, blank=True)
    most_uses = models.PositiveIntegerField(_("how many may use it"), default=50)
    uses = models.PositiveIntegerField(_("used"), default=0)

    class Meta:
        ordering = ["scenario", "-id"]
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")

    def __str__(self) -> str:
        return self.note or f"{self.scenario_id}/{self.pk}"
