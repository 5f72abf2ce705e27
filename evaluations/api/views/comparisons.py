"""A session's comparisons: those under way, those waiting, all of them, and one in full."""

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from evaluations.api.base import ApiViewSet
from evaluations.api.permissions import user_of
from evaluations.api.serializers.comparison_filter import ComparisonFilterSerializer, filtered
from evaluations.api.serializers.comparisons import (
    ComparisonSerializer,
    FullComparisonSerializer,
    context_of,
)
from evaluations.judging.sessions import get_session_for
from evaluations.models import JudgeTask
from evaluations.reports.comparisons import comparisons_of, consistency, full_comparison
from llars import audit
from llars.models import AuditEntry


class ComparisonViewSet(ApiViewSet):
    """The comparisons of a session that the caller may see."""

    serializer_class = ComparisonSerializer
    queryset = JudgeTask.objects.none()

    @extend_schema(parameters=[ComparisonFilterSerializer], responses=ComparisonSerializer(many=True))
    def list(self, request: Request, session_pk: int) -> Response:
        """All comparisons, with their answers, in queue order."""
        session = get_session_for(user_of(request), session_pk)
        wanted = ComparisonFilterSerializer(data=request.query_params.dict())
        wanted.is_valid(raise_exception=True)
        rows = filtered(comparisons_of(session), wanted.validated_data)
        page = self.paginate_queryset(rows) or []
        context = context_of(session, consistency=consistency(session, page))
        return self.get_paginated_response(ComparisonSerializer(page, many=True, context=context).data)

    @extend_schema(responses=FullComparisonSerializer)
    def retrieve(self, request: Request, session_pk: int, pk: int) -> Response:
        """One comparison with both threads, the reasoning, the raw response and every attempt."""
        session = get_session_for(user_of(request), session_pk)
        try:
            full = full_comparison(session, pk)
        except JudgeTask.DoesNotExist:
            raise Http404 from None
        audit.record(user_of(request), AuditEntry.Action.READ, full.task)
        context = context_of(session, full=full, consistency=consistency(session, [full.task]))
        return Response(FullComparisonSerializer(full.task, context=context).data)


class QueueViewSet(ApiViewSet):
    """What a session has not done yet."""

    serializer_class = ComparisonSerializer
    queryset = JudgeTask.objects.none()

    @extend_schema(responses=ComparisonSerializer(many=True))
    def list(self, request: Request, session_pk: int) -> Response:
        """The comparisons that wait or run, in queue order."""
        session = get_session_for(user_of(request), session_pk)
        page = self.paginate_queryset(comparisons_of(session).not_done())
        shown = ComparisonSerializer(page, many=True, context=context_of(session))
        return self.get_paginated_response(shown.data)


class CurrentViewSet(ApiViewSet):
    """What is being judged."""

    pagination_class = None

    @extend_schema(responses=ComparisonSerializer(many=True))
    def list(self, request: Request, session_pk: int) -> Response:
        """The comparisons being judged now, one a busy slot."""
        session = get_session_for(user_of(request), session_pk)
        rows = comparisons_of(session).under_way()
        return Response(ComparisonSerializer(rows, many=True, context=context_of(session)).data)
