"""The admin of the project itself: the record of who read, exported or deleted what."""

from django.contrib import admin

from llars.models import AuditEntry
from llars.readonly_admin import ReadOnlyAdmin

admin.site.site_header = admin.site.site_title = "LLARS"


@admin.register(AuditEntry)
class AuditEntryAdmin(ReadOnlyAdmin[AuditEntry]):
    """Entries can be looked at and searched, by nobody changed."""

    list_display = ("created_at", "user", "action", "target_type", "target_id", "target_name")
    list_filter = ("action", "target_type")
    list_select_related = ("user",)
    search_fields = ("target_name", "target_id", "user__username")
    show_full_result_count = False
