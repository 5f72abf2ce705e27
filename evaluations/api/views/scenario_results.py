"""What a scenario came to: results and agreement."""

from typing import Any

from django.http import StreamingHttpResponse
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from evaluations.api.base import ApiViewSet
from evaluations.api.downloads import download, separator_of
from evaluations.api.permissions import user_of
from evaluations.api.serializers.responses import ResponseSerializer
from evaluations.api.serializers.scenario_results import (
    AgreementSerializer,
    ScenarioResultsSerializer,
    agreement_body,
    results_body,
)
from evaluations.models import Evaluation
from evaluations.reports.exports import Separator
from evaluations.reports.responses import evaluator_filter, responses_of
from evaluations.reports.scenario_agreement import scenario_agreement
from evaluations.reports.scenario_exports import csv_export, json_export
from evaluations.reports.scenario_results import scenario_results
from evaluations.scenarios.access import get_scenario_to_read_for
from llars import audit, row_ids
from llars.models import AuditEntry

_SEPARATOR = OpenApiParameter("separator", enum=[one.name.lower() for one in Separator], default="comma")
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


class ResponseViewSet(ApiViewSet):
    """Answers one by one, for owners and viewers."""

    permission_classes = [IsAuthenticated]
    serializer_class = ResponseSerializer
    queryset = Evaluation.objects.none()

    @extend_schema(
        parameters=[OpenApiParameter("item", int), OpenApiParameter("evaluator", int)],
        responses=ResponseSerializer(many=True),
    )
    def list(self, request: Request, scenario_pk: int) -> Response:
        """All current answers with reasoning, attempts and the prompt's hash; reading goes on record."""
        scenario = get_scenario_to_read_for(user_of(request), scenario_pk)
        audit.record(user_of(request), AuditEntry.Action.READ, scenario)
        evaluator = evaluator_filter(_number(request, "evaluator"))
        page = self.paginate_queryset(responses_of(scenario, item=_number(request, "item"), **evaluator))
        return self.get_paginated_response(ResponseSerializer(page, many=True).data)

    @extend_schema(parameters=[_SEPARATOR], responses={(200, "text/csv"): OpenApiTypes.STR})
    def export_csv(self, request: Request, scenario_pk: int) -> StreamingHttpResponse:
        """Every answer and final failure, a row each."""
        scenario = get_scenario_to_read_for(user_of(request), scenario_pk)
        pieces = csv_export(scenario, actor=user_of(request), separator=separator_of(request))
        name = f"llars-scenario-{scenario.pk}.csv"
        return download(request, pieces, content_type="text/csv; charset=utf-8", filename=name)

    @extend_schema(responses={(200, "application/json"): OpenApiTypes.OBJECT})
    def export_json(self, request: Request, scenario_pk: int) -> StreamingHttpResponse:
        """The scenario with every answer and final failure."""
        scenario = get_scenario_to_read_for(user_of(request), scenario_pk)
        pieces = json_export(scenario, actor=user_of(request))
        name = f"llars-scenario-{scenario.pk}.json"
        return download(request, pieces, content_type="application/json", filename=name)


def _number(request: Request, name: str) -> int | None:
    given = request.query_params.get(name)
    if given is None:
        return None
    number = row_ids.read_one(given)
    if number is None:
        raise ValidationError({name: [_("A whole number is expected here.")]})
    return number


def _chosen(request: Request) -> dict[str, Any]:
    wanted = [name for name in request.query_params.get("evaluators", "").split(",") if name]
    return {"kind": request.query_params.get("kind", ""), "wanted": wanted}
