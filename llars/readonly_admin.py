"""What the admin classes of all apps share: pages that only show, and the record of who read what."""

import json
from typing import Any, TypeVar

from django.db import models
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.defaultfilters import linebreaksbr
from django.utils.html import format_html
from django.utils.safestring import SafeString

from llars.audit import record
from llars.models import AuditEntry
from llars.typed_admin import TypedAdmin, TypedInline

Row = TypeVar("Row", bound=models.Model)


class ReadOnlyAdmin(TypedAdmin[Row]):
    """Rows that the program writes: they can be looked at, not added, changed or deleted."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Never."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Row | None = None) -> bool:
        """Never."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Row | None = None) -> bool:
        """Never."""
        return False


class ReadOnlyInline(TypedInline[Row, models.Model]):
    """Rows below another one that can only be looked at."""

    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never."""
        return False


class AuditedAdmin(TypedAdmin[Row]):
    """Confidential rows: opening one and deleting some is put on record."""

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """Show the row's page and note who read it."""
        response = super().change_view(request, object_id, form_url, extra_context)
        if request.method == "GET" and response.status_code == 200:
            found = self.get_object(request, object_id)
            if found is not None:
                record(request.user, AuditEntry.Action.READ, found)
        return response

    def delete_model(self, request: HttpRequest, obj: Row) -> None:
        """Delete one row and note who did it."""
        record(request.user, AuditEntry.Action.DELETE, obj)
        super().delete_model(request, obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Row]) -> None:
        """Delete rows and note for each who did it."""
        for one in queryset:
            record(request.user, AuditEntry.Action.DELETE, one)
        super().delete_queryset(request, queryset)


def as_json(value: Any) -> SafeString:
    """Data as indented JSON, escaped."""
    return format_html("<pre>{}</pre>", json.dumps(value, ensure_ascii=False, indent=2, default=str))


def as_text(value: str) -> SafeString:
    """A long text with its line breaks, escaped."""
    return format_html("<div>{}</div>", linebreaksbr(value))
