"""A pillar: what it is, its threads to search, and how it fared in sessions."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from evaluations.models import JudgeSession
from evaluations.pages.page import paginated
from evaluations.reports.pillar_record import records_of, sessions_with
from pillars import usage
from pillars.deletion_day import deletion_day
from pillars.export import FileForm
from pillars.models import Pillar, Thread
from pillars.pillar_stats import PillarStats, pillar_stats
from pillars.removal_elsewhere import notices
from pillars.thread_search import ThreadSearch

PAGE_SIZE = 25
SESSIONS = 10


@require_safe
def pillar(request: HttpRequest, *, number: int) -> HttpResponse:
    """The pillar's page; a search by script gets the list of threads alone."""
    found = pillar_for(request, number)
    by_script = request.headers.get("HX-Request") and not request.headers.get("HX-History-Restore-Request")
    stats = None if by_script else pillar_stats(number)
    context = {"pillar": found, "stats": stats, **_threads(request, number, stats)}
    context["deletion"] = None if by_script else deletion_day(found, timezone.now())
    context["elsewhere"] = [] if by_script else notices(found)
    context["pillars"] = list(Pillar.objects.visible_to(request.user))
    return render(request, "pillars/_threads.html" if by_script else "pillars/pillar.html", context)


@require_safe
def record(request: HttpRequest, *, number: int) -> HttpResponse:
    """The pillar's record in the sessions that the reader may see, ten a page."""
    found = pillar_for(request, number)
    sessions = sessions_with(number, JudgeSession.objects.visible_to(request.user))
    page = paginated(request, sessions, size=SESSIONS)
    context = {"pillar": found, "page": page, "records": records_of(number, list(page))}
    by_script = request.headers.get("HX-Request")
    return render(request, "pillars/_record.html" if by_script else "pillars/record.html", context)


def pillar_for(request: HttpRequest, number: int) -> Pillar:
    """The pillar, if the reader may see it.

    Raises:
        Http404: there is none, or it is not theirs to see.
    """
    return get_object_or_404(Pillar.objects.visible_to(request.user), pk=number)


def _threads(request: HttpRequest, number: int, stats: PillarStats | None) -> dict[str, Any]:
    search = ThreadSearch(request.GET)
    threads = search.of(Thread.objects.visible_to(request.user).in_pillar(number))
    page = paginated(
        request,
        threads.defer("metadata").prefetch_related("pillars"),
        size=PAGE_SIZE,
        count=stats.threads if stats and not search.address() else None,
        in_total_order=True,
    )
    judged = usage.judged(thread.pk for thread in page)
    return {"search": search, "page": page, "judged": judged, "file_forms": [form.value for form in FileForm]}
