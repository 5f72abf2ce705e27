"""Single threads for a scenario in the making, by search and by hand."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from evaluations.models import Scenario
from evaluations.pages.page import paginated, reader
from evaluations.scenarios.access import get_scenario_to_change_for
from evaluations.scenarios.drafts import selection_of
from evaluations.scenarios.picking import pick, pick_none, pickable
from llars.row_ids import named, read
from pillars.models import Pillar, ThreadQuerySet
from pillars.thread_search import ThreadSearch

PAGE_SIZE = 25


class ThreadPick(ThreadSearch):
    """What threads are looked for: those of a pillar, those chosen already, or by their words and length."""

    pillar = forms.ModelChoiceField(
        Pillar.objects.none(), label=gettext_lazy("Pillar"), required=False, empty_label=gettext_lazy("all")
    )
    chosen = forms.BooleanField(label=gettext_lazy("Only those chosen"), required=False)

    field_order = ["q", "pillar", "messages_from", "messages_to", "features", "chosen"]

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("archived", "since", "until"):
            del self.fields[name]
        self.fields["pillar"].queryset = Pillar.objects.visible_to(user)  # type: ignore[attr-defined]
        self.fields["chosen"].widget.attrs["class"] = "form-check-input"

    def among(self, threads: ThreadQuerySet, picked: list[int]) -> ThreadQuerySet:
        """Those of the threads that fit; ``picked`` are the ids of those chosen already."""
        found = self.of(threads)
        if self.cleaned_data.get("pillar"):
            found = found.filter(assignments__pillar=self.cleaned_data["pillar"])
        return found.filter(pk__in=picked) if self.cleaned_data.get("chosen") else found


@require_http_methods(["GET", "HEAD", "POST"])
def threads(request: HttpRequest, *, pk: int) -> HttpResponse:
    """Search and choose; every button keeps what is chosen on the page, so that no choice is lost."""
    user = reader(request)
    scenario = get_scenario_to_change_for(user, pk)
    if scenario.status != Scenario.Status.DRAFT:
        return redirect("scenario", pk=pk)
    if request.method == "POST":
        return _keep(request, scenario, user)
    search = ThreadPick(request.GET, user=user)
    picked = list(selection_of(scenario).thread_ids)
    found = search.among(pickable(user), picked).prefetch_related("pillars")
    context = {
        "scenario": scenario,
        "search": search,
        "page": paginated(request, found, size=PAGE_SIZE),
        "picked": set(picked),
        "nav": "scenarios",
    }
    return render(request, "scenarios/threads.html", context)


def _keep(request: HttpRequest, scenario: Scenario, user: User) -> HttpResponseRedirect:
    if "none" in request.POST:
        pick_none(scenario)
        return redirect("scenario-threads", pk=scenario.pk)
    gone = pick(scenario, shown=_ids(request, "shown"), chosen=_ids(request, "thread"), actor=user)
    if gone:
        messages.warning(request, _("Not taken, as they are archived or gone: %s.") % named(gone))
    if "done" in request.POST:
        return redirect("scenario-setup", pk=scenario.pk, step="data")
    wanted = ThreadPick(request.POST, user=user).address()
    page = request.POST.get("page", "")
    query = "&".join(filter(None, [wanted, f"page={page}" if page.isdecimal() else ""]))
    return redirect(reverse("scenario-threads", args=[scenario.pk]) + (f"?{query}" if query else ""))


def _ids(request: HttpRequest, name: str) -> list[int]:
    return read(request.POST.getlist(name))
