"""The site, and a view that does nothing but save one row for somebody who is logged in."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, JsonResponse
from django.urls import include, path

from llars.models import AuditEntry


@login_required
def bare(request: HttpRequest) -> JsonResponse:
    """Save one row."""
    AuditEntry.objects.create(user_id=request.user.pk, action="read", target_type="bare", target_id="1")
    return JsonResponse({"saved": True})


urlpatterns = [path("bare", bare), path("", include("llars.urls"))]
