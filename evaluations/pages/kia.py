"""The KIA sync: what the repositories hold, what a sync would do, and to do it."""

from django.contrib import messages
from django.db.models import Count, Prefetch, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from evaluations.pages.page import reader
from llars.errors import DomainError
from pillars.kia import runs
from pillars.kia.models import PathPattern, Repository, SourceFile, SyncRun

RECENT = 5


@require_safe
def kia(request: HttpRequest) -> HttpResponse:
    """All repositories with their last syncs; a fragment while one is under way."""
    counts = {
        f"{state}_files": Count("files", filter=Q(files__state=state), distinct=True)
        for state in SourceFile.State.values
    }
    patterns = Prefetch("patterns", PathPattern.objects.select_related("pillar"))
    found = list(Repository.objects.annotate(**counts).prefetch_related(patterns).order_by("pk"))
    for repository in found:
        recent = repository.runs.select_related("started_by")[:RECENT]
        repository.recent_runs = list(recent)  # type: ignore[attr-defined]
    is_under_way = SyncRun.objects.filter(status__in=SyncRun.UNDER_WAY).exists()
    context = {"repositories": found, "is_under_way": is_under_way, "nav": "upload"}
    template = "kia/_repositories.html" if request.headers.get("HX-Request") else "kia/kia.html"
    return render(request, template, context)


@require_POST
def start(request: HttpRequest, *, pk: int) -> HttpResponse:
    """Start a sync, or a look at what one would do."""
    repository = get_object_or_404(Repository, pk=pk)
    try:
        runs.start(
            repository,
            way=SyncRun.Way.PAGE,
            actor=reader(request),
            now=timezone.now(),
            dry_run="dry_run" in request.POST,
        )
        messages.success(request, _("The sync was started; it goes on when you leave this page."))
    except DomainError as error:
        messages.error(request, str(error))
    return redirect("kia")
