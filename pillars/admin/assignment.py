"""The admin of assignments: a list to filter, and files of them in and out."""

from django.contrib import admin
from django.http import HttpRequest
from import_export.admin import ImportExportModelAdmin
from import_export.formats.base_formats import CSV, JSON

from pillars.assignment_files import AssignmentResource
from pillars.models import PillarAssignment


@admin.register(PillarAssignment)
class PillarAssignmentAdmin(ImportExportModelAdmin):
    """Which thread is in which pillar; a file brings in many at once, and takes some out."""

    resource_classes = [AssignmentResource]
    formats = [CSV, JSON]
    # Its page to choose columns has styles that the content security policy forbids.
    skip_export_form = True
    skip_export_form_from_action = True
    list_display = ("pillar", "thread", "created_at")
    list_display_links = None
    list_filter = ("pillar",)
    list_select_related = ("pillar", "thread")
    list_per_page = 100
    search_fields = ("thread__subject", "thread__external_id")
    show_full_result_count = False
    autocomplete_fields = ("thread",)

    def has_change_permission(self, request: HttpRequest, obj: PillarAssignment | None = None) -> bool:
        """An assignment is made or taken back, never turned into another."""
        return obj is None and bool(super().has_change_permission(request, obj))
