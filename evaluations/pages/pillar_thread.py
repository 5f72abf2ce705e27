"""One thread of a pillar: read, corrected, archived."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from evaluations.pages.correction_form import CorrectionForm
from evaluations.pages.page import reader
from evaluations.pages.pillar import pillar_for
from llars import audit
from llars.errors import InvalidInput
from llars.models import AuditEntry
from pillars import archiving, usage
from pillars.derived import may_derive
from pillars.models import Thread
from pillars.provenance import Told, ToldFeature
from pillars.versions import correct as make_correction


@require_safe
def thread(request: HttpRequest, *, number: int, thread: int) -> HttpResponse:
    """The thread, with the way to the one before and after it; reading goes on record."""
    pillar = pillar_for(request, number)
    found = thread_for(request, number, thread)
    audit.record(request.user, AuditEntry.Action.READ, found)
    of_pillar = Thread.objects.visible_to(request.user).active().in_pillar(number)
    versions = Thread.objects.versions_of(found).defer("metadata")
    context: dict[str, Any] = {
        "pillar": pillar,
        "thread": found,
        "features": [ToldFeature.of(one) for one in found.features.order_by("type", "pk")],
        "metadata": Told.of(found.metadata),
        "versions": list(versions),
        "source": found.source_thread,
        "source_pillar": _first_pillar(found.source_thread),
        "made_from_it": _made_from(request, found),
        "may_derive": may_derive(found) and reader(request).has_perm("pillars.add_thread"),
        "is_judged": bool(usage.judged([found.pk])),
        "is_replaced": any(one.replaces_id == found.pk for one in versions),
        "before": of_pillar.filter(pk__lt=thread).order_by("-pk").first(),
        "after": of_pillar.filter(pk__gt=thread).first(),
    }
    return render(request, "pillars/thread.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def correct(request: HttpRequest, *, number: int, thread: int) -> HttpResponse:
    """Correct the thread in a new version."""
    pillar = pillar_for(request, number)
    found = thread_for(request, number, thread, to_change=True)
    form = CorrectionForm(request.POST or None, thread=found)
    if request.method == "POST" and form.is_valid():
        try:
            new = make_correction(found, form.correction(), now=timezone.now(), actor=reader(request))
        except InvalidInput as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, _("Version %d was made; the one before is archived.") % new.version)
            return redirect("judge-thread", number=number, thread=new.pk)
    if request.method != "POST":
        audit.record(request.user, AuditEntry.Action.READ, found)
    return render(request, "pillars/correct.html", {"pillar": pillar, "thread": found, "form": form})


@require_POST
def archive(request: HttpRequest, *, number: int, thread: int) -> HttpResponse:
    """Take the thread out of use, or bring it back (``restore`` in the form)."""
    found = thread_for(request, number, thread, to_change=True)
    if "restore" in request.POST:
        archiving.restore([found.pk], actor=reader(request))
        messages.success(request, _("The thread is in use again."))
    else:
        archiving.archive([found.pk], now=timezone.now(), actor=reader(request))
        messages.success(request, _("The thread is archived: nothing new takes it, what has it keeps it."))
    return redirect("judge-thread", number=number, thread=thread)


def thread_for(request: HttpRequest, number: int, pk: int, *, to_change: bool = False) -> Thread:
    """The thread of this pillar with its messages, if the reader may see (and with ``to_change`` change) it.

    Raises:
        Http404: there is none, or it is not theirs to see.
        PermissionDenied: they may see, but not change it.
    """
    threads = Thread.objects.visible_to(request.user).in_pillar(number)
    found = get_object_or_404(threads.prefetch_related(*Thread.TURNS, "pillars"), pk=pk)
    if to_change and not reader(request).has_perm("pillars.change_thread"):
        raise PermissionDenied
    return found


def _first_pillar(thread: Thread | None) -> int | None:
    return thread.assignments.values_list("pillar_id", flat=True).first() if thread else None


def _made_from(request: HttpRequest, thread: Thread) -> list[tuple[int, Thread]]:
    """What was made from the thread, each with a pillar that it is in."""
    made = Thread.objects.visible_to(request.user).active().filter(source_thread=thread)
    rows = made.order_by("pk").prefetch_related("assignments")
    return [(one.assignments.all()[0].pillar_id, one) for one in rows if one.assignments.all()]
