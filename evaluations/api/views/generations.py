"""Features of a pillar's threads, written by a language model."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.status import HTTP_200_OK, HTTP_201_CREATED

from evaluations.api.base import ApiViewSet
from evaluations.api.permissions import user_of
from evaluations.api.serializers.generations import (
    GenerationEstimateSerializer,
    GenerationPlanSerializer,
    generation_of,
)
from evaluations.api.serializers.sessions import SessionSerializer
from evaluations.generation.creating import generate
from evaluations.generation.planning import estimate_generation
from evaluations.judging.sessions import get_session_for


class GenerationViewSet(ApiViewSet):
    """Generations, which are judge sessions whose answers become features."""

    pagination_class = None

    @extend_schema(
        request=GenerationPlanSerializer,
        responses={HTTP_200_OK: GenerationEstimateSerializer, HTTP_201_CREATED: SessionSerializer},
    )
    def create(self, request: Request, number: int) -> Response:
        """Make and start a generation for this pillar's threads; with ``dry_run`` only foretell it."""
        fields = self.read(GenerationPlanSerializer)
        plan, user = generation_of(number, fields), user_of(request)
        if fields["dry_run"]:
            return Response(GenerationEstimateSerializer(estimate_generation(plan, user=user)).data)
        session = get_session_for(user, generate(plan, actor=user).pk)
        return Response(SessionSerializer(session).data, status=HTTP_201_CREATED)
