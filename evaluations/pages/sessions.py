"""The list of judge sessions."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from evaluations.models import JudgeSession
from evaluations.pages.page import paginated

PAGE_SIZE = 20


@require_safe
def session_list(request: HttpRequest) -> HttpResponse:
    """The sessions that the reader may see, newest first."""
    sessions = JudgeSession.objects.visible_to(request.user).with_counts().order_by("-created_at", "-id")
    shown = paginated(request, sessions.select_related("model__provider", "scenario"), size=PAGE_SIZE)
    return render(request, "judge/sessions.html", {"page": shown, "nav": "sessions"})
