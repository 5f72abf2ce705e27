"""The numbered sources of threads (Säulen)."""

from typing import TYPE_CHECKING, Any

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.core.validators import MinValueValidator, RegexValidator
from django.db import models, transaction
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django.contrib.auth.models import User


class PillarQuerySet(models.QuerySet["Pillar"]):
    """Chainable reads of pillars."""

    def visible_to(self, user: "User | AbstractBaseUser | AnonymousUser") -> "PillarQuerySet":
        """The pillars a user may see: all, with the right to view pillars; else none."""
        has_perm = getattr(user, "has_perm", None)
        return self if has_perm and has_perm("pillars.view_pillar") else self.none()

    def with_thread_count(self) -> "PillarQuerySet":
        """Add ``thread_count``, the number of threads assigned that are not archived."""
        active = models.Q(assignments__thread__archived_at__isnull=True)
        return self.annotate(thread_count=models.Count("assignments", filter=active))

    def lock(self) -> None:
        """Lock these pillars in their order until the transaction ends.

        Whatever makes threads locks all of them first, so that no content comes to be there twice.
        """
        list(self.select_for_update().order_by("pk"))


class Pillar(models.Model):
    """A numbered source of threads (Säule)."""

    number = models.PositiveSmallIntegerField(
        _("number"), primary_key=True, validators=[MinValueValidator(1)]
    )
    name = models.CharField(_("name"), max_length=120)
    name_en = models.CharField(_("English name"), max_length=120, blank=True)
    description = models.TextField(_("description"), blank=True)
    colour = models.CharField(
        _("colour"),
        max_length=7,
        default="#6c757d",
        validators=[RegexValidator(r"^#[0-9a-fA-F]{6}$", _("Write a colour as #rrggbb."))],
    )
    is_real_data = models.BooleanField(
        _("real data"),
        default=False,
        help_text=_("Texts of real people: only models that are allowed for real data may judge them."),
    )
    legal_basis = models.TextField(
        _("legal basis"), blank=True, help_text=_("For example: consent, with the place where it is kept.")
    )
    delete_on = models.DateField(
        _("texts are removed on"),
        null=True,
        blank=True,
        help_text=_(
            "From this day on the texts are removed for good, later ones too; answers and figures stay."
        ),
    )
    purged_at = models.DateTimeField(_("texts removed"), null=True, blank=True, editable=False)
    purge_refused_at = models.DateTimeField(
        _("removal of the texts refused"), null=True, blank=True, editable=False
    )
    created_at = models.DateTimeField(_("created"), auto_now_add=True)

    objects = PillarQuerySet.as_manager()

    class Meta:
        ordering = ["number"]
        verbose_name = _("pillar")
        verbose_name_plural = _("pillars")

    def __str__(self) -> str:
        return f"{self.number} {self.display_name}"

    @transaction.atomic
    def save(self, *args: Any, **kwargs: Any) -> None:
        """Write the pillar; the threads of one that holds real data are marked as such, and stay so."""
        super().save(*args, **kwargs)
        if self.is_real_data:
            self.threads.protect(timezone.now())

    @property
    def display_name(self) -> str:
        """The name in the reader's language; German where there is no other."""
        if self.name_en and (get_language() or "").startswith("en"):
            return self.name_en
        return self.name
