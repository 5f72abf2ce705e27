"""What an evaluator does with an item: save, hand in, set aside, decline, take up again, mark.

Each works as a plain form; a script that asks for JSON gets the same in that form.
"""

import json
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import time_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from evaluations.answering.drafts import DraftInput, save_draft
from evaluations.answering.errors import AnswerConflict, AnswerInvalid, AnswerRefused
from evaluations.answering.marking import decline, mark, set_aside, take_up_again
from evaluations.answering.questions import question_for
from evaluations.answering.shown import is_told
from evaluations.answering.submitting import AnswerInput, submit
from evaluations.answering.work import get_assignment, get_work_for, next_assignment, progress_of
from evaluations.models import Assignment, Member
from evaluations.pages.evaluate import render_item
from evaluations.pages.evaluate_form import (
    COMMENT,
    HIGHLIGHTS,
    ON_SCORE,
    draft_of,
    fields_of,
    payload_of,
)
from evaluations.pages.page import reader
from evaluations.task_types.registry import task_type

_MOST_STAMPS = 500


@require_POST
def draft(request: HttpRequest, *, scenario: int, place: int) -> HttpResponse:
    """Keep what was entered so far."""
    member = get_work_for(reader(request), scenario)
    assignment = get_assignment(member, place=place - 1)
    given = DraftInput(
        fields=fields_of(request.POST),
        revision=_number(request, "revision"),
        item_version=_number(request, "item_version"),
        active_time_ms=_number(request, "active_time_ms"),
        force=bool(request.POST.get("force")),
    )
    try:
        saved = save_draft(member, assignment, given, now=timezone.now())
    except AnswerConflict as error:
        other = draft_of(get_assignment(member, place=place - 1))
        kept = {"fields": other.fields, "revision": other.revision} if other is not None else {}
        return JsonResponse({"detail": str(error), "other": kept}, status=error.status)
    except AnswerRefused as error:
        return JsonResponse({"detail": str(error)}, status=error.status)
    at = time_format(localtime(saved.saved_at))
    return JsonResponse({"revision": saved.revision, "said": _("Draft saved %(time)s") % {"time": at}})


@require_POST
def answer(request: HttpRequest, *, scenario: int, place: int) -> HttpResponse:
    """Hand an answer in and go on."""
    member = get_work_for(reader(request), scenario)
    assignment = get_assignment(member, place=place - 1)
    question = question_for(member.scenario, assignment)
    fields = fields_of(request.POST)
    payload = payload_of(task_type(member.scenario.task_type), question, fields)
    given = _answer_of(request, fields, payload)
    try:
        submit(member, assignment, given, now=timezone.now(), question=question)
    except AnswerInvalid as error:
        return _incomplete(request, member, assignment, error, fields)
    except AnswerRefused as error:
        return _refused(request, member, assignment, error, fields)
    return _onward(request, member, assignment, stay=is_told(member, assignment.item))


@require_POST
def aside(request: HttpRequest, *, scenario: int, place: int) -> HttpResponse:
    """Set the item aside, or say that it cannot be judged."""
    member = get_work_for(reader(request), scenario)
    assignment = get_assignment(member, place=place - 1)
    reason = request.POST.get("reason", "")
    try:
        if request.POST.get("as") == "declined":
            decline(member, assignment, reason=reason, now=timezone.now())
        else:
            set_aside(member, assignment, reason=reason)
    except AnswerRefused as error:
        return _refused(request, member, assignment, error, None)
    return _onward(request, member, assignment)


@require_POST
def again(request: HttpRequest, *, scenario: int, place: int) -> HttpResponse:
    """Take up again what was set aside or declined."""
    member = get_work_for(reader(request), scenario)
    assignment = take_up_again(member, get_assignment(member, place=place - 1))
    return _onward(request, member, assignment, stay=True)


