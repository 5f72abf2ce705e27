"""Providers (an endpoint with a key) and the models behind them."""

from decimal import Decimal

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser, User
from django.core.validators import MaxValueValidator, MinValueValidator, URLValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from llars.encrypted import EncryptedTextField


def cost_of(input_tokens: int, output_tokens: int, input_price: Decimal, output_price: Decimal) -> Decimal:
    """The price of so many tokens, at these prices of a million tokens each."""
    return (input_price * input_tokens + output_price * output_tokens) / 1_000_000


class ProviderQuerySet(models.QuerySet["Provider"]):
    """Chainable reads of providers."""

    def visible_to(self, user: User | AbstractBaseUser | AnonymousUser) -> "ProviderQuerySet":
        """The system's providers and the user's own that can be called; none without the right to judge."""
        if not isinstance(user, User) or not user.has_perm("evaluations.add_judgesession"):
            return self.none()
        callable_ones = self.exclude(kind=Provider.Kind.RECORDED)
        return callable_ones.filter(models.Q(owner__isnull=True) | models.Q(owner=user))


class Provider(models.Model):
    """An endpoint that serves models, or the baseline judge within this program.

    One of kind ``RECORDED`` cannot be called: its models stand for those whose answers were made
    elsewhere and brought in.
    """

    class Kind(models.TextChoices):
        OPENAI = "openai", _("OpenAI-compatible")
        BASELINE = "baseline", _("baseline judge (no language model)")
        RECORDED = "recorded", _("answers recorded elsewhere")

    KEEPS_TEXTS_HERE = (Kind.BASELINE, Kind.RECORDED)

    name = models.CharField(_("name"), max_length=120, unique=True)
    kind = models.CharField(_("kind"), max_length=20, choices=Kind, default=Kind.OPENAI)
    base_url = models.CharField(
        _("address"), max_length=500, blank=True, validators=[URLValidator(schemes=["http", "https"])]
    )
    api_key = EncryptedTextField(_("key"), blank=True, default="")
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        verbose_name=_("owner"),
        help_text=_("Empty: a provider of the system, for everybody."),
    )
    created_at = models.DateTimeField(_("created"), auto_now_add=True)

    objects = ProviderQuerySet.as_manager()

    class Meta:
        ordering = ["name"]
        verbose_name = _("provider")
        verbose_name_plural = _("providers")

    def __str__(self) -> str:
        return self.name


class ModelQuerySet(models.QuerySet["Model"]):
    """Chainable reads of models."""

    def visible_to(self, user: User | AbstractBaseUser | AnonymousUser) -> "ModelQuerySet":
        """The models of the providers that a user may use, active ones alone."""
        return self.filter(is_active=True, provider__in=Provider.objects.visible_to(user))


class Model(models.Model):
    """One LLM (or baseline judge) behind a provider, with its limits and prices."""

    class OutputMode(models.TextChoices):
        """How a model is made to answer in the wanted form, the strictest first."""

        JSON_SCHEMA = "json_schema", _("JSON schema")
        TOOL = "tool", _("tool call")
        JSON_OBJECT = "json_object", _("JSON mode")
        TEXT = "text", _("plain text")

    provider = models.ForeignKey(
        Provider, on_delete=models.CASCADE, related_name="served_models", verbose_name=_("provider")
    )
    name = models.CharField(_("name at the provider"), max_length=200)
    label = models.CharField(_("label"), max_length=200, blank=True)
    is_active = models.BooleanField(_("active"), default=True)
    is_default = models.BooleanField(_("default"), default=False)
    allowed_for_real_data = models.BooleanField(
        _("allowed for real data"),
        default=False,
        help_text=_("Whether texts of real people may be sent to it; administrators decide."),
    )
    output_mode = models.CharField(
        _("structured output"),
        max_length=20,
        choices=OutputMode,
        blank=True,
        help_text=_("Found out at the first call and remembered; empty it to find out again."),
    )
    max_in_flight = models.PositiveIntegerField(
        _("calls at once"), default=16, validators=[MinValueValidator(1), MaxValueValidator(1000)]
    )
    timeout_s = models.PositiveIntegerField(
        _("time limit of a call (s)"), default=300, validators=[MinValueValidator(1), MaxValueValidator(3600)]
    )
    max_output_tokens = models.PositiveIntegerField(
        _("output tokens"), default=8000, validators=[MinValueValidator(1)]
    )
    context_tokens = models.PositiveIntegerField(_("context window (tokens)"), null=True, blank=True)
    input_price = models.DecimalField(
        _("price of a million input tokens"), max_digits=12, decimal_places=4, default=Decimal(0)
    )
    output_price = models.DecimalField(
        _("price of a million output tokens"), max_digits=12, decimal_places=4, default=Decimal(0)
    )
    extra_body = models.JSONField(
        _("further request fields"),
        default=dict,
        blank=True,
        help_text=_('As JSON, for example {"repeat_penalty": 1.15}.'),
    )

    objects = ModelQuerySet.as_manager()

    class Meta:
        ordering = ["-is_default", "provider", "name"]
        verbose_name = _("model")
        verbose_name_plural = _("models")
        constraints = [
            models.UniqueConstraint(fields=["provider", "name"], name="model_once_per_provider"),
        ]

    def __str__(self) -> str:
        return self.label or self.name

    @property
    def is_language_model(self) -> bool:
        """Whether a language model answers, and not the measuring baseline judge."""
        return self.provider.kind != Provider.Kind.BASELINE

    @property
    def may_judge_real_data(self) -> bool:
        """Whether texts of real people may reach it; to the baseline judge they do not leave the machine."""
        return self.allowed_for_real_data or self.provider.kind in Provider.KEEPS_TEXTS_HERE
