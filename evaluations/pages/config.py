"""Plan a judge session, with a live estimate of what it comes to."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from evaluations.judging import lifecycle
from evaluations.judging.errors import PlanInvalid
from evaluations.judging.plans import Estimate, default_prompt, estimate
from evaluations.judging.sessions import create_session
from evaluations.models import JudgeSession
from evaluations.pages.forms import PlanForm
from evaluations.pages.page import reader


@require_http_methods(["GET", "HEAD", "POST"])
def configure(request: HttpRequest) -> HttpResponse:
    """The form; sending it creates and starts the session, or shows what is wrong with nothing lost."""
    if request.method != "POST":
        initial = {"prompt_template_id": default_prompt()}
        return _render(request, PlanForm(user=request.user, initial=initial))
    form = PlanForm(request.POST, user=request.user)
    if "only_estimate" in request.POST:
        return _render(request, form, estimated=_estimate(request, form))
    session = _create(request, form)
    if session is None:
        return _render(request, form, status=422)
    messages.success(request, _("The session was created and started."))
    return redirect("judge-session", pk=session.pk)


@require_POST
def estimate_fragment(request: HttpRequest) -> HttpResponse:
    """What the plan in the form comes to; nothing is written."""
    form = PlanForm(request.POST, user=request.user)
    estimated = _estimate(request, form)
    return render(request, "judge/_estimate.html", {"estimate": estimated, "form": form})


def _render(
    request: HttpRequest, form: PlanForm, *, estimated: Estimate | None = None, status: int = 200
) -> HttpResponse:
    context = {"form": form, "estimate": estimated, "nav": "config"}
    return render(request, "judge/config.html", context, status=status)


def _estimate(request: HttpRequest, form: PlanForm) -> Estimate | None:
    if not form.is_valid():
        return None
    try:
        return estimate(form.plan(), user=reader(request))
    except PlanInvalid as error:
        form.take_errors(error.errors, str(error))
        return None


def _create(request: HttpRequest, form: PlanForm) -> JudgeSession | None:
    if not form.is_valid():
        return None
    try:
        session = create_session(form.plan(), actor=reader(request))
    except PlanInvalid as error:
        form.take_errors(error.errors, str(error))
        return None
    return lifecycle.start(session)
