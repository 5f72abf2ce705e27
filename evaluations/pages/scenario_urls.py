"""The addresses of the evaluators' pages and of the scenarios'."""

from django.urls import path

from evaluations.pages import evaluate, evaluate_actions
from evaluations.pages.page import page

ITEM = "evaluate/<int:scenario>/<int:place>"

urlpatterns = [
    path("evaluate", page(evaluate.work_list), name="evaluate"),
    path("evaluate/alive", evaluate.alive, name="evaluate-alive"),
    path("evaluate/<int:scenario>", page(evaluate.work), name="evaluate-work"),
    path("evaluate/<int:scenario>/jump", page(evaluate.jump), name="evaluate-jump"),
    path(ITEM, page(evaluate.item), name="evaluate-item"),
    path(f"{ITEM}/draft", page(evaluate_actions.draft), name="evaluate-draft"),
    path(f"{ITEM}/answer", page(evaluate_actions.answer), name="evaluate-answer"),
    path(f"{ITEM}/aside", page(evaluate_actions.aside), name="evaluate-aside"),
    path(f"{ITEM}/again", page(evaluate_actions.again), name="evaluate-again"),
    path(f"{ITEM}/mark", page(evaluate_actions.marks), name="evaluate-mark"),
]
