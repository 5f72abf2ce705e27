"""What a scenario came to: results and agreement."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from evaluations.api.base import ApiViewSet
from evaluations.api.permissions import user_of
from evaluations.api.serializers.scenario_results import (
    AgreementSerializer,
    ScenarioResultsSerializer,
    agreement_body,
    results_body,
)
from evaluations.reports.scenario_agreement import scenario_agreement
from evaluations.reports.scenario_results import scenario_results
from evaluations.scenarios.access import get_scenario_to_read_for

_CHOICE = [
    OpenApiParameter("kind", enum=["person", "model"]),
    OpenApiParameter("evaluators", description="Ids or names, with commas between them."),
]


class ScenarioResultsViewSet(ApiViewSet):
    """For owners and viewers."""

    permission_classes = [IsAuthenticated]
    pagination_class = None

    @extend_schema(parameters=_CHOICE, responses=ScenarioResultsSerializer)
    def results(self, request: Request, scenario_pk: int) -> Response:
        """Progress, distributions, known answers; for comparisons matrix and ranking too."""
        scenario = get_scenario_to_read_for(user_of(request), scenario_pk)
        return Response(results_body(scenario_results(scenario, **_chosen(request))))

    @extend_schema(parameters=_CHOICE, responses=AgreementSerializer)
    def agreement(self, request: Request, scenario_pk: int) -> Response:
        """Everybody against everybody, coefficients with intervals, and disagreements."""
        scenario = get_scenario_to_read_for(user_of(request), scenario_pk)
        return Response(agreement_body(scenario_agreement(scenario, **_chosen(request))))


def _chosen(request: Request) -> dict[str, Any]:
    wanted = [name for name in request.query_params.get("evaluators", "").split(",") if name]
    return {"kind": request.query_params.get("kind", ""), "wanted": wanted}
