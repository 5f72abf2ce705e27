"""The list of scenarios, and one of them: its overview, its people, its steps."""

from typing import Any

from django.contrib import messages
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from evaluations.judging.scenario_sessions import JudgePlan
from evaluations.models import Model, Scenario
from evaluations.pages.forms import ModelField
from evaluations.pages.page import paginated, reader
from evaluations.reports.scenario_progress import overview_of, scenario_rows
from evaluations.reports.scenario_quality import member_reports
from evaluations.scenarios import status
from evaluations.scenarios.access import (
    get_member_to_change_for,
    get_scenario_for,
    get_scenario_to_change_for,
    get_scenario_to_read_for,
    may_change,
    may_read,
)
from evaluations.scenarios.copying import copy_scenario
from evaluations.scenarios.creation import add_models, change_scenario, locks_of
from evaluations.scenarios.invitations import invite, join, revoke
from evaluations.scenarios.members import MemberSpec, add_members, change_role, remove_member
from evaluations.scenarios.reminders import note_reminder, reminder_of
from evaluations.task_types.registry import task_type, task_types

PAGE_SIZE = 20
STEPS = {
    "start": (status.start, gettext_lazy("The scenario is open; models are at work.")),
    "pause": (status.pause, gettext_lazy("The models were paused; people go on.")),
    "complete": (status.complete, gettext_lazy("The scenario takes no more answers.")),
    "reopen": (status.reopen, gettext_lazy("The scenario takes answers again.")),
    "archive": (status.archive, gettext_lazy("The scenario was archived.")),
}


@require_safe
def scenario_list(request: HttpRequest) -> HttpResponse:
    """The reader's scenarios, searched and filtered."""
    rows = scenario_rows(reader(request)).select_related("owner")
    search, chosen = request.GET.get("search", "").strip(), request.GET.get("status", "")
    if search:
        rows = rows.filter(Q(name__icontains=search) | Q(description__icontains=search))
    if chosen in Scenario.Status.values:
        rows = rows.filter(status=chosen)
    context = {
        "page": paginated(request, rows, size=PAGE_SIZE),
        "names": {key: kind.name for key, kind in task_types().items()},
        "statuses": Scenario.Status.choices,
        "chosen": chosen,
        "search": search,
        "may_add": request.user.has_perm("evaluations.add_scenario"),
        "nav": "scenarios",
    }
    return render(request, "scenarios/list.html", context)


@require_safe
def overview(request: HttpRequest, *, pk: int) -> HttpResponse:
    """Progress of people and models, and everything that can be done; evaluators go to their work."""
    user = reader(request)
    scenario = get_scenario_for(user, pk)
    if not may_read(user, scenario):
        return redirect("evaluate-work", scenario=pk)
    is_owner = may_change(user, scenario)
    if scenario.status == Scenario.Status.DRAFT and is_owner:
        return redirect("scenario-setup", pk=pk, step="data")
    models = Model.objects.visible_to(user).select_related("provider") if is_owner else []
    context: dict[str, Any] = {
        "scenario": scenario,
        "kind": task_type(scenario.task_type),
        "overview": overview_of(scenario, user=user),
        "members": member_reports(scenario, now=timezone.now()),
        "invitations": scenario.invitations.filter(revoked_at=None) if is_owner else [],
        "invitation_link": request.session.pop(f"invitation-{pk}", "") if is_owner else "",
        "may_change": is_owner,
        "locks": locks_of(scenario),
        "models": [(one.pk, ModelField.label_from_instance(ModelField(None), one)) for one in models],
        "roles": scenario.members.model.Role.choices,
        "tab": "overview",
        "nav": "scenarios",
    }
    return render(request, "scenarios/overview.html", context)


@require_POST
def do_step(request: HttpRequest, *, pk: int, step: str) -> HttpResponse:
    """Take one step of the scenario's life."""
    scenario = get_scenario_to_change_for(reader(request), pk)
    if step not in STEPS:
        raise Http404
    move, said = STEPS[step]
    move(scenario)
    messages.success(request, said)
    return redirect("scenario", pk=pk)


