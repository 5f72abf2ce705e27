"""The admin of pillars."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from llars.errors import WrongState
from llars.roles import is_administrator
from llars.typed_admin import TypedAdmin, TypedForm
from pillars.deletion_day import consequence, deletion_day, warning
from pillars.models import Pillar
from pillars.retention import due, foretell, purge


class PillarForm(TypedForm[Pillar]):
    """A pillar, its colour chosen from a palette; a deletion day that has come asks for a tick."""

    remove_now = forms.BooleanField(
        label=gettext_lazy("Yes, remove them now"),
        required=False,
        help_text=gettext_lazy(
            "Only needed for a day that is today or past: the texts then go for good within an hour."
        ),
    )

    class Meta:
        model = Pillar
        fields = (
            "number", "name", "name_en", "description", "colour", "is_real_data", "legal_basis", "delete_on",
        )  # fmt: skip
        widgets = {
            "colour": forms.TextInput(attrs={"type": "color"}),
            "delete_on": forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        }

    def clean(self) -> dict[str, Any]:
        """Refuse a day that has come unless it is said to be meant."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if "delete_on" in self.changed_data and not data.get("remove_now"):
            pillar = None if self.instance._state.adding else self.instance
            words = warning(pillar, data.get("delete_on"), timezone.localdate())
            if words:
                to_do = _("Choose a later day or, if this is meant, tick “Yes, remove them now”.")
                self.add_error("delete_on", f"{words} {to_do}")
        return data


@admin.register(Pillar)
class PillarAdmin(TypedAdmin[Pillar]):
    """Pillars with their colour and the number of their threads."""

    form = PillarForm
    actions = ("remove_texts",)
    list_display = (
        "number",
        "name",
        "name_en",
        "swatch",
        "thread_count",
        "is_real_data",
        "delete_on",
        "removal",
    )
    list_display_links = ("number", "name")
    search_fields = ("name", "name_en")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Pillar]:
        """Pillars with ``thread_count``, and ``is_due`` where their texts are to be removed by now."""
        is_due = Exists(due(timezone.localdate()).filter(pk=OuterRef("pk")))
        return Pillar.objects.with_thread_count().annotate(is_due=is_due)

    def get_readonly_fields(self, request: HttpRequest, obj: Pillar | None = None) -> tuple[str, ...]:
        """The number is a pillar's identity; what protects real data, administrators alone take back."""
        if obj is None:
            return ()
        protected = obj.is_real_data and not is_administrator(request.user)
        return ("number", "is_real_data", "legal_basis", "delete_on") if protected else ("number",)

    def get_fields(self, request: HttpRequest, obj: Pillar | None = None) -> tuple[str, ...]:
        """The form's fields; the tick beneath the day only for who may change it."""
        may_change = "delete_on" not in self.get_readonly_fields(request, obj)
        return (*PillarForm.Meta.fields, "remove_now") if may_change else PillarForm.Meta.fields

    def save_model(self, request: HttpRequest, obj: Pillar, form: Any, change: bool) -> None:
        """Write the pillar; where its day is new, say what the day means for other pillars' texts."""
        super().save_model(request, obj, form, change)
        if "delete_on" in form.changed_data:
            words = consequence(obj, timezone.localdate())
            if words:
                self.message_user(request, words, messages.WARNING)

    @admin.display(description=gettext_lazy("colour"))
    def swatch(self, pillar: Pillar) -> SafeString:
        """The colour as a picture: the content security policy allows no style attributes."""
        return format_html(
            '<svg width="16" height="16" aria-hidden="true">'
            '<rect width="16" height="16" rx="3" fill="{}"/></svg> {}',
            pillar.colour,
            pillar.colour,
        )

    @admin.display(description=gettext_lazy("threads"), ordering="thread_count")
    def thread_count(self, pillar: Pillar) -> int:
        """How many threads are assigned that are not archived."""
        return int(getattr(pillar, "thread_count"))  # noqa: B009

    @admin.display(description=gettext_lazy("removal of the texts"))
    def removal(self, pillar: Pillar) -> str:
        """When the texts go, and why they are still there where the day has passed."""
        day = deletion_day(pillar, timezone.now(), is_due=getattr(pillar, "is_due"))  # noqa: B009
        return day.words if day else ""

    @admin.action(description=gettext_lazy("Remove the texts for good…"), permissions=["delete"])
    def remove_texts(self, request: HttpRequest, queryset: QuerySet[Pillar]) -> HttpResponse | None:
        """Ask, then remove the texts of the selected pillars; answers and figures stay."""
        chosen = list(queryset)
        if "confirmed" not in request.POST:
            context = {
                **self.admin_site.each_context(request),
                "title": _("Remove the texts for good"),
                "purges": [(pillar, foretell(pillar)) for pillar in chosen],
                "opts": self.model._meta,
            }
            return TemplateResponse(request, "admin/pillars/purge.html", context)
        for pillar in chosen:
            try:
                report = purge(pillar, now=timezone.now(), actor=request.user)
            except WrongState as error:
                self.message_user(request, f"{pillar}: {error}", messages.ERROR)
                continue
            text = ngettext(
                "%(pillar)s: the texts of %(count)d thread were removed.",
                "%(pillar)s: the texts of %(count)d threads were removed.",
                report.threads,
            )
            self.message_user(request, text % {"pillar": pillar, "count": report.threads}, messages.SUCCESS)
        return None
