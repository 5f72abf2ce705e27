"""A session while it runs: its page, and the fragments that keep the page up to date."""

from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from evaluations.judging.counts import counts_of
from evaluations.judging.health import health_of
from evaluations.judging.sessions import get_session_for, is_pairwise, may_change
from evaluations.models import JudgeSession
from evaluations.pages.comparison_reads import (
    HistoryFilter,
    busy_comparisons,
    current_comparison,
    ended_tasks,
    history_row,
    pillars_of,
)
from evaluations.pages.comparison_view import ComparisonView, failure_label, view_of
from evaluations.pages.page import paginated, reader
from evaluations.reports.session_results import usage_of
from evaluations.task_types.registry import task_type
from llars import audit
from llars.models import AuditEntry
from llars.row_ids import read

PAGE_SIZE = 20
UNCHANGED = 204


@require_safe
def session_page(request: HttpRequest, *, pk: int) -> HttpResponse:
    """The whole page; since it shows threads, reading goes on record."""
    session = get_session_for(reader(request), pk)
    audit.record(request.user, AuditEntry.Action.READ, session)
    context = _state(request, session) | _current(session, None) | _history(request, session)
    names = task_type(session.scenario.task_type).answer_names(session.scenario.config)
    context |= {"session": session, "answer_labels": names, "nav": "sessions"}
    return render(request, "judge/session.html", context)


@require_safe
def state_fragment(request: HttpRequest, *, pk: int) -> HttpResponse:
    """Status, progress, buttons and health."""
    session = get_session_for(reader(request), pk)
    return render(request, "judge/_state.html", {"session": session, **_state(request, session)})


@require_safe
def current_fragment(request: HttpRequest, *, pk: int) -> HttpResponse:
    """The comparison to look at; 204 where the page already shows it as it is (``shown=ID:STATUS``)."""
    session = get_session_for(reader(request), pk)
    context = _current(session, next(iter(read(request.GET.getlist("task"))), None))
    current: ComparisonView | None = context["current"]
    if current is not None and request.GET.get("shown") == f"{current.task.pk}:{current.task.status}":
        return HttpResponse(status=UNCHANGED)
    return render(request, "judge/_current.html", {"session": session, **context})


@require_safe
def history_fragment(request: HttpRequest, *, pk: int) -> HttpResponse:
    """What is done; without HTMX the whole page with the filter applied."""
    if not request.headers.get("HX-Request"):
        return session_page(request, pk=pk)
    session = get_session_for(reader(request), pk)
    return render(request, "judge/_history.html", {"session": session, **_history(request, session)})


def _state(request: HttpRequest, session: JudgeSession) -> dict[str, Any]:
    return {
        "may_change": may_change(reader(request), session),
        "counts": counts_of(session.pk),
        "health": health_of(session, now=timezone.now()),
        "reason": failure_label(session.status_reason),
        "usage": usage_of(session),
    }


def _current(session: JudgeSession, wanted: int | None) -> dict[str, Any]:
    found = current_comparison(session, wanted=wanted)
    view = view_of(session, found.task) if found else None
    return {"current": view, "busy": busy_comparisons(session), "pairwise": is_pairwise(session)}


def _history(request: HttpRequest, session: JudgeSession) -> dict[str, Any]:
    pairwise = is_pairwise(session)
    history_filter = HistoryFilter(request.GET, pillars=pillars_of(session), pairwise=pairwise)
    tasks = history_filter.of(ended_tasks(session))
    shown = paginated(request, tasks, size=PAGE_SIZE)
    query = QueryDict(mutable=True)
    query.update(history_filter.chosen())
    return {
        "pairwise": pairwise,
        "filter": history_filter,
        "filter_query": query,
        "page": shown,
        "rows": [history_row(session, task) for task in shown],
    }
