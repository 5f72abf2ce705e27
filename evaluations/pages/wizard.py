"""The wizard: five steps, each with an address of its own, over a draft that is kept."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from evaluations.models import Scenario
from evaluations.pages.evaluate_form import ShownControl
from evaluations.pages.page import reader
from evaluations.pages.wizard_forms import DataForm, DistributionForm, PeopleForm, StepForm, TaskForm
from evaluations.pages.wizard_preview import preview_of
from evaluations.scenarios.access import get_scenario_to_change_for
from evaluations.scenarios.beginning import begin_with, beginnings_of, choose_type
from evaluations.scenarios.drafts import begin_draft, keep, make_real, selection_of
from evaluations.scenarios.foretelling import Guess, foretell, guesses
from evaluations.task_types.controls import read_all
from evaluations.task_types.registry import task_type, task_types
from llars.errors import DomainError

STEPS = {
    "data": gettext_lazy("Data"),
    "task": gettext_lazy("Task"),
    "evaluators": gettext_lazy("Evaluators"),
    "distribution": gettext_lazy("Distribution"),
    "summary": gettext_lazy("Summary"),
}
_ORDER = list(STEPS)
_FORMS: dict[str, type[StepForm]] = {
    "data": DataForm,
    "task": TaskForm,
    "evaluators": PeopleForm,
    "distribution": DistributionForm,
}


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Begin a draft, and on to its first step."""
    if request.method != "POST":
        return render(request, "scenarios/new.html", {"nav": "scenarios", "steps": STEPS})
    scenario = begin_draft(actor=reader(request), language=(get_language() or "de")[:2])
    return redirect("scenario-setup", pk=scenario.pk, step="data")


@require_http_methods(["GET", "HEAD", "POST"])
def step(request: HttpRequest, *, pk: int, step: str) -> HttpResponse:
    """One step: show it, or keep what it says and go on; with errors nothing is lost."""
    scenario = get_scenario_to_change_for(reader(request), pk)
    if step not in STEPS:
        raise Http404
    if scenario.status != Scenario.Status.DRAFT:
        return redirect("scenario", pk=pk)
    if step == "summary":
        return _summary(request, scenario)
    posted = request.POST if request.method == "POST" else None
    if posted is not None and (chosen := _chosen(scenario, posted)) is not None:
        return chosen
    form = _FORMS[step](posted, scenario=scenario, user=reader(request))
    settings = _settings(scenario, posted) if step == "task" else []
    if posted is not None and form.is_valid():
        try:
            _KEEP[step](scenario, form, settings)
            return _onward(request, scenario, step)
        except DomainError as error:
            form.take_errors(error.errors, str(error))
    context = _context(scenario, step) | {"form": form, "settings": settings}
    if step == "data":
        context["picked"] = len(selection_of(scenario).thread_ids)
    if step == "task":
        context |= {"guesses": _named(guesses(scenario)), "kind": task_type(scenario.task_type)}
        context["beginnings"] = beginnings_of(scenario)
    return render(request, f"scenarios/setup_{step}.html", context, status=400 if form.errors else 200)


def _chosen(scenario: Scenario, posted: QueryDict) -> HttpResponse | None:
    """Another type, or other settings to begin with; ``None`` where neither button was used."""
    if "choose_type" in posted:
        if posted["choose_type"] not in task_types():
            raise Http404
        choose_type(scenario, posted["choose_type"])
    elif "begin_with" in posted:
        begin_with(scenario, str(posted["begin_with"]))
    else:
        return None
    return redirect("scenario-setup", pk=scenario.pk, step="task")


@require_POST
def instructions_preview(request: HttpRequest) -> HttpResponse:
    """The instructions as evaluators will see them."""
    return render(request, "scenarios/_instructions.html", {"text": request.POST.get("instructions", "")})


@require_POST
def create(request: HttpRequest, *, pk: int) -> HttpResponse:
    """Make the scenario out of its draft."""
    scenario = get_scenario_to_change_for(reader(request), pk)
    try:
        made = make_real(scenario, actor=reader(request), start_models="start_models" in request.POST)
    except DomainError as error:
        return _summary(request, scenario, error=error)
    messages.success(request, _("The scenario was created."))
    return redirect("scenario", pk=made.pk)


def _summary(request: HttpRequest, scenario: Scenario, *, error: DomainError | None = None) -> HttpResponse:
    context = _context(scenario, "summary")
    try:
        foretold = foretell(scenario, actor=reader(request))
        context |= {"foretold": foretold, **preview_of(scenario, foretold.first)}
    except DomainError as problem:
        error = error or problem
    faults = [text for texts in error.errors.values() for text in texts] if error is not None else []
    context["faults"] = faults or ([str(error)] if error is not None else [])
    return render(request, "scenarios/setup_summary.html", context, status=400 if faults else 200)


def _settings(scenario: Scenario, posted: Any) -> list[ShownControl]:
    kind = task_type(scenario.task_type)
    controls = kind.settings_form()
    values = kind.settings_of(scenario.config)
    if posted is not None:
        values = read_all(controls, {name: posted.getlist(name) for name in posted})
    return [ShownControl(one, values.get(one.name)) for one in controls]


def _keep_data(scenario: Scenario, form: Any, settings: list[ShownControl]) -> None:
    changes = {name: form.cleaned_data[name] for name in ("name", "description", "language")}
    keep(scenario, changes=changes, data=form.selection())


def _keep_task(scenario: Scenario, form: Any, settings: list[ShownControl]) -> None:
    values = {one.control.name: one.value for one in settings if one.value is not None}
    config = task_type(scenario.task_type).config_of(values)
    changes = {"config": config, "rules": form.rules(), "instructions": form.cleaned_data["instructions"]}
    keep(scenario, changes=changes)


def _keep_people(scenario: Scenario, form: Any, settings: list[ShownControl]) -> None:
    keep(scenario, changes={"prompt_config": form.prompt_config()}, people=form.people())


def _keep_distribution(scenario: Scenario, form: Any, settings: list[ShownControl]) -> None:
    keep(scenario, changes=form.changes(), checks=form.checks())


_KEEP: dict[str, Callable[[Scenario, Any, list[ShownControl]], None]] = {
    "data": _keep_data,
    "task": _keep_task,
    "evaluators": _keep_people,
    "distribution": _keep_distribution,
}


def _onward(request: HttpRequest, scenario: Scenario, step: str) -> HttpResponse:
    """On to the next step, or to the choice of single threads where that was asked for."""
    if "pick" in request.POST:
        return redirect("scenario-threads", pk=scenario.pk)
    return redirect("scenario-setup", pk=scenario.pk, step=_ORDER[_ORDER.index(step) + 1])


def _named(found: list[Guess]) -> list[tuple[Any, str]]:
    return [(task_type(guess.key), guess.reason) for guess in found]


def _context(scenario: Scenario, step: str) -> dict[str, Any]:
    place = _ORDER.index(step)
    return {
        "scenario": scenario,
        "step": step,
        "steps": STEPS,
        "number": place + 1,
        "previous_step": _ORDER[place - 1] if place else "",
        "nav": "scenarios",
    }
