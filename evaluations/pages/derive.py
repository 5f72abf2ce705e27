"""Make a thread of another pillar from one, by hand: texts of its own, and the source's messages."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from evaluations.generation.task_type import KINDS
from evaluations.pages.derivation_form import DerivationForm
from evaluations.pages.page import reader
from evaluations.pages.pillar import pillar_for
from evaluations.pages.pillar_thread import thread_for
from llars import audit
from llars.errors import InvalidInput, WrongState
from llars.models import AuditEntry
from pillars.derived import derive as make
from pillars.derived import refuse_unless_usable
from pillars.models import Thread


@require_http_methods(["GET", "HEAD", "POST"])
def derive(request: HttpRequest, *, number: int, thread: int) -> HttpResponse:
    """The form; ``step`` = ``more`` gives room for a further text, anything else makes the thread."""
    pillar, found = pillar_for(request, number), thread_for(request, number, thread)
    is_sent, more = request.method == "POST", request.POST.get("step") == "more"
    user = reader(request)
    if more:
        # After a swap the focus stays on the button.
        form = DerivationForm.with_room(request.POST, user=user, focus=not request.headers.get("HX-Request"))
    else:
        form = DerivationForm(request.POST if is_sent else None, user=user)
    if not is_sent:
        refuse_unless_usable(found)
        audit.record(request.user, AuditEntry.Action.READ, found)
    elif not more and form.is_valid():
        try:
            return _made(request, found, form)
        except (InvalidInput, WrongState) as error:
            form.add_error(None, str(error))
    is_refused = is_sent and not more
    context = {
        "pillar": pillar,
        "thread": found,
        "source": found.source_thread or found,
        "form": form,
        "kinds": {key: kind.feature_name for key, kind in KINDS.items()},
        "is_refused": is_refused,
    }
    return render(request, "pillars/derive.html", context, status=400 if is_refused else 200)


def _made(request: HttpRequest, source: Thread, form: DerivationForm) -> HttpResponse:
    target = form.cleaned_data["pillar"]
    made, is_new = make(source, form.derivation(), pillar=target, actor=reader(request))
    if is_new:
        messages.success(request, _("The thread was made; its messages are those of its source."))
    else:
        messages.info(request, _("The same was made from this thread before; this is it."))
    return redirect("judge-thread", number=target.pk, thread=made.pk)
