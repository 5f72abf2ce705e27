"""An evaluator's pages: what there is to do, and one item after the other."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from evaluations.answering.batches import present_batch
from evaluations.answering.shown import current_answer, own_answer
from evaluations.answering.work import (
    get_assignment,
    get_work_for,
    handed_out,
    jump_list,
    next_assignment,
    progress_of,
    time_left_s,
    work_of,
)
from evaluations.models import Assignment, Member
from evaluations.pages.evaluate_form import AnswerForm, form_for
from evaluations.pages.evaluate_sides import sides_of
from evaluations.pages.page import reader
from evaluations.reports.responses import anonymous_cards
from evaluations.scenarios.rules import rules_of
from evaluations.task_types.controls import Fields
from llars import audit
from llars.models import AuditEntry


@require_safe
def work_list(request: HttpRequest) -> HttpResponse:
    """The scenarios in which the reader answers."""
    return render(request, "evaluate/list.html", {"work": work_of(reader(request)), "nav": "evaluate"})


@require_safe
def work(request: HttpRequest, *, scenario: int) -> HttpResponse:
    """On to the next item, or to the end."""
    member = get_work_for(reader(request), scenario)
    assignment = next_assignment(member)
    if assignment is not None and member.scenario.takes_answers:
        return redirect("evaluate-item", scenario=scenario, place=assignment.order + 1)
    context = {
        "member": member,
        "scenario": member.scenario,
        "progress": progress_of(member, today=timezone.localdate()),
        "nav": "evaluate",
    }
    return render(request, "evaluate/done.html", context)


@require_safe
def item(request: HttpRequest, *, scenario: int, place: int) -> HttpResponse:
    """One item with its form; reading goes on record."""
    member = get_work_for(reader(request), scenario)
    assignment = get_assignment(member, place=place - 1)
    audit.record(request.user, AuditEntry.Action.READ, assignment.item)
    return render_item(request, member, assignment)


def render_item(
    request: HttpRequest,
    member: Member,
    assignment: Assignment,
    *,
    posted: Fields | None = None,
    errors: Mapping[str, Sequence[str]] | None = None,
    message: str = "",
    status: int = 200,
) -> HttpResponse:
    """The page of an item; with what was posted and what is wrong with it."""
    form = form_for(member, assignment, posted=posted, errors=errors)
    context = _context(member, assignment, form) | {"message": message}
    return render(request, "evaluate/work.html", context, status=status)


@require_safe
def jump(request: HttpRequest, *, scenario: int) -> HttpResponse:
    """The list of all items for jumping to."""
    member = get_work_for(reader(request), scenario)
    context = {"scenario": member.scenario, "entries": jump_list(member)}
    return render(request, "evaluate/_jump.html", context)


@require_safe
def others(request: HttpRequest, *, scenario: int, place: int) -> HttpResponse:
    """What others said of an item, for who has answered it and where the rules allow it; without names."""
    member = get_work_for(reader(request), scenario)
    assignment = get_assignment(member, place=place - 1)
    if rules_of(member.scenario).others != "after_own" or current_answer(member, assignment) is None:
        raise Http404
    audit.record(request.user, AuditEntry.Action.READ, assignment.item)
    cards = anonymous_cards(member.scenario, assignment.item, position=assignment.position)
    context = {
        "scenario": member.scenario,
        "place": place,
        "cards": [(card, "") for card in cards],
        "nav": "evaluate",
    }
    return render(request, "evaluate/others.html", context)


@require_safe
def alive(request: HttpRequest) -> HttpResponse:
    """Who is logged in, with a fresh mark for forms; a page that had to wait asks before it sends."""
    if not request.user.is_authenticated:
        return JsonResponse({"user": None}, status=401)
    return JsonResponse({"user": request.user.pk, "csrf": get_token(request)})


def _context(member: Member, assignment: Assignment, form: AnswerForm) -> dict[str, Any]:
    scenario, rules = member.scenario, rules_of(member.scenario)
    following = next_assignment(member, after=assignment.order)
    others = following if following is not None and following.pk != assignment.pk else None
    mine = handed_out(member)
    told = own_answer(member, form.answer).known if form.answer is not None else None
    return {
        "member": member,
        "scenario": scenario,
        "assignment": assignment,
        "place": assignment.order + 1,
        "form": form,
        "rules": rules,
        "sides": sides_of(form.question),
        "question": form.kind.question(scenario.config, scenario.language),
        "progress": progress_of(member, today=timezone.localdate()),
        "batch": present_batch(member),
        "time_left_s": time_left_s(member),
        "previous": mine.filter(order__lt=assignment.order).last(),
        "following": mine.filter(order__gt=assignment.order).first(),
        "next_url": reverse("evaluate-item", args=[scenario.pk, others.order + 1])
        if others is not None
        else reverse("evaluate-work", args=[scenario.pk]),
        "known": form.kind.card(told, form.question) if told is not None else (),
        "own": form.kind.card(form.answer.payload, form.question) if form.answer is not None else (),
        "nav": "evaluate",
    }
