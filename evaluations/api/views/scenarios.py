"""Scenarios: the list and each one, its life, its people and its models."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.status import HTTP_201_CREATED, HTTP_204_NO_CONTENT

from evaluations.api.base import ApiViewSet
from evaluations.api.permissions import user_of
from evaluations.api.serializers.scenarios import (
    MemberSerializer,
    MemberSpecSerializer,
    ModelsSerializer,
    RoleSerializer,
    ScenarioChangeSerializer,
    ScenarioPlanSerializer,
    ScenarioRowSerializer,
    ScenarioSerializer,
    plan_of,
)
from evaluations.judging.scenario_sessions import JudgePlan
from evaluations.models import Scenario
from evaluations.reports.scenario_progress import member_rows, overview_of, scenario_rows
from evaluations.scenarios import status
from evaluations.scenarios.access import (
    get_member_to_change_for,
    get_scenario_for,
    get_scenario_to_change_for,
    get_scenario_to_read_for,
    may_read,
)
from evaluations.scenarios.creation import add_models, change_scenario, create_scenario
from evaluations.scenarios.members import MemberSpec, add_members, change_role, remove_member


class ScenarioViewSet(ApiViewSet):
    """The scenarios that the caller takes part in; who may do what is decided for each."""

    permission_classes = [IsAuthenticated]
    serializer_class = ScenarioRowSerializer
    queryset = Scenario.objects.none()

    def _answer(self, scenario: Scenario, **kwargs: Any) -> Response:
        """The scenario in full for those who see everything in it, else blind."""
        user = user_of(self.request)
        fresh = get_scenario_for(user, scenario.pk)
        if may_read(user, fresh):
            return Response(ScenarioSerializer(overview_of(fresh, user=user)).data, **kwargs)
        row = scenario_rows(user).get(pk=fresh.pk)
        return Response(ScenarioRowSerializer(row).data, **kwargs)

    @extend_schema(responses=ScenarioRowSerializer(many=True))
    def list(self, request: Request) -> Response:
        """The caller's scenarios, newest first."""
        page = self.paginate_queryset(scenario_rows(user_of(request)))
        return self.get_paginated_response(ScenarioRowSerializer(page, many=True).data)

    @extend_schema(request=ScenarioPlanSerializer, responses={HTTP_201_CREATED: ScenarioSerializer})
    def create(self, request: Request) -> Response:
        """Make a scenario, with its people, items and models if they are named."""
        scenario = create_scenario(plan_of(self.read(ScenarioPlanSerializer)), actor=user_of(request))
        return self._answer(scenario, status=HTTP_201_CREATED)

    @extend_schema(responses=ScenarioSerializer)
    def retrieve(self, request: Request, pk: int) -> Response:
        """One scenario; evaluators get the line that the list has."""
        return self._answer(get_scenario_for(user_of(request), pk))

    @extend_schema(request=ScenarioChangeSerializer, responses=ScenarioSerializer)
    def partial_update(self, request: Request, pk: int) -> Response:
        """Change what may still change; 409 says what is locked and why."""
        scenario = get_scenario_to_change_for(user_of(request), pk)
        return self._answer(change_scenario(scenario, self.read(ScenarioChangeSerializer)))

    @extend_schema(responses={HTTP_204_NO_CONTENT: None})
    def destroy(self, request: Request, pk: int) -> Response:
        """Delete a scenario with its answers; not while models are at it."""
        status.delete(get_scenario_to_change_for(user_of(request), pk), actor=user_of(request))
        return Response(status=HTTP_204_NO_CONTENT)

    @extend_schema(request=None, responses=ScenarioSerializer)
    def start(self, request: Request, pk: int) -> Response:
        """Let people in and start the models; twice is harmless."""
        return self._answer(status.start(get_scenario_to_change_for(user_of(request), pk)))

    @extend_schema(request=None, responses=ScenarioSerializer)
    def pause(self, request: Request, pk: int) -> Response:
        """Pause the models; people go on."""
        return self._answer(status.pause(get_scenario_to_change_for(user_of(request), pk)))

    @extend_schema(request=None, responses=ScenarioSerializer)
    def complete(self, request: Request, pk: int) -> Response:
        """Take no more answers."""
        return self._answer(status.complete(get_scenario_to_change_for(user_of(request), pk)))

    @extend_schema(request=None, responses=ScenarioSerializer)
    def reopen(self, request: Request, pk: int) -> Response:
        """Take answers again after completing."""
        return self._answer(status.reopen(get_scenario_to_change_for(user_of(request), pk)))

    @extend_schema(request=None, responses=ScenarioSerializer)
    def archive(self, request: Request, pk: int) -> Response:
        """Put the scenario away."""
        return self._answer(status.archive(get_scenario_to_change_for(user_of(request), pk)))

    @extend_schema(request=ModelsSerializer, responses={HTTP_201_CREATED: ScenarioSerializer})
    def models(self, request: Request, pk: int) -> Response:
        """Add models; each gets all items."""
        scenario = get_scenario_to_change_for(user_of(request), pk)
        wanted = self.read(ModelsSerializer)
        add_models(
            scenario,
            wanted["models"],
            JudgePlan(**wanted["judging"]),
            actor=user_of(request),
            start=wanted["start_models"],
        )
        return self._answer(scenario, status=HTTP_201_CREATED)


class MemberViewSet(ApiViewSet):
    """The people of a scenario."""

    permission_classes = [IsAuthenticated]
    pagination_class = None

    @extend_schema(responses=MemberSerializer(many=True))
    def list(self, request: Request, scenario_pk: int) -> Response:
        """Everybody with their role and progress."""
        scenario = get_scenario_to_read_for(user_of(request), scenario_pk)
        return Response(MemberSerializer(member_rows(scenario), many=True).data)

    @extend_schema(
        request=MemberSpecSerializer(many=True), responses={HTTP_201_CREATED: MemberSerializer(many=True)}
    )
    def create(self, request: Request, scenario_pk: int) -> Response:
        """Add people, all or none; evaluators get their items at once, and nobody loses any."""
        scenario = get_scenario_to_change_for(user_of(request), scenario_pk)
        add_members(scenario, [MemberSpec(**one) for one in self.read_list(MemberSpecSerializer)])
        return Response(MemberSerializer(member_rows(scenario), many=True).data, status=HTTP_201_CREATED)

    @extend_schema(request=RoleSerializer, responses=MemberSerializer(many=True))
    def partial_update(self, request: Request, scenario_pk: int, pk: int) -> Response:
        """Give somebody another role."""
        member = get_member_to_change_for(user_of(request), scenario_pk, pk)
        change_role(member, role=self.read(RoleSerializer)["role"])
        return Response(MemberSerializer(member_rows(member.scenario), many=True).data)

    @extend_schema(responses={HTTP_204_NO_CONTENT: None})
    def destroy(self, request: Request, scenario_pk: int, pk: int) -> Response:
        """Take somebody out who has not answered."""
        remove_member(get_member_to_change_for(user_of(request), scenario_pk, pk))
        return Response(status=HTTP_204_NO_CONTENT)