@require_POST
def marks(request: HttpRequest, *, scenario: int, place: int) -> HttpResponse:
    """Flag the item or note that one is unsure; each press changes it over."""
    member = get_work_for(reader(request), scenario)
    assignment = get_assignment(member, place=place - 1)
    wanted: dict[str, bool] = {}
    if request.POST.get("mark") == "flagged":
        wanted["flagged"] = not assignment.is_flagged
    if request.POST.get("mark") == "unsure":
        wanted["unsure"] = not assignment.is_unsure
    changed = mark(member, assignment, **wanted)
    if _wants_json(request):
        return JsonResponse({"flagged": changed.is_flagged, "unsure": changed.is_unsure})
    return redirect("evaluate-item", scenario=scenario, place=place)


def _onward(
    request: HttpRequest, member: Member, assignment: Assignment, *, stay: bool = False
) -> HttpResponse:
    """Where to go next; ``stay``: there is something to see on this item's page first."""
    scenario = member.scenario_id
    here = reverse("evaluate-item", args=[scenario, assignment.order + 1])
    following = next_assignment(member, after=assignment.order)
    target = reverse("evaluate-work", args=[scenario])
    if following is not None:
        target = reverse("evaluate-item", args=[scenario, following.order + 1])
    target = here if stay else target
    if not _wants_json(request):
        return redirect(target)
    progress = progress_of(member, today=timezone.localdate())
    return JsonResponse(
        {
            "next": target,
            "here": here,
            "done": progress.finished,
            "total": progress.total,
            "today": progress.today,
            "skipped": progress.skipped,
        }
    )


def _answer_of(request: HttpRequest, fields: dict[str, list[str]], payload: dict[str, Any]) -> AnswerInput:
    return AnswerInput(
        payload=payload,
        item_version=_number(request, "item_version"),
        comment=fields.get(COMMENT, [""])[-1].strip(),
        annotations=_annotations(request, fields),
        active_time_ms=_number(request, "active_time_ms"),
        submission_key=request.POST.get("submission_key", ""),
        based_on=_number(request, "based_on") if "based_on" in request.POST else None,
    )


def _incomplete(
    request: HttpRequest,
    member: Member,
    assignment: Assignment,
    error: AnswerInvalid,
    fields: dict[str, list[str]],
) -> HttpResponse:
    if _wants_json(request):
        return JsonResponse({"detail": str(error), "errors": error.errors}, status=error.status)
    return render_item(
        request,
        member,
        assignment,
        posted=fields,
        errors=error.errors,
        message=str(error),
        status=error.status,
    )


def _refused(
    request: HttpRequest, member: Member, assignment: Assignment, error: AnswerRefused, fields: Any
) -> HttpResponse:
    if _wants_json(request):
        return JsonResponse({"detail": str(error), "code": error.code}, status=error.status)
    return render_item(request, member, assignment, posted=fields, message=str(error), status=error.status)


def _annotations(request: HttpRequest, fields: dict[str, list[str]]) -> dict[str, Any]:
    """Comments on single controls, quotes, and the raw stamps of activity."""
    comments = {
        name.removeprefix(ON_SCORE): values[-1].strip()
        for name, values in fields.items()
        if name.startswith(ON_SCORE) and values[-1].strip()
    }
    kept: dict[str, Any] = {"comments": comments} if comments else {}
    for name, text, most in (
        ("highlights", fields.get(HIGHLIGHTS, [""])[-1], 200),
        ("stamps", request.POST.get("stamps", ""), _MOST_STAMPS),
    ):
        entries = _json_list(text)
        if entries:
            kept[name] = entries[:most]
    return kept


def _json_list(text: str) -> list[Any]:
    try:
        value = json.loads(text or "[]")
    except ValueError:
        return []
    return value if isinstance(value, list) else []


def _number(request: HttpRequest, name: str) -> int:
    given = request.POST.get(name, "")
    return int(given) if given.isdecimal() and len(given) < 12 else 0


def _wants_json(request: HttpRequest) -> bool:
    return "application/json" in request.headers.get("Accept", "")
