"""The addresses of the evaluators' pages and of the scenarios'."""

from django.urls import path

from evaluations.pages import evaluate, evaluate_actions, scenario_evaluation, scenario_results
from evaluations.pages.page import page

SCENARIO = "scenarios/<int:pk>"
ITEM = "evaluate/<int:scenario>/<int:place>"

urlpatterns = [
    path("evaluate", page(evaluate.work_list), name="evaluate"),
    path("evaluate/alive", evaluate.alive, name="evaluate-alive"),
    path("evaluate/<int:scenario>", page(evaluate.work), name="evaluate-work"),
    path("evaluate/<int:scenario>/jump", page(evaluate.jump), name="evaluate-jump"),
    path(ITEM, page(evaluate.item), name="evaluate-item"),
    path(f"{ITEM}/others", page(evaluate.others), name="evaluate-others"),
    path(f"{ITEM}/draft", page(evaluate_actions.draft), name="evaluate-draft"),
    path(f"{ITEM}/answer", page(evaluate_actions.answer), name="evaluate-answer"),
    path(f"{ITEM}/aside", page(evaluate_actions.aside), name="evaluate-aside"),
    path(f"{ITEM}/again", page(evaluate_actions.again), name="evaluate-again"),
    path(f"{ITEM}/mark", page(evaluate_actions.marks), name="evaluate-mark"),
    path(f"{SCENARIO}/evaluation", page(scenario_evaluation.evaluation), name="scenario-evaluation"),
    path(f"{SCENARIO}/feed", page(scenario_evaluation.feed), name="scenario-feed"),
    path(f"{SCENARIO}/items/<int:item>", page(scenario_evaluation.item), name="scenario-item"),
    path(f"{SCENARIO}/results", page(scenario_results.results), name="scenario-results"),
]
