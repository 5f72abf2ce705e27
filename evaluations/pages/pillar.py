"""A pillar: what it is, and its threads to read."""

from django.db.models import Prefetch
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from evaluations.pages.page import paginated
from llars import audit
from llars.models import AuditEntry
from pillars.models import Message, Pillar, Thread

PAGE_SIZE = 25


@require_safe
def pillar(request: HttpRequest, *, number: int) -> HttpResponse:
    """The pillar with the threads assigned to it."""
    found = get_object_or_404(Pillar.objects.visible_to(request.user).with_thread_count(), pk=number)
    threads = Thread.objects.visible_to(request.user).active().in_pillar(number)
    shown = paginated(request, threads.prefetch_related("pillars"), size=PAGE_SIZE)
    others = Pillar.objects.visible_to(request.user)
    return render(request, "judge/pillar.html", {"pillar": found, "page": shown, "pillars": list(others)})


@require_safe
def thread(request: HttpRequest, *, number: int, thread: int) -> HttpResponse:
    """One thread of the pillar, with the way to the one before and after it; reading goes on record."""
    found_pillar = get_object_or_404(Pillar.objects.visible_to(request.user), pk=number)
    threads = Thread.objects.visible_to(request.user).active().in_pillar(number)
    messages = Prefetch("messages", Message.objects.order_by("position"))
    found = get_object_or_404(threads.prefetch_related(messages, "pillars", "features"), pk=thread)
    audit.record(request.user, AuditEntry.Action.READ, found)
    context = {
        "pillar": found_pillar,
        "thread": found,
        "before": threads.filter(pk__lt=thread).order_by("-pk").first(),
        "after": threads.filter(pk__gt=thread).first(),
    }
    return render(request, "judge/thread.html", context)
