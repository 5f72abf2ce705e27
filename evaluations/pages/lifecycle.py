"""The buttons of a session: start, pause, resume, retry what failed, delete."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from evaluations.judging import lifecycle
from evaluations.judging.counts import counts_of
from evaluations.judging.errors import LifecycleConflict
from evaluations.judging.sessions import get_session_to_change_for
from evaluations.pages.page import reader

STEPS = {
    "start": (lifecycle.start, gettext_lazy("The session was started.")),
    "pause": (lifecycle.pause, gettext_lazy("The session was paused; calls in flight still end.")),
    "resume": (lifecycle.resume, gettext_lazy("The session goes on.")),
    "retry-failed": (lifecycle.retry_failed, gettext_lazy("What had failed is being judged again.")),
}


@require_POST
def do_step(request: HttpRequest, *, pk: int, step: str) -> HttpResponse:
    """Take one step of the lifecycle and go back to the session."""
    session = get_session_to_change_for(reader(request), pk)
    if step not in STEPS:
        raise Http404
    move, said = STEPS[step]
    move(session)
    messages.success(request, said)
    return redirect("judge-session", pk=pk)


@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest, *, pk: int) -> HttpResponse:
    """Ask first, saying what would be lost; then delete."""
    session = get_session_to_change_for(reader(request), pk)
    if session.is_active:
        raise LifecycleConflict(_("A running session cannot be deleted; pause it first."))
    if request.method != "POST":
        return render(request, "judge/delete.html", {"session": session, "counts": counts_of(pk)})
    name = session.name
    lifecycle.delete(session, actor=reader(request))
    messages.success(request, _("“%(name)s” was deleted.") % {"name": name})
    return redirect("judge-sessions")
