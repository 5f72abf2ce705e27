"""Which address of the API leads where; the forms are those of API.md, without a slash at the end."""

from collections.abc import Callable
from typing import Any

from django.urls import path, re_path

from evaluations.api.views.analyses import AnalysisViewSet, ThreadRecordViewSet
from evaluations.api.views.comparisons import ComparisonViewSet, CurrentViewSet, QueueViewSet
from evaluations.api.views.documents import NoSuchCall, SchemaView, docs
from evaluations.api.views.generations import GenerationViewSet
from evaluations.api.views.imports import ImportViewSet
from evaluations.api.views.items import ItemViewSet, WorkViewSet
from evaluations.api.views.kia import KiaViewSet
from evaluations.api.views.models import ModelViewSet, ProviderViewSet
from evaluations.api.views.pillars import PillarViewSet
from evaluations.api.views.prompts import PromptVersionViewSet, PromptViewSet
from evaluations.api.views.results import ResultsViewSet
from evaluations.api.views.scenario_results import ResponseViewSet, ScenarioResultsViewSet
from evaluations.api.views.scenarios import MemberViewSet, ScenarioViewSet
from evaluations.api.views.sessions import PlanViewSet, SessionViewSet
from evaluations.api.views.threads import ThreadViewSet


def _session(action: str) -> Callable[..., Any]:
    return SessionViewSet.as_view({"post": action})


def _scenario(action: str) -> Callable[..., Any]:
    return ScenarioViewSet.as_view({"post": action})


def _work(action: str) -> Callable[..., Any]:
    return WorkViewSet.as_view({"post": action})


SESSION = "judge/sessions/<int:session_pk>"
SCENARIO = "scenarios/<int:scenario_pk>"

