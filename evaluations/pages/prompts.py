"""Prompts: the list, one with its versions and their use, differences, previews, and moving them about."""

from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from evaluations.judging.prompt_preview import get_item_to_try, items_to_try, preview
from evaluations.models import Model
from evaluations.pages.page import reader
from evaluations.reports.prompt_use import templates_with_use, versions_with_use
from evaluations.task_types.registry import task_types
from llars.errors import DomainError
from prompts import services
from prompts.comparing import diff
from prompts.exchange import clone, export_prompt, import_prompt, new_template, restore
from prompts.models import PromptTemplate, PromptVersion
from prompts.variables import rules_for

_LARGEST_FILE = 5_000_000


@require_http_methods(["GET", "HEAD", "POST"])
def prompt_list(request: HttpRequest) -> HttpResponse:
    """All prompts by task type and language; a posted file is read in."""
    faults: list[str] = []
    file = request.FILES.get("file")
    if file is not None:
        try:
            text = file.read(_LARGEST_FILE).decode("utf-8", "replace")
            return redirect("prompt", pk=import_prompt(text, author=reader(request)).pk)
        except DomainError as error:
            faults = [str(error), *(text for texts in error.errors.values() for text in texts)]
    rows = templates_with_use()
    context = {
        "in_use": [row for row in rows if row.archived_at is None],
        "archived": [row for row in rows if row.archived_at is not None],
        "names": {key: kind.name for key, kind in task_types().items()},
        "faults": list(dict.fromkeys(faults)),
        "nav": "prompts",
    }
    return render(request, "prompts/list.html", context, status=400 if faults else 200)


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """A new prompt, with its first version."""
    fields = {name: request.POST.get(name, "") for name in ("name", "task_type", "language")}
    return _edit(request, None, fields)


@require_http_methods(["GET", "HEAD", "POST"])
def prompt(request: HttpRequest, *, pk: int) -> HttpResponse:
    """One prompt: its texts, its versions and who used them; posted texts become a new version."""
    return _edit(request, get_object_or_404(PromptTemplate, pk=pk), {})


def _edit(request: HttpRequest, template: PromptTemplate | None, fields: dict[str, str]) -> HttpResponse:
    texts = {name: request.POST.get(name, "").replace("\r\n", "\n") for name in ("system_text", "user_text")}
    errors: dict[str, list[str]] = {}
    if request.method == "POST":
        try:
            saved = _save(request, template, fields, texts)
            messages.success(request, _("Version %d was saved.") % saved.number)
            return redirect("prompt", pk=saved.template_id)
        except DomainError as error:
            errors = error.errors or {"system_text": [str(error)]}
    elif template is not None:
        latest = template.latest_version()
        texts = {"system_text": latest.system_text, "user_text": latest.user_text}
    key = template.task_type if template is not None else fields["task_type"]
    context: dict[str, Any] = {
        "template": template,
        "uses": versions_with_use(template, reader=reader(request)) if template is not None else [],
        "kinds": task_types(),
        "known": sorted(rules_for(key).allowed) if key in task_types() else [],
        "fields": fields,
        "texts": texts,
        "note": request.POST.get("note", ""),
        "errors": errors,
        "nav": "prompts",
    }
    return render(request, "prompts/prompt.html", context, status=400 if errors else 200)


def _save(
    request: HttpRequest, template: PromptTemplate | None, fields: dict[str, str], texts: dict[str, str]
) -> PromptVersion:
    with transaction.atomic():
        target = template or new_template(**fields)
        note = request.POST.get("note", "")[:300]
        return services.save_version(target, **texts, author=reader(request), note=note)


@require_safe
def difference(request: HttpRequest, *, pk: int) -> HttpResponse:
    """Two versions side by side."""
    template = get_object_or_404(PromptTemplate, pk=pk)
    old, new = (_version(template, request.GET.get(name, "")) for name in ("from", "to"))
    context = {
        "template": template,
        "old": old,
        "new": new,
        "versions": template.versions.order_by("number"),
        "system": diff(old.system_text, new.system_text),
        "user": diff(old.user_text, new.user_text),
        "nav": "prompts",
    }
    return render(request, "prompts/diff.html", context)


@require_safe
def preview_page(request: HttpRequest, *, pk: int) -> HttpResponse:
    """The latest version, or another one, filled with a real item."""
    template = get_object_or_404(PromptTemplate, pk=pk)
    version = _version(template, request.GET.get("version", ""))
    models = Model.objects.visible_to(reader(request)).select_related("provider")
    model = models.filter(pk=_number(request, "model")).first()
    items = items_to_try(template.task_type, reader=reader(request))
    context: dict[str, Any] = {"template": template, "version": version, "items": items, "nav": "prompts"}
    wanted = _number(request, "item") or (items[0].pk if items else 0)
    if wanted:
        item = get_item_to_try(wanted, template.task_type, reader=reader(request))
        texts = {"system_text": version.system_text, "user_text": version.user_text}
        context |= {"item": item, "preview": preview(item, **texts, model=model)}
    context |= {"models": models, "model": model, "versions": template.versions.order_by("-number")}
    return render(request, "prompts/preview.html", context)


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
        template = clone(template, name=name, author=reader(request))
    elif wanted == "default":
        services.set_default(template)
    elif wanted == "archive":
        services.archive(template)
    elif wanted == "unarchive":
        services.unarchive(template)
    elif wanted == "restore":
        restore(_version(template, request.POST.get("version", "")), author=reader(request))
    else:
        raise Http404
    return redirect("prompt", pk=template.pk)


def _version(template: PromptTemplate, number: str) -> PromptVersion:
    """The version with this number; the latest where none is named."""
    if not number:
        return template.latest_version()
    if not number.isdecimal():
        raise Http404
    return get_object_or_404(template.versions, number=int(number))


def _number(request: HttpRequest, name: str) -> int:
    given = request.GET.get(name, "")
    return int(given) if given.isdecimal() and len(given) < 18 else 0
