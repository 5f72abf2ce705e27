"""Bring files into a pillar: four steps, each with an address of its own, over an upload that is kept."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from evaluations.pages.page import reader
from evaluations.pages.upload_advice import see_that_threads_are_read
from evaluations.pages.upload_check_form import how_from, needs_reading_again
from evaluations.pages.upload_forms import PillarForm
from evaluations.pages.upload_view import CheckPage
from llars.errors import DomainError, InvalidInput
from pillars.imports import jobs, running, uploads
from pillars.imports.forgetting import told
from pillars.imports.how_read import HowRead
from pillars.models import ImportRun, Pillar, Upload

STEPS = {
    "pillar": gettext_lazy("Pillar"),
    "files": gettext_lazy("Files"),
    "check": gettext_lazy("Check"),
    "import": gettext_lazy("Import"),
}
RECENT = 20


@require_http_methods(["GET", "HEAD", "POST"])
def begin(request: HttpRequest) -> HttpResponse:
    """Step 1 of a new upload: which pillar; with a way to each, open uploads and what came in lately."""
    owner = reader(request)
    form = PillarForm(request.POST or None, initial={"pillar": request.GET.get("pillar")})
    if request.method == "POST" and form.is_valid():
        upload = uploads.begin(owner=owner, pillar=form.chosen())
        return redirect("upload-files", pk=upload.pk)
    unfinished = Upload.objects.filter(owner=owner).select_related("pillar").prefetch_related("runs")
    recent = ImportRun.objects.visible_to(owner).ended().select_related("pillar", "started_by")
    context = {
        "form": form,
        "pillars": list(Pillar.objects.visible_to(owner)),
        "unfinished": unfinished,
        "recent": recent.defer("reading", "findings", "report")[:RECENT],
        "steps": STEPS,
        "step": "pillar",
        "nav": "upload",
    }
    return render(request, "upload/begin.html", context, status=400 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
def pillar(request: HttpRequest, *, pk: UUID) -> HttpResponse:
    """Step 1 of an upload that has begun: another pillar."""
    upload = _upload(request, pk)
    form = PillarForm(request.POST or None, initial={"pillar": upload.pillar_id})
    if request.method == "POST" and form.is_valid():
        uploads.move_to(upload, form.chosen())
        return redirect("upload-files", pk=pk)
    return _show(request, upload, "pillar", {"form": form}, failed=bool(form.errors))


@require_http_methods(["GET", "HEAD", "POST"])
def files(request: HttpRequest, *, pk: UUID) -> HttpResponse:
    """Step 2: add files, by choosing, dropping or pasting, and take them out again."""
    upload = _upload(request, pk)
    errors: list[str] = []
    if request.method == "POST":
        errors = _add_all(request, upload)
        if not errors and "next" in request.POST:
            return redirect("upload-check", pk=pk)
    runs = list(upload.runs.order_by("pk"))
    context = {"runs": runs, "errors": errors, "pasted": request.POST.get("text", "") if errors else ""}
    if request.headers.get("HX-Request"):
        return render(request, "upload/_files.html", context | {"upload": upload})
    return _show(request, upload, "files", context, failed=bool(errors))


def _add_all(request: HttpRequest, upload: Upload) -> list[str]:
    errors = []
    for file in request.FILES.getlist("file"):
        try:
            _check(uploads.add_file(upload, file.name or "", file.chunks()))
        except DomainError as error:
            errors.append(f"{file.name}: {error}")
    pasted = request.POST.get("text", "")
    if pasted.strip():
        try:
            _check(uploads.add_file(upload, _("pasted text"), [pasted.encode()]))
        except DomainError as error:
            errors.append(str(error))
    if "next" in request.POST and not errors and not upload.runs.exists():
        errors.append(_("Add at least one file, or paste its text."))
    return errors


def _check(run: ImportRun) -> None:
    running.check(run, language=_language(), now=timezone.now())


@require_POST
def remove(request: HttpRequest, *, pk: UUID, run: int) -> HttpResponse:
    """Take a file out of the upload."""
    upload = _upload(request, pk)
    if _was_removed(upload, run):
        return _to_files(request, upload)
    uploads.remove_file(get_object_or_404(upload.runs, pk=run))
    return redirect("upload-files", pk=pk)


@require_safe
def check_first(request: HttpRequest, *, pk: UUID) -> HttpResponse:
    """Step 3: on to the first file that is still open."""
    upload = _upload(request, pk)
    first = upload.runs.filter(status__in=(*ImportRun.OPEN, ImportRun.Status.CHECKING)).order_by("pk").first()
    if first is None:
        return redirect("upload-import" if upload.runs.exists() else "upload-files", pk=pk)
    return redirect("upload-check-file", pk=pk, run=first.pk)


@require_http_methods(["GET", "HEAD", "POST"])
def check(request: HttpRequest, *, pk: UUID, run: int) -> HttpResponse:
    """Step 3: what a file holds; another way to read it is tried, or what is set is kept."""
    upload = _upload(request, pk)
    if _was_removed(upload, run):
        return _to_files(request, upload)
    found = get_object_or_404(upload.runs, pk=run)
    error: DomainError | None = None
    if request.method == "POST":
        try:
            if _keep_or_read_again(request, found):
                return _following(upload, found)
            return redirect("upload-check-file", pk=pk, run=run)
        except InvalidInput as problem:
            error = problem
    elif found.status == ImportRun.Status.DRAFT:
        _check(found)
    context = {
        "run": found,
        "runs": list(upload.runs.order_by("pk")),
        "error": error,
        "done": jobs.progress(found),
    }
    if not found.is_under_way:
        context["page"] = CheckPage(found, reader(request))
    if request.headers.get("HX-Request"):
        return _fragment(request, "upload/_checking.html", found, context | {"upload": upload})
    return _show(request, upload, "check", context, failed=error is not None)


def _keep_or_read_again(request: HttpRequest, run: ImportRun) -> bool:
    """Keep what the form says; ``False`` where the file was read anew, so that it is to be looked at."""
    if not run.is_open:
        raise InvalidInput(_("The import of this file has begun already."))
    before, how, was = HowRead.of(run), how_from(request.POST, run), run.reading
    run.reading = how.as_dict()
    run.save(update_fields=["reading"])
    if needs_reading_again(before, how) or run.status == ImportRun.Status.FAILED:
        try:
            _check(run)
        except InvalidInput:
            # Kept, it would meet whoever opens the page again before they could set anything else.
            run.reading = was
            run.save(update_fields=["reading"])
            raise
        messages.info(request, _("The file was read as you set it. Look it over; then go on."))
        return False
    if "next" in request.POST:
        see_that_threads_are_read(run.findings)
    return "next" in request.POST


def _following(upload: Upload, run: ImportRun) -> HttpResponse:
    after = upload.runs.filter(pk__gt=run.pk, status__in=ImportRun.OPEN).order_by("pk").first()
    if after is None:
        return redirect("upload-import", pk=upload.pk)
    return redirect("upload-check-file", pk=upload.pk, run=after.pk)


@require_http_methods(["GET", "HEAD", "POST"])
def bring_in(request: HttpRequest, *, pk: UUID) -> HttpResponse:
    """Step 4: start, watch, and see what came of it."""
    upload = _upload(request, pk)
    errors: list[str] = []
    if request.method == "POST":
        errors = _start_all(request, upload)
        if not errors:
            return redirect("upload-import", pk=pk)
    runs = list(upload.runs.select_related("pillar").order_by("pk"))
    for run in runs:
        run.done_threads = jobs.progress(run) if run.is_under_way else run.imported + run.skipped
    context = {"runs": runs, "errors": errors, "is_under_way": any(run.is_under_way for run in runs)}
    context["startable"] = [run for run in runs if run.status == ImportRun.Status.CHECKED]
    context["unset"] = any(run.is_open and run.status != ImportRun.Status.CHECKED for run in runs)
    if request.headers.get("HX-Request"):
        return render(request, "upload/_runs.html", context | {"upload": upload})
    return _show(request, upload, "import", context, failed=bool(errors))


def _start_all(request: HttpRequest, upload: Upload) -> list[str]:
    errors = []
    for run in upload.runs.filter(status=ImportRun.Status.CHECKED).order_by("pk"):
        try:
            running.start(run, actor=reader(request), language=_language(), now=timezone.now())
        except DomainError as error:
            errors.append(f"{run.file_name}: {error}")
    return errors


@require_POST
def give_up(request: HttpRequest, *, pk: UUID) -> HttpResponse:
    """Drop the upload with the files that were not brought in, or close it where all were."""
    uploads.give_up(_upload(request, pk))
    messages.success(request, _("The upload is closed. What was brought in stays."))
    return redirect("upload")


def _upload(request: HttpRequest, pk: UUID) -> Upload:
    found = Upload.objects.visible_to(reader(request)).select_related("pillar", "emptied_with")
    return get_object_or_404(found, pk=pk)


def _was_removed(upload: Upload, run: int) -> bool:
    """Whether the file may have gone along with texts: it is not there, and others or it did."""
    return upload.emptied_at is not None and not upload.runs.filter(pk=run).exists()


def _to_files(request: HttpRequest, upload: Upload) -> HttpResponse:
    """On to the files, where it is said why one is gone; a script goes there with the whole page."""
    if request.headers.get("HX-Request"):
        return HttpResponse(headers={"HX-Redirect": reverse("upload-files", args=[upload.pk])})
    return redirect("upload-files", pk=upload.pk)


def _language() -> str:
    return (get_language() or "de")[:2]


def _fragment(request: HttpRequest, template: str, run: ImportRun, context: dict[str, Any]) -> HttpResponse:
    """The fragment while a job is at it; when it is over, the whole page is asked for."""
    response = render(request, template, context)
    if not run.is_under_way:
        response["HX-Refresh"] = "true"
    return response


def _show(
    request: HttpRequest, upload: Upload, step: str, context: dict[str, Any], *, failed: bool = False
) -> HttpResponse:
    context |= {"upload": upload, "pillar": upload.pillar, "steps": STEPS, "step": step, "nav": "upload"}
    context["removed"] = told(upload)
    return render(request, f"upload/{step}.html", context, status=400 if failed else 200)
