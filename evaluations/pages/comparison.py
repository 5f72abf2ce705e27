"""One comparison in full."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from evaluations.judging.sessions import get_session_for
from evaluations.models import JudgeTask
from evaluations.pages.comparison_reads import get_comparison, history_row, other_position
from evaluations.pages.comparison_view import failure_label, view_of
from evaluations.pages.page import reader
from evaluations.reports.comparisons import answer_of
from llars import audit
from llars.models import AuditEntry


@require_safe
def comparison(request: HttpRequest, *, pk: int, task: int) -> HttpResponse:
    """The texts, the answer, the other position's, and every attempt; reading goes on record."""
    session = get_session_for(reader(request), pk)
    found = get_comparison(session, task)
    audit.record(request.user, AuditEntry.Action.READ, found.task)
    other = other_position(session, found.task)
    context = {
        "session": session,
        "current": view_of(session, found.task),
        "other": history_row(session, other) if other else None,
        "consistency": _consistency(found.task, other),
        "attempts": [(attempt, failure_label(attempt.failure_code)) for attempt in found.attempts],
        "raw_response": found.raw_response,
        "nav": "sessions",
    }
    return render(request, "judge/comparison.html", context)


def _consistency(task: JudgeTask, other: JudgeTask | None) -> str:
    """Whether both positions say the same: ``same``, ``differs``, or nothing while one is open."""
    mine, theirs = answer_of(task), answer_of(other) if other else None
    if mine is None or theirs is None:
        return ""
    return "same" if mine.verdict == theirs.verdict else "differs"
