"""Prompts: the list, one with its versions and their use, differences, and moving them about."""

from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from evaluations.pages.page import reader
from evaluations.pages.prompt_view import faults_in, texts_in_parts, variables_of
from evaluations.reports.prompt_trials import latest_trials
from evaluations.reports.prompt_use import scenarios_that_chose, templates_with_use, versions_with_use
from evaluations.task_types.registry import all_kinds
from llars.errors import DomainError
from prompts import making, services
from prompts.comparing import diff
from prompts.errors import PromptInvalid
from prompts.exchange import export_prompt, import_prompt
from prompts.models import PromptTemplate, PromptVersion

LARGEST_FILE = 5_000_000
TEXTS = ("system_text", "user_text")


@require_http_methods(["GET", "HEAD", "POST"])
def prompt_list(request: HttpRequest) -> HttpResponse:
    """All prompts by task type and language; a posted file is read in."""
    faults: list[str] = []
    if request.method == "POST":
        try:
            return redirect("prompt", pk=_read_in(request).pk)
        except PromptInvalid as error:
            faults = [f"{name}: {text}" for name, texts in error.errors.items() for text in texts]
    rows = templates_with_use()
    context = {
        "in_use": [row for row in rows if row.archived_at is None],
        "archived": [row for row in rows if row.archived_at is not None],
        "names": {key: kind.name for key, kind in all_kinds().items()},
        "faults": faults,
        "nav": "prompts",
    }
    return render(request, "prompts/list.html", context, status=400 if faults else 200)


def _read_in(request: HttpRequest) -> PromptTemplate:
    file = request.FILES.get("file")
    if file is None:
        raise PromptInvalid(errors={"file": [_("Choose a file.")]})
    if (file.size or 0) > LARGEST_FILE:
        raise PromptInvalid(errors={"file": [_("The file is larger than 5 MB.")]})
    try:
        text = file.read().decode("utf-8-sig")
    except UnicodeDecodeError:
        raise PromptInvalid(errors={"file": [_("The file is no text in UTF-8.")]}) from None
    done = import_prompt(text, author=reader(request))
    if done.versions:
        words = ngettext("%d version was read in.", "%d versions were read in.", done.versions)
        messages.success(request, words % done.versions)
    else:
        messages.info(request, _("The prompt has every version of the file already."))
    return done.template


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """A new prompt, with its first version."""
    source = request.POST if request.method == "POST" else request.GET
    fields = {name: source.get(name, "") for name in ("name", "task_type", "language")}
    return _edit(request, None, fields)


@require_http_methods(["GET", "HEAD", "POST"])
def prompt(request: HttpRequest, *, pk: int) -> HttpResponse:
    """One prompt: its texts, its versions and who used them; posted texts become a new version."""
    return _edit(request, get_object_or_404(PromptTemplate, pk=pk), {})


def _edit(request: HttpRequest, template: PromptTemplate | None, fields: dict[str, str]) -> HttpResponse:
    texts = {name: request.POST.get(name, "").replace("\r\n", "\n") for name in TEXTS}
    latest = template.latest_version() if template is not None else None
    errors: dict[str, list[str]] = {}
    if request.method == "POST":
        try:
            return redirect("prompt", pk=_save(request, template, latest, fields, texts).template_id)
        except DomainError as error:
            errors = error.errors or {"system_text": [str(error)]}
    elif latest is not None:
        texts = {name: getattr(latest, name) for name in TEXTS}
    context: dict[str, Any] = {
        "template": template,
        "latest": latest,
        "kinds": all_kinds(),
        "variables": variables_of([template.task_type] if template is not None else list(all_kinds())),
        "fields": fields,
        "texts": texts,
        "note": request.POST.get("note", ""),
        "errors": errors,
        "faults": faults_in(errors),
        "nav": "prompts",
    }
    if template is not None and latest is not None:
        context |= _around(request, template, latest)
    return render(request, "prompts/prompt.html", context, status=400 if errors else 200)


