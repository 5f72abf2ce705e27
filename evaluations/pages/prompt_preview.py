"""A prompt filled with a real item, as a model would be sent it."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_http_methods

from evaluations.judging.prompt_material import (
    Material,
    get_items_to_try,
    get_threads_to_try,
    items_to_try,
    threads_to_try,
)
from evaluations.judging.prompt_preview import preview
from evaluations.models import Model
from evaluations.pages.page import reader
from evaluations.pages.prompt_view import faults_in
from evaluations.pages.prompts import TEXTS, version_of
from evaluations.task_types.registry import task_type
from llars import audit
from llars.errors import DomainError
from llars.models import AuditEntry
from llars.row_ids import read_one
from prompts.models import PromptTemplate


@require_http_methods(["GET", "HEAD", "POST"])
def preview_page(request: HttpRequest, *, pk: int) -> HttpResponse:
    """A version, or posted texts that are not saved yet, filled with an item; reading it goes on record."""
    template = get_object_or_404(PromptTemplate, pk=pk)
    version = version_of(template, given(request, "version"))
    texts = {name: getattr(version, name) for name in TEXTS}
    is_draft = "system_text" in request.POST
    if is_draft:
        texts = {name: request.POST.get(name, "").replace("\r\n", "\n") for name in TEXTS}
    models = Model.objects.visible_to(reader(request)).select_related("provider")
    model = models.filter(pk=number_in(request, "model")).first()
    context = choices_of(request, template) | {
        "template": template,
        "version": version,
        "versions": template.versions.order_by("-number"),
        "texts": texts if is_draft else None,
        "models": models,
        "model": model,
        "nav": "prompts",
    }
    try:
        context |= _filled(request, template, texts, model, context["items"])
    except DomainError as error:
        context["faults"] = faults_in(error.errors) or [str(error)]
    return render(request, "prompts/preview.html", context, status=400 if "faults" in context else 200)


def _filled(
    request: HttpRequest, template: PromptTemplate, texts: dict[str, str], model: Model | None, items: Any
) -> dict[str, Any]:
    material = _material(request, template, items)
    if material is None:
        return {}
    shown = preview(material, template.task_type, **texts, model=model)
    for row in material.rows:
        audit.record(request.user, AuditEntry.Action.READ, row)
    return {"material": material, "preview": shown}


def _material(request: HttpRequest, template: PromptTemplate, items: Any) -> Material | None:
    """Threads where some were chosen, else the item chosen, else the first one."""
    kind = task_type(template.task_type)
    if threads := threads_in(request):
        return get_threads_to_try(threads, kind, language=template.language, reader=reader(request))
    wanted = number_in(request, "item") or (items[0].pk if items else 0)
    return get_items_to_try([wanted], kind.key, reader=reader(request))[0] if wanted else None


def choices_of(request: HttpRequest, template: PromptTemplate) -> dict[str, Any]:
    """The items and threads that a form offers, and which threads were chosen."""
    kind = task_type(template.task_type)
    return {
        "items": items_to_try(kind.key, reader=reader(request)),
        "threads": threads_to_try(kind, reader=reader(request)),
        "sides": [
            (f"thread_{letter}", number_in(request, f"thread_{letter}"))
            for letter in "ab"[: kind.threads_per_item]
        ],
    }


def threads_in(request: HttpRequest) -> tuple[int, ...]:
    """The ids of the threads chosen in the form."""
    return tuple(pk for name in ("thread_a", "thread_b") if (pk := number_in(request, name)))


def given(request: HttpRequest, name: str) -> str:
    """A field of the form, however it was sent."""
    source = request.POST if request.method == "POST" else request.GET
    return source.get(name, "")


def number_in(request: HttpRequest, name: str) -> int:
    """A field of the form as an id; 0 where it is none."""
    return read_one(given(request, name)) or 0
