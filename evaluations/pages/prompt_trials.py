"""Trial runs of prompts: asked for on one page, shown on another while they go on."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from evaluations.judging.prompt_trials import MOST_ITEMS, TrialPlan, get_trial_for, start_trial
from evaluations.judging.workers import live_workers
from evaluations.models import Model, PromptTrial
from evaluations.pages.page import reader
from evaluations.pages.prompt_preview import choices_of, number_in, threads_in
from evaluations.pages.prompt_view import faults_in
from evaluations.reports.prompt_trials import trial_view
from llars.errors import DomainError
from llars.row_ids import possible, read
from prompts.models import PromptTemplate, PromptVersion


@require_http_methods(["GET", "HEAD", "POST"])
def try_out(request: HttpRequest, *, pk: int) -> HttpResponse:
    """Choose versions, items and a model; posted, the trial begins."""
    template = get_object_or_404(PromptTemplate, pk=pk)
    faults: list[str] = []
    if request.method == "POST":
        try:
            trial = start_trial(_plan(request), actor=reader(request), now=timezone.now())
            return redirect("prompt-trial", trial=trial.pk)
        except DomainError as error:
            faults = faults_in(error.errors) or [str(error)]
    versions = _versions_to_try(template)
    own = [version for version in versions if version.template_id == template.pk]
    chosen = [number_in(request, name) for name in ("first", "second")]
    if request.method != "POST":
        chosen = [own[0].pk, own[1].pk if len(own) > 1 else 0]
    context = choices_of(request, template) | {
        "template": template,
        "versions": versions,
        "chosen": chosen,
        "chosen_items": set(read(request.POST.getlist("items"))),
        "models": Model.objects.visible_to(reader(request)).select_related("provider"),
        "model": number_in(request, "model"),
        "most": MOST_ITEMS,
        "faults": faults,
        "nav": "prompts",
    }
    return render(request, "prompts/try.html", context, status=400 if faults else 200)


def _versions_to_try(template: PromptTemplate) -> list[PromptVersion]:
    """This prompt's versions, newest first, then the latest ones of the others for the same task type."""
    same_type = PromptVersion.objects.filter(template__task_type=template.task_type)
    rows = list(same_type.select_related("template").order_by("template", "-number"))
    own = [version for version in rows if version.template_id == template.pk]
    latest: dict[int, PromptVersion] = {}
    for version in rows:
        if version.template_id != template.pk and version.template.archived_at is None:
            latest.setdefault(version.template_id, version)
    return own + list(latest.values())


def _plan(request: HttpRequest) -> TrialPlan:
    versions = tuple(pk for name in ("first", "second") if (pk := number_in(request, name)))
    items = tuple(possible(read(request.POST.getlist("items"))))
    return TrialPlan(versions, number_in(request, "model"), items, threads_in(request))


@require_safe
def trial(request: HttpRequest, *, trial: int) -> HttpResponse:
    """A trial with its answers, the versions beside one another."""
    return render(request, "prompts/trial.html", _context(get_trial_for(reader(request), trial)))


@require_safe
def trial_state(request: HttpRequest, *, trial: int) -> HttpResponse:
    """The same without the frame, for the page to look again."""
    return render(request, "prompts/_trial.html", _context(get_trial_for(reader(request), trial)))


def _context(trial: PromptTrial) -> dict[str, object]:
    waits = trial.status == PromptTrial.Status.ENQUEUED
    return {
        "trial": trial,
        "view": trial_view(trial),
        "lacks_workers": waits and not live_workers(timezone.now()),
        "nav": "prompts",
    }
