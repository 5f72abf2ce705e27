"""Judge sessions: modes, estimate, the list and each one, its lifecycle and health."""

from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.status import HTTP_201_CREATED, HTTP_204_NO_CONTENT

from evaluations.api.base import ApiViewSet
from evaluations.api.permissions import user_of
from evaluations.api.serializers.sessions import (
    EstimateSerializer,
    HealthSerializer,
    ModeSerializer,
    PlanSerializer,
    RenameSerializer,
    SessionSerializer,
    plan_of,
)
from evaluations.judging import lifecycle
from evaluations.judging.health import health_of
from evaluations.judging.modes import MODES
from evaluations.judging.plans import estimate
from evaluations.judging.sessions import (
    create_session,
    get_session_for,
    get_session_to_change_for,
    rename,
)
from evaluations.models import JudgeSession


class PlanViewSet(ApiViewSet):
    """What a session can be, and what one would come to."""

    pagination_class = None

    @extend_schema(responses=ModeSerializer(many=True))
    def modes(self, request: Request) -> Response:
        """The ways to make pairs."""
        return Response(ModeSerializer(MODES, many=True).data)

    @extend_schema(request=PlanSerializer, responses=EstimateSerializer)
    def estimate(self, request: Request) -> Response:
        """What a session of this plan would come to; nothing is written."""
        plan = plan_of(self.read(PlanSerializer))
        return Response(EstimateSerializer(estimate(plan, user=user_of(request))).data)


class SessionViewSet(ApiViewSet):
    """The sessions that the caller may see."""

    serializer_class = SessionSerializer
    queryset = JudgeSession.objects.none()

    def get_queryset(self) -> QuerySet[JudgeSession]:
        """The caller's sessions, newest first."""
        visible = JudgeSession.objects.visible_to(user_of(self.request)).with_counts()
        # Counts group the rows, and a grouped query forgets the model's own order.
        ordered = visible.order_by("-created_at", "-pk").defer("system_text", "user_text")
        return ordered.select_related("model__provider", "prompt_version")

    def _answer(self, session: JudgeSession, **kwargs: Any) -> Response:
        fresh = get_session_for(user_of(self.request), session.pk)
        return Response(SessionSerializer(fresh).data, **kwargs)

    @extend_schema(responses=SessionSerializer(many=True))
    def list(self, request: Request) -> Response:
        """The sessions, newest first."""
        page = self.paginate_queryset(self.get_queryset())
        return self.get_paginated_response(SessionSerializer(page, many=True).data)

    @extend_schema(request=PlanSerializer, responses={HTTP_201_CREATED: SessionSerializer})
    def create(self, request: Request) -> Response:
        """Make a session; it waits to be started."""
        session = create_session(plan_of(self.read(PlanSerializer)), actor=user_of(request))
        return self._answer(session, status=HTTP_201_CREATED)

    @extend_schema(responses=SessionSerializer)
    def retrieve(self, request: Request, pk: int) -> Response:
        """One session and how far it is."""
        return Response(SessionSerializer(get_session_for(user_of(request), pk)).data)

    @extend_schema(request=RenameSerializer, responses=SessionSerializer)
    def partial_update(self, request: Request, pk: int) -> Response:
        """Rename a session."""
        session = get_session_to_change_for(user_of(request), pk)
        rename(session, name=self.read(RenameSerializer)["name"])
        return self._answer(session)

    @extend_schema(responses={HTTP_204_NO_CONTENT: None})
    def destroy(self, request: Request, pk: int) -> Response:
        """Delete a session with its answers; not while it runs."""
        lifecycle.delete(get_session_to_change_for(user_of(request), pk), actor=user_of(request))
        return Response(status=HTTP_204_NO_CONTENT)

    @extend_schema(request=None, responses=SessionSerializer)
    def start(self, request: Request, pk: int) -> Response:
        """Begin; starting twice is harmless."""
        return self._answer(lifecycle.start(get_session_to_change_for(user_of(request), pk)))

    @extend_schema(request=None, responses=SessionSerializer)
    def pause(self, request: Request, pk: int) -> Response:
        """Begin no more calls; those in flight end."""
        return self._answer(lifecycle.pause(get_session_to_change_for(user_of(request), pk)))

    @extend_schema(request=None, responses=SessionSerializer)
    def resume(self, request: Request, pk: int) -> Response:
        """Go on after a pause."""
        return self._answer(lifecycle.resume(get_session_to_change_for(user_of(request), pk)))

    @extend_schema(request=None, responses=SessionSerializer)
    def retry_failed(self, request: Request, pk: int) -> Response:
        """Try again what failed for good."""
        return self._answer(lifecycle.retry_failed(get_session_to_change_for(user_of(request), pk)))

    @extend_schema(responses=HealthSerializer)
    def health(self, request: Request, pk: int) -> Response:
        """How the session is doing."""
        session = get_session_for(user_of(request), pk)
        return Response(HealthSerializer(health_of(session, now=timezone.now())).data)