urlpatterns = [
    path("judge/comparison-modes", PlanViewSet.as_view({"get": "modes"})),
    path("judge/estimate", PlanViewSet.as_view({"post": "estimate"})),
    path("judge/sessions", SessionViewSet.as_view({"get": "list", "post": "create"})),
    path(
        "judge/sessions/<int:pk>",
        SessionViewSet.as_view({"get": "retrieve", "patch": "partial_update", "delete": "destroy"}),
        name="api-session",
    ),
    path("judge/sessions/<int:pk>/start", _session("start")),
    path("judge/sessions/<int:pk>/pause", _session("pause")),
    path("judge/sessions/<int:pk>/resume", _session("resume")),
    path("judge/sessions/<int:pk>/retry-failed", _session("retry_failed")),
    path("judge/sessions/<int:pk>/health", SessionViewSet.as_view({"get": "health"})),
    path(f"{SESSION}/current", CurrentViewSet.as_view({"get": "list"})),
    path(f"{SESSION}/queue", QueueViewSet.as_view({"get": "list"})),
    path(f"{SESSION}/comparisons", ComparisonViewSet.as_view({"get": "list"})),
    path(f"{SESSION}/comparisons/<int:pk>", ComparisonViewSet.as_view({"get": "retrieve"})),
    path(f"{SESSION}/results", ResultsViewSet.as_view({"get": "results"})),
    path(f"{SESSION}/position-swap-analysis", AnalysisViewSet.as_view({"get": "positions"})),
    path(f"{SESSION}/verbosity-analysis", AnalysisViewSet.as_view({"get": "lengths"})),
    path(f"{SESSION}/thread-performance", ThreadRecordViewSet.as_view({"get": "list"})),
    path(f"{SESSION}/export/csv", ResultsViewSet.as_view({"get": "export_csv"}), name="api-export-csv"),
    path(f"{SESSION}/export/json", ResultsViewSet.as_view({"get": "export_json"}), name="api-export-json"),
    path("judge/pillars", PillarViewSet.as_view({"get": "list", "post": "create"})),
    path("judge/kia", KiaViewSet.as_view({"get": "list"})),
    path("judge/kia/sync", KiaViewSet.as_view({"post": "sync"})),
    path("judge/pillars/<int:number>/import", ImportViewSet.as_view({"post": "create"})),
    path("judge/pillars/<int:number>/generate", GenerationViewSet.as_view({"post": "create"})),
    path("judge/pillars/<int:number>/threads", PillarViewSet.as_view({"get": "threads"})),
    path("judge/pillars/<int:number>/assign", PillarViewSet.as_view({"post": "assign"})),
    path("judge/pillars/<int:number>/remove", PillarViewSet.as_view({"post": "remove"})),
    path(
        "judge/pillars/<int:number>/export/<slug:form>",
        PillarViewSet.as_view({"get": "export"}),
        name="api-pillar-export",
    ),
    path("threads/<int:pk>", ThreadViewSet.as_view({"get": "retrieve", "delete": "destroy"})),
    path("threads/<int:pk>/versions", ThreadViewSet.as_view({"get": "versions", "post": "correct"})),
    path("threads/<int:pk>/derive", ThreadViewSet.as_view({"post": "derive"})),
    path("threads/<int:pk>/archive", ThreadViewSet.as_view({"post": "archive"})),
    path("threads/<int:pk>/restore", ThreadViewSet.as_view({"post": "restore"})),
    path("scenarios", ScenarioViewSet.as_view({"get": "list", "post": "create"})),
    path(
        "scenarios/<int:pk>",
        ScenarioViewSet.as_view({"get": "retrieve", "patch": "partial_update", "delete": "destroy"}),
    ),
    path("scenarios/<int:pk>/start", _scenario("start")),
    path("scenarios/<int:pk>/pause", _scenario("pause")),
    path("scenarios/<int:pk>/complete", _scenario("complete")),
    path("scenarios/<int:pk>/reopen", _scenario("reopen")),
    path("scenarios/<int:pk>/archive", _scenario("archive")),
    path("scenarios/<int:pk>/models", _scenario("models")),
    path(f"{SCENARIO}/members", MemberViewSet.as_view({"get": "list", "post": "create"})),
    path(
        f"{SCENARIO}/members/<int:pk>",
        MemberViewSet.as_view({"patch": "partial_update", "delete": "destroy"}),
    ),
    path(f"{SCENARIO}/items", ItemViewSet.as_view({"get": "list", "post": "create"})),
    path(f"{SCENARIO}/items/<int:pk>", WorkViewSet.as_view({"get": "retrieve"})),
    path(f"{SCENARIO}/items/<int:pk>/evaluation", _work("evaluation")),
    path(f"{SCENARIO}/items/<int:pk>/skip", _work("skip")),
    path(f"{SCENARIO}/items/<int:pk>/decline", _work("decline")),
    path(f"{SCENARIO}/items/<int:pk>/reopen", _work("reopen")),
    path(f"{SCENARIO}/items/<int:pk>/mark", _work("mark")),
    path(f"{SCENARIO}/results", ScenarioResultsViewSet.as_view({"get": "results"})),
    path(f"{SCENARIO}/agreement", ScenarioResultsViewSet.as_view({"get": "agreement"})),
    path(f"{SCENARIO}/responses", ResponseViewSet.as_view({"get": "list"})),
    path(f"{SCENARIO}/export/csv", ResponseViewSet.as_view({"get": "export_csv"}), name="api-scenario-csv"),
    path(
        f"{SCENARIO}/export/json", ResponseViewSet.as_view({"get": "export_json"}), name="api-scenario-json"
    ),
    path(f"{SCENARIO}/next", WorkViewSet.as_view({"get": "next"})),
    path(f"{SCENARIO}/evaluations/import", ItemViewSet.as_view({"post": "import_recorded"})),
    path("models", ModelViewSet.as_view({"get": "list"})),
    path("providers", ProviderViewSet.as_view({"get": "list", "post": "create"})),
    path("providers/<int:pk>/test", ProviderViewSet.as_view({"post": "test"})),
    path("prompts", PromptViewSet.as_view({"get": "list", "post": "create"})),
    path("prompts/preview", PromptViewSet.as_view({"post": "preview"})),
    path("prompts/<int:pk>", PromptViewSet.as_view({"get": "retrieve"})),
    path(
        "prompts/<int:prompt_pk>/versions",
        PromptVersionViewSet.as_view({"get": "list", "post": "create"}),
    ),
    path("schema", SchemaView.as_view(), name="api-schema"),
    path("docs", docs, name="api-docs"),
    re_path(r"^.*$", NoSuchCall.as_view()),
]
