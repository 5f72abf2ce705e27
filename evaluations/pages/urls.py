"""The addresses of the judge pages and of their fragments, below ``/judge/``."""

from django.urls import path

from evaluations.pages import (
    comparison,
    config,
    derive,
    generate,
    lifecycle,
    live,
    pillar,
    pillar_actions,
    pillar_thread,
    results,
    sessions,
)
from evaluations.pages.page import page
from evaluations.pages.upload_urls import urlpatterns as upload_urls

MAKE = "evaluations.add_judgesession"
ADD_THREAD = "pillars.add_thread"
SESSION = "session/<int:pk>"
PILLAR = "pillar/<int:number>"
THREAD = f"{PILLAR}/thread/<int:thread>"

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
    path(PILLAR, page(pillar.pillar), name="judge-pillar"),
    path(f"{PILLAR}/generate", page(generate.generate, permission=MAKE), name="judge-pillar-generate"),
    path(f"{PILLAR}/record", page(pillar.record), name="judge-pillar-record"),
    path(f"{PILLAR}/threads/<slug:action>", page(pillar_actions.do), name="judge-pillar-do"),
    path(THREAD, page(pillar_thread.thread), name="judge-thread"),
    path(f"{THREAD}/correct", page(pillar_thread.correct), name="judge-thread-correct"),
    path(f"{THREAD}/derive", page(derive.derive, permission=ADD_THREAD), name="judge-thread-derive"),
    path(f"{THREAD}/archive", page(pillar_thread.archive), name="judge-thread-archive"),
    *upload_urls,
]
