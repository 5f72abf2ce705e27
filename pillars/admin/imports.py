"""The admin of imports: which file came in when, by whom, and what came of it."""

from django.contrib import admin
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from llars.readonly_admin import ReadOnlyAdmin, as_json
from pillars.models import ImportRun


@admin.register(ImportRun)
class ImportRunAdmin(ReadOnlyAdmin[ImportRun]):
    """Imports can be looked at; they are undone on their page."""

    list_display = (
        "file_name",
        "pillar",
        "way",
        "status",
        "imported",
        "skipped",
        "failed",
        "started_by",
        "ended_at",
    )
    list_filter = ("pillar", "way", "status")
    list_select_related = ("pillar", "started_by")
    search_fields = ("file_name", "sha256")
    show_full_result_count = False
    fields = (*list_display, "sha256", "size", "started_at", "error", "how_read", "what_came")
    readonly_fields = fields

    @admin.display(description=_("how the file is read"))
    def how_read(self, run: ImportRun) -> SafeString:
        """The settings as JSON."""
        return as_json(run.reading)

    @admin.display(description=_("report"))
    def what_came(self, run: ImportRun) -> SafeString:
        """The report as JSON."""
        return as_json(run.report)
