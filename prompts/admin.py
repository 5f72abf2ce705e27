"""The admin of prompt templates: a save makes a new version, and no version ever changes."""

import difflib
from typing import Any, cast

from django import forms
from django.contrib import admin, messages
from django.contrib.auth.models import User
from django.db.models import F, OuterRef, QuerySet, Subquery
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from llars.errors import DomainError
from llars.readonly_admin import ReadOnlyInline, as_text
from llars.typed_admin import TypedAdmin, TypedForm
from prompts import services
from prompts.errors import PromptInvalid
from prompts.models import PromptTemplate, PromptVersion
from prompts.variables import check_texts, known_task_types, rules_for


class PromptTemplateForm(TypedForm[PromptTemplate]):
    """A template together with the texts of its next version, which begin as those of the latest."""

    system_text = forms.CharField(
        label=gettext_lazy("system text"), strip=False, widget=forms.Textarea(attrs={"rows": 24, "cols": 100})
    )
    user_text = forms.CharField(
        label=gettext_lazy("user text"), strip=False, widget=forms.Textarea(attrs={"rows": 16, "cols": 100})
    )
    note = forms.CharField(
        label=gettext_lazy("reason for the change"),
        required=False,
        max_length=300,
        widget=forms.TextInput(attrs={"size": 80}),
    )

    class Meta:
        model = PromptTemplate
        fields = ("name", "task_type", "language")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if "task_type" in self.fields:
            choices = [(key, key) for key in known_task_types()]
            self.fields["task_type"] = forms.ChoiceField(
                choices=choices, label=PromptTemplate._meta.get_field("task_type").verbose_name
            )
        latest = self.instance.versions.order_by("-number").first() if self.instance.pk else None
        if latest is not None:
            self.initial.update(system_text=latest.system_text, user_text=latest.user_text)

    def clean(self) -> dict[str, Any]:
        """Refuse texts with unknown or missing variables or broken braces."""
        data = super().clean() or self.cleaned_data
        for name in ("system_text", "user_text"):
            # Browsers send line breaks as CR LF; an untouched text must not look like a changed one.
            if name in data:
                data[name] = data[name].replace("\r\n", "\n")
        task_type = data.get("task_type") or self.instance.task_type
        if not task_type or not {"system_text", "user_text"} <= data.keys():
            return data
        try:
            rules = rules_for(task_type)
            check_texts(
                data["system_text"], data["user_text"], allowed=rules.allowed, required=rules.required
            )
        except PromptInvalid as error:
            for field, texts in error.errors.items():
                self.add_error(field if field in self.fields else None, forms.ValidationError(texts))
        return data


class VersionInline(ReadOnlyInline[PromptVersion]):
    """All versions, the newest first, each with what it changed."""

    model = PromptVersion
    fields = ("number", "created_at", "author", "note", "difference", "whole")
    readonly_fields = fields
    ordering = ("-number",)
    verbose_name_plural = gettext_lazy("versions")

    def get_queryset(self, request: HttpRequest) -> QuerySet[PromptVersion]:
        """Versions together with the texts of the one before, in one query."""
        before = PromptVersion.objects.filter(template=OuterRef("template"), number=OuterRef("number") - 1)
        return (
            super()
            .get_queryset(request)
            .select_related("author", "template")
            .annotate(
                system_before=Subquery(before.values("system_text")),
                user_before=Subquery(before.values("user_text")),
            )
            .order_by(F("number").desc())
        )

    @admin.display(description=gettext_lazy("changes"))
    def difference(self, version: PromptVersion) -> SafeString | str:
        """The lines taken out (-) and put in (+) since the version before."""
        if version.number == 1:
            return "–"
        lines: list[str] = []
        for name in ("system", "user"):
            before = str(getattr(version, f"{name}_before") or "").splitlines()
            now = str(getattr(version, f"{name}_text")).splitlines()
            lines += difflib.unified_diff(before, now, name, name, n=1, lineterm="")
        return format_html("<details><summary>±</summary>{}</details>", as_text("\n".join(lines)))

    @admin.display(description=gettext_lazy("texts"))
    def whole(self, version: PromptVersion) -> SafeString:
        """Both texts, folded."""
        return format_html(
            "<details><summary>{}</summary>{}</details>",
            version.content_hash[:8],
            as_text(f"{version.system_text}\n\n----\n\n{version.user_text}"),
        )


@admin.register(PromptTemplate)
class PromptTemplateAdmin(TypedAdmin[PromptTemplate]):
    """Templates with the texts of their latest version."""

    form = PromptTemplateForm
    list_display = ("name", "task_type", "language", "is_default", "latest_number", "archived_at")
    list_filter = ("task_type", "language", ("archived_at", admin.EmptyFieldListFilter))
    search_fields = ("name",)
    actions = ("make_default", "archive")
    inlines = (VersionInline,)

    def get_queryset(self, request: HttpRequest) -> QuerySet[PromptTemplate]:
        """Templates with the number of their latest version."""
        newest = PromptVersion.objects.filter(template=OuterRef("pk")).order_by("-number")
        return super().get_queryset(request).annotate(newest=Subquery(newest.values("number")[:1]))

    def get_readonly_fields(self, request: HttpRequest, obj: PromptTemplate | None = None) -> tuple[str, ...]:
        """Task type and language are fixed: versions were checked against the one, written in the other."""
        return ("task_type", "language") if obj else ()

    def has_delete_permission(self, request: HttpRequest, obj: PromptTemplate | None = None) -> bool:
        """Templates are archived, never deleted: sessions refer to their versions."""
        return False

    @admin.display(description=gettext_lazy("version"), ordering="newest")
    def latest_number(self, template: PromptTemplate) -> int | None:
        """The number of the latest version."""
        number: int | None = getattr(template, "newest")  # noqa: B009
        return number

    def save_model(
        self, request: HttpRequest, obj: PromptTemplate, form: TypedForm[PromptTemplate], change: bool
    ) -> None:
        """Save the template, and its texts as a new version."""
        super().save_model(request, obj, form, change)
        version = services.save_version(
            obj,
            system_text=form.cleaned_data["system_text"],
            user_text=form.cleaned_data["user_text"],
            note=form.cleaned_data["note"],
            author=cast(User, request.user),
        )
        self.message_user(request, _("The texts are version %d.") % version.number, messages.INFO)

    @admin.action(description=gettext_lazy("Make default"), permissions=["change"])
    def make_default(self, request: HttpRequest, queryset: QuerySet[PromptTemplate]) -> None:
        """Make each selected template the default of its task type and language."""
        self._each(request, queryset, services.set_default)

    @admin.action(description=gettext_lazy("Archive"), permissions=["change"])
    def archive(self, request: HttpRequest, queryset: QuerySet[PromptTemplate]) -> None:
        """Archive the selected templates."""
        self._each(request, queryset, services.archive)

    def _each(self, request: HttpRequest, queryset: QuerySet[PromptTemplate], write: Any) -> None:
        for template in queryset:
            try:
                write(template)
            except DomainError as error:
                self.message_user(request, f"{template}: {error}", messages.ERROR)
            else:
                self.message_user(request, _("%s: done.") % template, messages.SUCCESS)
