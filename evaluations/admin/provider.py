"""Providers (a key goes in, never comes out) and their models."""

from typing import Any, cast

from django import forms
from django.contrib import admin, messages
from django.contrib.auth.models import User
from django.db.models import Count, QuerySet
from django.forms.fields import InvalidJSONInput
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from evaluations.default_model import make_default
from evaluations.models import Model, Provider
from llars.roles import is_administrator
from llars.storable import fault_in
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


def _may_change(request: HttpRequest, provider: Provider | None) -> bool:
    if provider is None or is_administrator(request.user):
        return True
    return provider.owner_id is not None and provider.owner_id == request.user.pk


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
        """What the user may use, with the number of models; everything for administrators."""
        rows = Provider.objects.all()
        if not is_administrator(request.user):
            rows = rows.visible_to(request.user)
        return rows.annotate(models_counted=Count("served_models"))

    def get_exclude(self, request: HttpRequest, obj: Provider | None = None) -> tuple[str, ...]:
        """Only administrators say whose a provider is: those of the system may name any host."""
        return () if is_administrator(request.user) else ("owner",)

    def has_change_permission(self, request: HttpRequest, obj: Provider | None = None) -> bool:
        """Administrators all, others their own."""
        return super().has_change_permission(request, obj) and _may_change(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Provider | None = None) -> bool:
        """Administrators all, others their own."""
        return super().has_delete_permission(request, obj) and _may_change(request, obj)

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        """Deleting many at once is for administrators, as it asks for no single one's owner."""
        return dict(super().get_actions(request)) if is_administrator(request.user) else {}

    def save_model(
        self, request: HttpRequest, obj: Provider, form: TypedForm[Provider], change: bool
    ) -> None:
        """Save; a provider that is not made by an administrator is its maker's."""
        if not is_administrator(request.user):
            obj.owner = cast(User, request.user)
            if change and "base_url" in form.changed_data:
                # What an administrator allowed was another machine.
                obj.served_models.update(allowed_for_real_data=False)
        super().save_model(request, obj, form, change)

    @admin.display(description=gettext_lazy("key"), boolean=True)
    def has_key(self, provider: Provider) -> bool:
        """Whether a key is stored (and can be read with the keys of this installation)."""
        return bool(provider.api_key)

    @admin.display(description=gettext_lazy("models"))
    def model_count(self, provider: Provider) -> int:
        """How many models are known behind it."""
        return int(getattr(provider, "models_counted"))  # noqa: B009


class TypedJSON(forms.JSONField):
    """JSON that a refused form shows again as it was typed, whatever it holds."""

    def bound_data(self, data: Any, initial: Any) -> Any:
        """What was typed."""
        return InvalidJSONInput(data)


class ModelForm(TypedForm[Model]):
    """A model; what is sent along with its calls is a JSON object."""

    class Meta:
        model = Model
        fields = "__all__"
        field_classes = {"extra_body": TypedJSON}

    def clean_extra_body(self) -> dict[str, Any]:
        """An object that can be kept and sent; nothing written means nothing to send."""
        value = self.cleaned_data["extra_body"]
        if value is None:
            return {}
        if not isinstance(value, dict):
            raise forms.ValidationError(_('Write a JSON object, for example {"top_k": 20}.'))
        if fault := fault_in(value):
            raise forms.ValidationError(fault)
        return value


@admin.register(Model)
class ModelAdmin(TypedAdmin[Model]):
    """Models with limits and prices; one of all is the default."""

    form = ModelForm
    list_display = (
        "__str__",
        "name",
        "provider",
        "is_active",
        "is_default",
        "allowed_for_real_data",
        "output_mode",
        "max_in_flight",
    )
    list_filter = (("provider", admin.RelatedOnlyFieldListFilter), "is_active")
    list_select_related = ("provider",)
    search_fields = ("name", "label")
    actions = ("choose_as_default",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Model]:
        """The models of the providers that the user may use; everything for administrators."""
        rows = super().get_queryset(request)
        if is_administrator(request.user):
            return rows
        return rows.filter(provider__in=Provider.objects.visible_to(request.user))

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> tuple[str, ...]:
        """What concerns everybody, the default and what is allowed for real data, administrators choose."""
        return () if is_administrator(request.user) else ("is_default", "allowed_for_real_data")

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        """Actions are for administrators, as they ask for no single model's owner."""
        return dict(super().get_actions(request)) if is_administrator(request.user) else {}

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """A model is added to a provider that one may change."""
        if db_field.name == "provider" and not is_administrator(request.user):
            kwargs["queryset"] = Provider.objects.filter(owner=request.user.pk)
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Administrators all, others those of their own providers."""
        return super().has_change_permission(request, obj) and _may_change(
            request, obj.provider if obj else None
        )

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Administrators all, others those of their own providers."""
        return super().has_delete_permission(request, obj) and _may_change(
            request, obj.provider if obj else None
        )

    def save_model(self, request: HttpRequest, obj: Model, form: TypedForm[Model], change: bool) -> None:
        """Save; a new default takes the place of the old one."""
        if not is_administrator(request.user) and {"name", "provider"} & set(form.changed_data):
            obj.allowed_for_real_data = False
        super().save_model(request, obj, form, change)
        if obj.is_default:
            make_default(obj)

    @admin.action(description=gettext_lazy("Make default"), permissions=["change"])
    def choose_as_default(self, request: HttpRequest, queryset: QuerySet[Model]) -> None:
        """Make the selected model the default; there is one, so exactly one is to be selected."""
        chosen = list(queryset[:2])
        if len(chosen) != 1:
            self.message_user(request, _("Choose exactly one model as the default."), messages.ERROR)
            return
        make_default(chosen[0])
        self.message_user(request, _("“%s” is the default now.") % chosen[0], messages.SUCCESS)
