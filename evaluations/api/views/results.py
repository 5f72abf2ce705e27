"""A session's results and exports."""

from django.http import StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from evaluations.api.base import ApiViewSet
from evaluations.api.downloads import download, separator_of
from evaluations.api.permissions import user_of
from evaluations.api.serializers.results import ResultsSerializer
from evaluations.judging.sessions import get_pairwise_session_for, get_session_to_export_for
from evaluations.reports.exports import Separator, csv_export, json_export
from evaluations.reports.session_results import session_results

_SEPARATOR = OpenApiParameter("separator", enum=[one.name.lower() for one in Separator], default="comma")


class ResultsViewSet(ApiViewSet):
    """What a session came to."""

    pagination_class = None

    @extend_schema(responses=ResultsSerializer)
    def results(self, request: Request, session_pk: int) -> Response:
        """Matrix, ranking, criteria, confidence, and what speaks against trusting them."""
        results = session_results(get_pairwise_session_for(user_of(request), session_pk))
        return Response(ResultsSerializer(results).data)

    @extend_schema(parameters=[_SEPARATOR], responses={(200, "text/csv"): OpenApiTypes.STR})
    def export_csv(self, request: Request, session_pk: int) -> StreamingHttpResponse:
        """Every answer and final failure, a row each."""
        session = get_pairwise_session_for(user_of(request), session_pk)
        pieces = csv_export(session, actor=user_of(request), separator=separator_of(request))
        name = f"llars-session-{session.pk}.csv"
        return download(request, pieces, content_type="text/csv; charset=utf-8", filename=name)

    @extend_schema(responses={(200, "application/json"): OpenApiTypes.OBJECT})
    def export_json(self, request: Request, session_pk: int) -> StreamingHttpResponse:
        """The session with its prompt, and every answer and final failure with payload and attempts."""
        session = get_session_to_export_for(user_of(request), session_pk)
        pieces = json_export(session, actor=user_of(request))
        name = f"llars-session-{session.pk}.json"
        return download(request, pieces, content_type="application/json", filename=name)
