"""The addresses of the evaluators' pages and of the scenarios'."""

from django.urls import path

from evaluations.pages import (
    evaluate,
    evaluate_actions,
    prompt_preview,
    prompt_trials,
    prompts,
    scenario_evaluation,
    scenario_results,
    scenario_threads,
    scenarios,
    wizard,
)
from evaluations.pages.page import page

SCENARIO = "scenarios/<int:pk>"
PROMPT = "prompts/<int:pk>"
TRIAL = "prompts/trials/<int:trial>"
MAKE = "evaluations.add_scenario"
WRITE = "prompts.add_promptversion"
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
    path("prompts", page(prompts.prompt_list, permission=WRITE), name="prompts"),
    path("prompts/new", page(prompts.new, permission=WRITE), name="prompt-new"),
    path(PROMPT, page(prompts.prompt, permission=WRITE), name="prompt"),
    path(f"{PROMPT}/diff", page(prompts.difference, permission=WRITE), name="prompt-diff"),
    path(f"{PROMPT}/preview", page(prompt_preview.preview_page, permission=WRITE), name="prompt-preview"),
    path(f"{PROMPT}/try", page(prompt_trials.try_out, permission=WRITE), name="prompt-try"),
    path(f"{PROMPT}/export", page(prompts.download, permission=WRITE), name="prompt-export"),
    path(f"{PROMPT}/act", page(prompts.act, permission=WRITE), name="prompt-act"),
    path(TRIAL, page(prompt_trials.trial, permission=WRITE), name="prompt-trial"),
    path(f"{TRIAL}/state", page(prompt_trials.trial_state, permission=WRITE), name="prompt-trial-state"),
    path("scenarios", page(scenarios.scenario_list), name="scenarios"),
    path("scenarios/new", page(wizard.new, permission=MAKE), name="scenario-new"),
    path(SCENARIO, page(scenarios.overview), name="scenario"),
    path(f"{SCENARIO}/set-up/<slug:step>", page(wizard.step), name="scenario-setup"),
    path(f"{SCENARIO}/threads", page(scenario_threads.threads), name="scenario-threads"),
    path(f"{SCENARIO}/create", page(wizard.create), name="scenario-create"),
    path(f"{SCENARIO}/do/<slug:step>", page(scenarios.do_step), name="scenario-step"),
    path(f"{SCENARIO}/change", page(scenarios.change), name="scenario-change"),
    path(f"{SCENARIO}/copy", page(scenarios.copy, permission=MAKE), name="scenario-copy"),
    path(f"{SCENARIO}/delete", page(scenarios.delete), name="scenario-delete"),
    path(f"{SCENARIO}/members", page(scenarios.members), name="scenario-members"),
    path(f"{SCENARIO}/members/<int:member>", page(scenarios.member), name="scenario-member"),
    path(f"{SCENARIO}/members/<int:member>/remind", page(scenarios.remind), name="scenario-remind"),
    path(
        "scenarios/instructions-preview",
        page(wizard.instructions_preview, permission=MAKE),
        name="instructions-preview",
    ),
    path("join/<slug:token>", page(scenarios.join_by_link), name="scenario-join"),
    path(f"{SCENARIO}/evaluation", page(scenario_evaluation.evaluation), name="scenario-evaluation"),
    path(f"{SCENARIO}/feed", page(scenario_evaluation.feed), name="scenario-feed"),
    path(f"{SCENARIO}/items/<int:item>", page(scenario_evaluation.item), name="scenario-item"),
    path(f"{SCENARIO}/results", page(scenario_results.results), name="scenario-results"),
]
