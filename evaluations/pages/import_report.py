"""What came of an import, for everybody who may see pillars; and to undo it."""

from django.contrib import messages
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from evaluations.pages.page import reader
from evaluations.pages.upload_advice import report_problems
from llars import audit
from llars.errors import DomainError
from llars.models import AuditEntry
from pillars.imports import running, undoing
from pillars.models import ImportRun
from pillars.readers import form_choices


def _run(request: HttpRequest, pk: int) -> ImportRun:
    found = ImportRun.objects.visible_to(reader(request)).select_related("pillar", "started_by")
    return get_object_or_404(found, pk=pk)


@require_safe
def report(request: HttpRequest, *, pk: int) -> HttpResponse:
    """The report of one import."""
    run = _run(request, pk)
    context = {
        "run": run,
        "problems": report_problems(running.noticed(run)),
        "has_unreadable": running.unreadable_file(run) is not None,
        "form_title": dict(form_choices()).get(run.report.get("format", ""), ""),
        "brought": run.brought_in(),
        "changed_texts": sum(run.report.get("changed", {}).values()),
        "nav": "upload",
    }
    return render(request, "upload/report.html", context)


@require_safe
def unreadable(request: HttpRequest, *, pk: int) -> FileResponse:
    """The threads that could not be read, with the reasons; taking them goes on record."""
    run = _run(request, pk)
    path = running.unreadable_file(run)
    if path is None:
        raise Http404
    audit.record(request.user, AuditEntry.Action.EXPORT, run)
    return FileResponse(path.open("rb"), as_attachment=True, filename=f"import-{run.pk}-unreadable.jsonl")


@require_POST
def undo(request: HttpRequest, *, pk: int) -> HttpResponse:
    """Undo the import."""
    run = _run(request, pk)
    try:
        undoing.undo(run, actor=reader(request), now=timezone.now())
        messages.success(request, _("The import was undone."))
    except DomainError as error:
        messages.error(request, str(error))
    return redirect("import", pk=pk)
