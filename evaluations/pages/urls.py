"""The addresses of the judge pages and of their fragments, below ``/judge/``."""

from django.urls import path

from evaluations.pages import comparison, config, lifecycle, live, pillar, results, sessions
from evaluations.pages.page import page

MAKE = "evaluations.add_judgesession"
SESSION = "session/<int:pk>"

urlpatterns = [
    path("sessions", page(sessions.session_list), name="judge-sessions"),
    path("config", page(config.configure, permission=MAKE), name="judge-config"),
    path("config/estimate", page(config.estimate_fragment, permission=MAKE), name="judge-estimate"),
    path(SESSION, page(live.session_page), name="judge-session"),
    path(f"{SESSION}/state", page(live.state_fragment), name="judge-session-state"),
    path(f"{SESSION}/current", page(live.current_fragment), name="judge-session-current"),
    path(f"{SESSION}/history", page(live.history_fragment), name="judge-session-history"),
    path(f"{SESSION}/delete", page(lifecycle.delete), name="judge-session-delete"),
    path(f"{SESSION}/do/<slug:step>", page(lifecycle.do_step), name="judge-session-step"),
    path(f"{SESSION}/comparison/<int:task>", page(comparison.comparison), name="judge-comparison"),
    path(f"{SESSION}/results", page(results.results), name="judge-results"),
    path("pillar/<int:number>", page(pillar.pillar), name="judge-pillar"),
    path("pillar/<int:number>/thread/<int:thread>", page(pillar.thread), name="judge-thread"),
]
