"""The admin of pillars."""

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
from pillars.deletion_day import deletion_day
from pillars.models import Pillar
from pillars.retention import due, foretell, purge


class PillarForm(TypedForm[Pillar]):
    """A pillar, its colour chosen from the browser's palette."""

    class Meta:
        model = Pillar
        fields = (
            "number", "name", "name_en", "description", "colour", "is_real_data", "legal_basis", "delete_on",
        )  # fmt: skip
        widgets = {
            "colour": forms.TextInput(attrs={"type": "color"}),
            "delete_on": forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        }


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