@require_POST
def change(request: HttpRequest, *, pk: int) -> HttpResponse:
    """Change name, description and instructions."""
    scenario = get_scenario_to_change_for(reader(request), pk)
    fields = ("name", "description", "instructions")
    change_scenario(scenario, {name: request.POST[name] for name in fields if name in request.POST})
    messages.success(request, _("The change was saved."))
    return redirect("scenario", pk=pk)


@require_POST
def copy(request: HttpRequest, *, pk: int) -> HttpResponse:
    """Copy the scenario to a draft, with or without its items."""
    scenario = get_scenario_to_read_for(reader(request), pk)
    made = copy_scenario(scenario, actor=reader(request), with_items="with_items" in request.POST)
    return redirect("scenario-setup", pk=made.pk, step="data")


@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest, *, pk: int) -> HttpResponse:
    """Ask first, then delete."""
    scenario = get_scenario_to_change_for(reader(request), pk)
    if request.method != "POST":
        context = {"scenario": scenario, "overview": overview_of(scenario, user=reader(request))}
        return render(request, "scenarios/delete.html", context | {"nav": "scenarios"})
    name = scenario.name
    status.delete(scenario, actor=reader(request))
    messages.success(request, _("“%(name)s” was deleted.") % {"name": name})
    return redirect("scenarios")


@require_POST
def members(request: HttpRequest, *, pk: int) -> HttpResponse:
    """Add people by name or group, invite, or add models."""
    user = reader(request)
    scenario = get_scenario_to_change_for(user, pk)
    names = request.POST.get("usernames", "").replace(",", " ").split()
    role = request.POST.get("role", "evaluator")
    if "invite" in request.POST:
        _invitation, token = invite(scenario, actor=user, now=timezone.now(), role=role)
        address = request.build_absolute_uri(reverse("scenario-join", args=[token]))
        request.session[f"invitation-{pk}"] = address
    elif "revoke" in request.POST:
        found = get_object_or_404(scenario.invitations, pk=request.POST["revoke"])
        revoke(found, now=timezone.now())
    elif "model" in request.POST:
        add_models(scenario, [int(request.POST["model"] or 0)], JudgePlan(), actor=user, start=True)
    elif names:
        add_members(scenario, [MemberSpec(username=name, role=role) for name in names])
        messages.success(request, _("They are in; evaluators have their items."))
    return redirect("scenario", pk=pk)


@require_POST
def member(request: HttpRequest, *, pk: int, member: int) -> HttpResponse:
    """Give a member another role, or take them out."""
    found = get_member_to_change_for(reader(request), pk, member)
    if "remove" in request.POST:
        remove_member(found)
    else:
        change_role(found, role=request.POST.get("role", ""))
    return redirect("scenario", pk=pk)


@require_http_methods(["GET", "HEAD", "POST"])
def remind(request: HttpRequest, *, pk: int, member: int) -> HttpResponse:
    """The text of a reminder to send; that it was sent is noted."""
    found = get_member_to_change_for(reader(request), pk, member)
    link = request.build_absolute_uri(reverse("evaluate-work", args=[pk]))
    reminder = reminder_of(found, link=link)
    if request.method == "POST":
        note_reminder(found, now=timezone.now())
        messages.success(request, _("The reminder was noted."))
        return redirect("scenario", pk=pk)
    context = {"scenario": found.scenario, "member": found, "reminder": reminder, "nav": "scenarios"}
    return render(request, "scenarios/remind.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def join_by_link(request: HttpRequest, *, token: str) -> HttpResponse:
    """Join a scenario by an invitation; asked first, since a link can be opened by accident."""
    if request.method != "POST":
        return render(request, "scenarios/join.html", {"nav": "evaluate"})
    scenario = join(token, user=reader(request), now=timezone.now())
    return redirect("evaluate-work", scenario=scenario.pk)
