"""Providers (a key goes in, never comes out) and their models."""

from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from evaluations.default_model import make_default
from evaluations.models import Model, Provider
from llars.typed_admin import TypedAdmin, TypedForm


class ProviderForm(TypedForm[Provider]):
    """A provider; the key's field is always empty, and left so the stored key stays."""

    base_url = forms.URLField(
        label=gettext_lazy("address"), required=False, max_length=500, assume_scheme="https"
    )
    api_key = forms.CharField(
        label=gettext_lazy("key"),
        required=False,
        strip=True,
        widget=forms.PasswordInput(render_value=False, attrs={"autocomplete": "new-password"}),
        help_text=gettext_lazy("Leave empty to keep the stored key. It is never shown."),
    )

    class Meta:
        model = Provider
        fields = ("name", "kind", "base_url", "api_key", "owner")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # The instance's key must not reach the page, not even as the field's initial value.
        self._stored_key = self.instance.api_key
        self.initial.pop("api_key", None)

    def clean_api_key(self) -> str:
        """The new key, or the stored one where none was given."""
        return self.cleaned_data["api_key"] or self._stored_key

    def clean(self) -> dict[str, Any]:
        """An endpoint needs an address."""
        data = super().clean() or self.cleaned_data
        if data.get("kind") == Provider.Kind.OPENAI and not data.get("base_url"):
            self.add_error("base_url", _("Say where the models are served, for example https://host/v1."))
        return data


@admin.register(Provider)
class ProviderAdmin(TypedAdmin[Provider]):
    """Providers of the system (without an owner) and of single users."""

    form = ProviderForm
    list_display = ("name", "kind", "base_url", "owner", "has_key", "model_count")
    list_filter = ("kind",)
    list_select_related = ("owner",)
    search_fields = ("name", "base_url")
    raw_id_fields = ("owner",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Provider]:
        """What the user may use, with the number of models; everything for superusers."""
        rows = Provider.objects.all()
        if not getattr(request.user, "is_superuser", False):
            rows = rows.visible_to(request.user)
        return rows.annotate(models_counted=Count("models"))

    @admin.display(description=gettext_lazy("key"), boolean=True)
    def has_key(self, provider: Provider) -> bool:
        """Whether a key is stored (and can be read with the keys of this installation)."""
        return bool(provider.api_key)

    @admin.display(description=gettext_lazy("models"))
    def model_count(self, provider: Provider) -> int:
        """How many models are known behind it."""
        return int(getattr(provider, "models_counted"))  # noqa: B009


@admin.register(Model)
class ModelAdmin(TypedAdmin[Model]):
    """Models with limits and prices; one of all is the default."""

    list_display = ("__str__", "name", "provider", "is_active", "is_default", "output_mode", "max_in_flight")
    list_filter = ("provider", "is_active")
    list_select_related = ("provider",)
    search_fields = ("name", "label")
    actions = ("choose_as_default",)

    def save_model(self, request: HttpRequest, obj: Model, form: TypedForm[Model], change: bool) -> None:
        """Save; a new default takes the place of the old one."""
        super().save_model(request, obj, form, change)
        if obj.is_default:
            make_default(obj)

    @admin.action(description=gettext_lazy("Make default"), permissions=["change"])
    def choose_as_default(self, request: HttpRequest, queryset: QuerySet[Model]) -> None:
        """Make the first of the selected models the default."""
        chosen = queryset.first()
        if chosen is not None:
            make_default(chosen)
            self.message_user(request, _("“%s” is the default now.") % chosen)
