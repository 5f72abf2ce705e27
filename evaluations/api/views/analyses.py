"""Looks behind a session's results."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from evaluations.api.base import ApiViewSet
from evaluations.api.permissions import user_of
from evaluations.api.serializers.analyses import (
    LengthAnalysisSerializer,
    PositionAnalysisSerializer,
    ThreadRecordSerializer,
)
from evaluations.judging.sessions import get_pairwise_session_for
from evaluations.reports.analyses import length_analysis, position_analysis, thread_records


class AnalysisViewSet(ApiViewSet):
    """What may have decided besides quality."""

    pagination_class = None

    @extend_schema(responses=PositionAnalysisSerializer)
    def positions(self, request: Request, session_pk: int) -> Response:
        """Flips and the preference for a place."""
        analysis = position_analysis(get_pairwise_session_for(user_of(request), session_pk))
        return Response(PositionAnalysisSerializer(analysis).data)

    @extend_schema(responses=LengthAnalysisSerializer)
    def lengths(self, request: Request, session_pk: int) -> Response:
        """Whether the longer thread wins."""
        analysis = length_analysis(get_pairwise_session_for(user_of(request), session_pk))
        return Response(LengthAnalysisSerializer(analysis).data)


class ThreadRecordViewSet(ApiViewSet):
    """How each thread did."""

    @extend_schema(responses=ThreadRecordSerializer(many=True))
    def list(self, request: Request, session_pk: int) -> Response:
        """Each thread's record, the best first."""
        records = thread_records(get_pairwise_session_for(user_of(request), session_pk))
        page = self.paginator.paginate_queryset(records, request, view=self)  # type: ignore[union-attr]
        return self.get_paginated_response(ThreadRecordSerializer(page, many=True).data)
