"""What can be done with many threads of a pillar at once."""

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from evaluations.pages.page import reader
from evaluations.pages.pillar import pillar_for
from llars.errors import DomainError, InvalidInput
from llars.row_ids import possible, read
from pillars import archiving
from pillars.assignments import assign, only_in, remove
from pillars.deletion_day import deletion_day
from pillars.models import Pillar, Thread
from pillars.thread_search import ThreadSearch

Act = Callable[[HttpRequest, Pillar, list[int], User], str]


@require_http_methods(["GET", "HEAD", "POST"])
def do(request: HttpRequest, *, number: int, action: str) -> HttpResponse:
    """Do ``action`` with the chosen threads, or with all that the search finds (``all`` in the form).

    Before threads are left in no pillar it asks; whoever comes back to that question is led to the pillar.
    """
    pillar = pillar_for(request, number)
    right, act = _ACTIONS.get(action, ("", None))
    if act is None or not reader(request).has_perm(right):
        raise PermissionDenied
    if request.method != "POST":
        return redirect("judge-pillar", number=number)
    search = QueryDict(request.POST.get("search", ""))
    back = reverse("judge-pillar", args=[number]) + (f"?{search.urlencode()}" if search else "")
    try:
        chosen = _chosen(request, number, search)
        if action == "remove" and "confirmed" not in request.POST:
            only_here = only_in(pillar, chosen)
            if only_here:
                return _ask(request, pillar, chosen, only_here, back)
        messages.success(request, act(request, pillar, chosen, reader(request)))
    except DomainError as error:
        messages.error(request, str(error))
    return redirect(back)


def _ask(
    request: HttpRequest, pillar: Pillar, chosen: list[int], only_here: list[int], back: str
) -> HttpResponse:
    """The question before threads are left in no pillar; its form sends the same choice once more."""
    context = {
        "pillar": pillar,
        "count": len(chosen),
        "alone": len(only_here),
        "all": "all" in request.POST,
        "threads": request.POST.getlist("thread"),
        "search": request.POST.get("search", ""),
        "back": back,
    }
    return render(request, "pillars/take_out.html", context)


def _chosen(request: HttpRequest, number: int, search: QueryDict) -> list[int]:
    threads = Thread.objects.visible_to(request.user).in_pillar(number)
    if "all" in request.POST:
        found = ThreadSearch(search).of(threads)
    else:
        ids = read(request.POST.getlist("thread"))
        found = threads.filter(pk__in=possible(ids))
    chosen = list(found.values_list("pk", flat=True))
    if not chosen:
        raise InvalidInput(_("Choose at least one thread."))
    return chosen


def _assign(request: HttpRequest, pillar: Pillar, threads: list[int], actor: User) -> str:
    wanted = read(request.POST.getlist("pillar"))
    if not wanted:
        raise InvalidInput(_("Choose the pillar to assign the threads to."))
    target = pillar_for(request, wanted[-1])
    count = assign(target, threads)
    words = ngettext("%d thread was assigned.", "%d threads were assigned.", count) % count
    day = deletion_day(target, timezone.now())
    return f"{words} {day.words}" if day else words


def _remove(request: HttpRequest, pillar: Pillar, threads: list[int], actor: User) -> str:
    removed = remove(pillar, threads)
    words = ngettext("%d thread was taken out.", "%d threads were taken out.", removed.count) % removed.count
    return f"{words} {removed.warning}".strip()


def _archive(request: HttpRequest, pillar: Pillar, threads: list[int], actor: User) -> str:
    count = archiving.archive(threads, now=timezone.now(), actor=actor)
    return ngettext("%d thread was archived.", "%d threads were archived.", count) % count


def _restore(request: HttpRequest, pillar: Pillar, threads: list[int], actor: User) -> str:
    count = archiving.restore(threads, actor=actor)
    return ngettext("%d thread is in use again.", "%d threads are in use again.", count) % count


_ACTIONS: dict[str, tuple[str, Act]] = {
    "assign": ("pillars.add_pillarassignment", _assign),
    "remove": ("pillars.delete_pillarassignment", _remove),
    "archive": ("pillars.change_thread", _archive),
    "restore": ("pillars.change_thread", _restore),
}
