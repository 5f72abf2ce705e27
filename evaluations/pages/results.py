"""A session's results: who won how often, how sure that is, and what speaks against it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from evaluations.generation.results import ended_calls, texts_of
from evaluations.judging.counts import counts_of
from evaluations.judging.sessions import get_session_for, is_pairwise
from evaluations.models import JudgeSession
from evaluations.pages.comparison_reads import pillars_of
from evaluations.pages.comparison_view import failure_label
from evaluations.pages.page import paginated, reader
from evaluations.pages.results_view import results_view
from evaluations.reports.session_results import session_results
from evaluations.task_types.registry import task_type
from llars import audit
from llars.models import AuditEntry

PAGE_SIZE = 50


@require_safe
def results(request: HttpRequest, *, pk: int) -> HttpResponse:
    """Matrix, ranking, criteria, confidence, and the warnings that belong to them."""
    session = get_session_for(reader(request), pk)
    if session.generates_features:
        return _generated(request, session)
    if not is_pairwise(session):
        return redirect("scenario-results", pk=session.scenario_id)
    aspects = task_type(session.scenario.task_type).aspects(session.scenario.config)
    view = results_view(session_results(session), pillars_of(session), aspects)
    context = {"session": session, "counts": counts_of(pk), "view": view, "nav": "sessions"}
    return render(request, "judge/results.html", context)


def _generated(request: HttpRequest, session: JudgeSession) -> HttpResponse:
    """The texts of a generation; reading them goes on record."""
    audit.record(request.user, AuditEntry.Action.READ, session)
    shown = paginated(request, ended_calls(session), size=PAGE_SIZE)
    texts = [(text, failure_label(text.task.failure_code)) for text in texts_of(list(shown))]
    context = {"session": session, "counts": counts_of(session.pk), "page": shown, "texts": texts}
    return render(request, "judge/generated.html", context | {"nav": "sessions"})
