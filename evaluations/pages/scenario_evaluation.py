"""A scenario's tab Evaluation: what comes in, the items, and all answers to one as cards."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from evaluations.judging.texts import ThreadTexts, item_texts
from evaluations.models import Item, Scenario
from evaluations.pages.comparison_view import failure_label
from evaluations.pages.evaluate_sides import sides_of
from evaluations.pages.page import paginated, reader
from evaluations.reports.responses import ResponseCard, item_cards, neighbours
from evaluations.reports.scenario_feed import latest_answers
from evaluations.reports.scenario_progress import item_rows, model_rows
from evaluations.scenarios.access import get_scenario_to_read_for, may_change
from evaluations.task_types.base import Question
from evaluations.task_types.registry import task_type
from llars import audit
from llars.models import AuditEntry

PAGE_SIZE = 50
STATUSES = ("", "open", "done", "skipped", "declined")


@require_safe
def evaluation(request: HttpRequest, *, pk: int) -> HttpResponse:
    """The live feed and the items with their counts."""
    scenario = get_scenario_to_read_for(reader(request), pk)
    status = request.GET.get("status", "")
    status = status if status in STATUSES else ""
    context = {
        "scenario": scenario,
        "may_change": may_change(reader(request), scenario),
        "status": status,
        "items": paginated(request, item_rows(scenario, status=status), size=PAGE_SIZE),
        "query": f"status={status}&" if status else "",
        "tab": "evaluation",
        "nav": "scenarios",
    }
    return render(request, "scenarios/evaluation.html", context | _live(scenario))


@require_safe
def feed(request: HttpRequest, *, pk: int) -> HttpResponse:
    """How far the models are and the newest answers, for the page to look again."""
    scenario = get_scenario_to_read_for(reader(request), pk)
    return render(request, "scenarios/_evaluation_feed.html", {"scenario": scenario, **_live(scenario)})


@require_safe
def item(request: HttpRequest, *, pk: int, item: int) -> HttpResponse:
    """One item: its texts, and the cards of everybody beside one another; reading goes on record."""
    scenario = get_scenario_to_read_for(reader(request), pk)
    items = scenario.items.select_related("thread_a", "thread_b", "pillar_a", "pillar_b")
    found = get_object_or_404(items, pk=item)
    audit.record(request.user, AuditEntry.Action.READ, found)
    before, after = neighbours(scenario, found)
    context = {
        "scenario": scenario,
        "item": found,
        "sides": sides_of(_own_frame(scenario, found)),
        "cards": [(card, failure_label(card.failure)) for card in item_cards(scenario, found)],
        "reference": _reference(scenario, found),
        "before": before,
        "after": after,
        "tab": "evaluation",
        "nav": "scenarios",
    }
    return render(request, "scenarios/item.html", context)


def _live(scenario: Scenario) -> dict[str, Any]:
    return {"feed": latest_answers(scenario), "sessions": model_rows(scenario)}


def _own_frame(scenario: Scenario, item: Item) -> Question:
    texts = item_texts([item], ThreadTexts())[item.pk]
    return Question(texts, scenario.config, scenario.language)


def _reference(scenario: Scenario, item: Item) -> ResponseCard | None:
    if item.reference is None:
        return None
    blocks = task_type(scenario.task_type).card(item.reference, _own_frame(scenario, item))
    return ResponseCard("", "person", None, 1, 1, blocks)