def _around(request: HttpRequest, template: PromptTemplate, latest: PromptVersion) -> dict[str, Any]:
    return {
        "kind_name": all_kinds()[template.task_type].name,
        "parts": texts_in_parts(latest),
        "uses": versions_with_use(template, reader=reader(request)),
        "chosen": scenarios_that_chose(template, reader=reader(request)),
        "trials": latest_trials(template, reader=reader(request)),
    }


def _save(
    request: HttpRequest,
    template: PromptTemplate | None,
    latest: PromptVersion | None,
    fields: dict[str, str],
    texts: dict[str, str],
) -> PromptVersion:
    note = request.POST.get("note", "").strip()
    if len(note) > making.LONGEST_NOTE:
        too_long = _("A reason has at most %d characters.") % making.LONGEST_NOTE
        raise PromptInvalid(errors={"note": [too_long]})
    if latest is not None:
        _check_still_latest(request, latest)
        if not note:
            raise PromptInvalid(errors={"note": [_("Say why you change the prompt.")]})
    with transaction.atomic():
        target = template or making.new_template(**fields)
        saved = services.save_version(target, **texts, author=reader(request), note=note)
    if saved == latest:
        messages.info(request, _("These are the texts of version %d; nothing was saved.") % saved.number)
    else:
        messages.success(request, _("Version %d was saved.") % saved.number)
    return saved


def _check_still_latest(request: HttpRequest, latest: PromptVersion) -> None:
    """Nobody's version is overtaken unseen: the form says which one it began with."""
    begun_with = request.POST.get("base", "")
    if begun_with and begun_with != str(latest.number):
        message = _(
            "Version %(number)d was saved meanwhile. Compare it with yours; "
            "saving once more makes your texts the next version."
        )
        raise PromptInvalid(errors={"base": [message % {"number": latest.number}]})


@require_safe
def difference(request: HttpRequest, *, pk: int) -> HttpResponse:
    """Two versions side by side."""
    template = get_object_or_404(PromptTemplate, pk=pk)
    old, new = (version_of(template, request.GET.get(name, "")) for name in ("from", "to"))
    context = {
        "template": template,
        "old": old,
        "new": new,
        "versions": template.versions.order_by("number"),
        "system_lines": diff(old.system_text, new.system_text),
        "user_lines": diff(old.user_text, new.user_text),
        "nav": "prompts",
    }
    return render(request, "prompts/diff.html", context)


@require_safe
def download(request: HttpRequest, *, pk: int) -> HttpResponse:
    """The prompt as one file."""
    template = get_object_or_404(PromptTemplate, pk=pk)
    response = HttpResponse(export_prompt(template), content_type="application/json; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="llars-prompt-{pk}.json"'
    return response


@require_POST
def act(request: HttpRequest, *, pk: int) -> HttpResponse:
    """Clone, make the default, archive, take into use again, or restore a version."""
    template = get_object_or_404(PromptTemplate, pk=pk)
    wanted = request.POST.get("act", "")
    if wanted == "clone":
        name = request.POST.get("name", "") or _("Copy of %(name)s") % {"name": template.name[:100]}
        language = request.POST.get("language", "") or None
        template = making.clone(template, name=name, language=language, author=reader(request))
    elif wanted == "default":
        services.set_default(template)
    elif wanted == "archive":
        services.archive(template)
    elif wanted == "unarchive":
        services.unarchive(template)
    elif wanted == "restore":
        version = version_of(template, request.POST.get("version", ""))
        making.restore(version, author=reader(request))
    else:
        raise Http404
    return redirect("prompt", pk=template.pk)


def version_of(template: PromptTemplate, number: str) -> PromptVersion:
    """The version with this number; the latest where none is named.

    Raises:
        Http404: there is no such version.
    """
    if not number:
        return template.latest_version()
    if not number.isdecimal() or len(number) > 9:
        raise Http404
    return get_object_or_404(template.versions, number=int(number))
