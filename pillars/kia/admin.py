"""The admin of the KIA sync: where the files lie and which pillar they belong to."""

from typing import Any

from django import forms
from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from llars.readonly_admin import ReadOnlyAdmin
from llars.typed_admin import TypedAdmin, TypedForm, TypedInline
from pillars.kia.models import PathPattern, Repository, SourceFile, SyncRun
from pillars.kia.planning import pillars_of


class RepositoryForm(TypedForm[Repository]):
    """A token goes in and never comes out; left empty, the one that is there stays."""

    new_token = forms.CharField(
        label=_("Token"),
        required=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "off"}),
        help_text=_(
            "An access token with read_api and read_repository. Leave empty to keep the one that is there."
        ),
    )

    class Meta:
        model = Repository
        fields = ["url", "project", "branch", "is_active", "every_minutes"]

    def save(self, commit: bool = True) -> Any:
        """Take over the token where one was given."""
        if self.cleaned_data["new_token"]:
            self.instance.token = self.cleaned_data["new_token"].strip()
        return super().save(commit)


class PatternForm(TypedForm[PathPattern]):
    """A pattern that cannot be understood is refused."""

    class Meta:
        model = PathPattern
        fields = ["pattern", "pillar"]

    def clean_pattern(self) -> str:
        """The pattern, relative to the repository's root."""
        pattern: str = self.cleaned_data["pattern"].strip().lstrip("/")
        try:
            pillars_of("a/b.json", [(pattern, 1)])
        except (ValueError, TypeError) as error:
            raise forms.ValidationError(_("This pattern cannot be understood: %s") % error) from None
        return pattern


class PatternInline(TypedInline[PathPattern, Repository]):
    """The repository's patterns."""

    model = PathPattern
    form = PatternForm
    extra = 1


@admin.register(Repository)
class RepositoryAdmin(TypedAdmin[Repository]):
    """Repositories with their patterns; they are synced on the page of the sync."""

    form = RepositoryForm
    inlines = [PatternInline]
    list_display = ("project", "branch", "url", "is_active", "every_minutes", "synced_at")
    list_filter = ("is_active",)


@admin.register(SyncRun)
class SyncRunAdmin(ReadOnlyAdmin[SyncRun]):
    """Syncs can be looked at."""

    list_display = (
        "repository",
        "way",
        "dry_run",
        "status",
        "commit_id",
        "started_by",
        "created_at",
        "ended_at",
    )
    list_filter = ("status", "way")
    list_select_related = ("repository", "started_by")


@admin.register(SourceFile)
class SourceFileAdmin(ReadOnlyAdmin[SourceFile]):
    """The files as they were brought in last."""

    list_display = ("path", "pillar", "state", "blob_id", "changed_at")
    list_filter = ("state", "pillar")
    list_select_related = ("pillar",)
    search_fields = ("path",)
