"""A session's results: who won how often, how sure that is, and what speaks against it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from evaluations.judging.counts import counts_of
from evaluations.judging.sessions import get_session_for, is_pairwise
from evaluations.pages.comparison_reads import pillars_of
from evaluations.pages.page import reader
from evaluations.pages.results_view import results_view
from evaluations.reports.session_results import session_results
from evaluations.task_types.registry import task_type


@require_safe
def results(request: HttpRequest, *, pk: int) -> HttpResponse:
    """Matrix, ranking, criteria, confidence, and the warnings that belong to them."""
    session = get_session_for(reader(request), pk)
    if not is_pairwise(session):
        return redirect("scenario-results", pk=session.scenario_id)
    aspects = task_type(session.scenario.task_type).aspects(session.scenario.config)
    view = results_view(session_results(session), pillars_of(session), aspects)
    context = {"session": session, "counts": counts_of(pk), "view": view, "nav": "sessions"}
    return render(request, "judge/results.html", context)
