"""The items of a scenario, and an evaluator's work on them."""

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.status import HTTP_200_OK, HTTP_201_CREATED, HTTP_204_NO_CONTENT

from evaluations.answering.marking import decline, mark, set_aside, take_up_again
from evaluations.answering.recorded import import_answers
from evaluations.answering.shown import own_answer, shown_item
from evaluations.answering.submitting import submit
from evaluations.answering.work import (
    get_assignment,
    get_work_for,
    handed_out,
    next_assignment,
    progress_of,
)
from evaluations.api.base import ApiViewSet
from evaluations.api.permissions import user_of
from evaluations.api.serializers.answers import (
    AnswerSerializer,
    ImportedSerializer,
    MarkSerializer,
    OwnAnswerSerializer,
    ReasonSerializer,
    RecordedAnswerSerializer,
    answer_of,
    recorded_of,
)
from evaluations.api.serializers.items import (
    BlindItemSerializer,
    ItemRowSerializer,
    ItemSpecSerializer,
    MadeItemsSerializer,
    NextSerializer,
    OwnItemSerializer,
    spec_of,
)
from evaluations.models import Item
from evaluations.reports.scenario_progress import item_rows
from evaluations.scenarios.access import get_scenario_for, get_scenario_to_change_for, may_read
from evaluations.scenarios.adding import add_specs

_STATUS = OpenApiParameter("status", enum=["open", "done", "skipped", "declined"])


class ItemViewSet(ApiViewSet):
    """Items: all of them for owners and viewers, their own for evaluators."""

    permission_classes = [IsAuthenticated]
    serializer_class = ItemRowSerializer
    queryset = Item.objects.none()

    @extend_schema(parameters=[_STATUS], responses=ItemRowSerializer(many=True))
    def list(self, request: Request, scenario_pk: int) -> Response:
        """The items with the counts of their answers; evaluators see their own items' status alone."""
        user = user_of(request)
        scenario = get_scenario_for(user, scenario_pk)
        status = request.query_params.get("status", "")
        if may_read(user, scenario):
            page = self.paginate_queryset(item_rows(scenario, status=status))
            return self.get_paginated_response(ItemRowSerializer(page, many=True).data)
        mine = handed_out(get_work_for(user, scenario_pk))
        own = self.paginate_queryset(list(mine.filter(status=status) if status else mine))
        return self.get_paginated_response(OwnItemSerializer(own, many=True).data)

    @extend_schema(request=ItemSpecSerializer(many=True), responses={HTTP_201_CREATED: MadeItemsSerializer})
    def create(self, request: Request, scenario_pk: int) -> Response:
        """Add items, all or none; people and models get them at once."""
        scenario = get_scenario_to_change_for(user_of(request), scenario_pk)
        specs = [spec_of(one) for one in self.read_list(ItemSpecSerializer)]
        items = add_specs(scenario, specs, actor=user_of(request))
        made = {"created": len(items), "items": items}
        return Response(MadeItemsSerializer(made).data, status=HTTP_201_CREATED)

    @extend_schema(
        request=RecordedAnswerSerializer(many=True), responses={HTTP_201_CREATED: ImportedSerializer}
    )
    def import_recorded(self, request: Request, scenario_pk: int) -> Response:
        """Bring in answers that were made elsewhere, all or none."""
        scenario = get_scenario_to_change_for(user_of(request), scenario_pk)
        answers = [recorded_of(one) for one in self.read_list(RecordedAnswerSerializer)]
        imported = import_answers(scenario, answers, actor=user_of(request), now=timezone.now())
        return Response(ImportedSerializer(imported).data, status=HTTP_201_CREATED)


class WorkViewSet(ApiViewSet):
    """An evaluator's own work, under the rules of the page."""

    permission_classes = [IsAuthenticated]
    pagination_class = None

    @extend_schema(responses={HTTP_200_OK: NextSerializer, HTTP_204_NO_CONTENT: None})
    def next(self, request: Request, scenario_pk: int) -> Response:
        """The next item, blind; 204 when nothing is left."""
        member = get_work_for(user_of(request), scenario_pk)
        assignment = next_assignment(member)
        if assignment is None:
            return Response(status=HTTP_204_NO_CONTENT)
        progress = progress_of(member, today=timezone.localdate())
        found = {
            "item": shown_item(member, assignment),
            "done": progress.finished,
            "total": progress.total,
        }
        return Response(NextSerializer(found).data)

    @extend_schema(responses=BlindItemSerializer)
    def retrieve(self, request: Request, scenario_pk: int, pk: int) -> Response:
        """One of the caller's items, with their answer if there is one."""
        member = get_work_for(user_of(request), scenario_pk)
        return Response(BlindItemSerializer(shown_item(member, get_assignment(member, item=pk))).data)

    @extend_schema(
        request=AnswerSerializer,
        responses={HTTP_201_CREATED: OwnAnswerSerializer, HTTP_200_OK: OwnAnswerSerializer},
    )
    def evaluation(self, request: Request, scenario_pk: int, pk: int) -> Response:
        """Hand in an answer; again, and it is changed, the earlier one being kept."""
        member = get_work_for(user_of(request), scenario_pk)
        assignment = get_assignment(member, item=pk)
        evaluation = submit(member, assignment, answer_of(self.read(AnswerSerializer)), now=timezone.now())
        status = HTTP_201_CREATED if evaluation.version == 1 else HTTP_200_OK
        return Response(OwnAnswerSerializer(own_answer(member, evaluation)).data, status=status)

    @extend_schema(request=ReasonSerializer, responses=OwnItemSerializer)
    def skip(self, request: Request, scenario_pk: int, pk: int) -> Response:
        """Set an item aside; it stays open and comes back."""
        member = get_work_for(user_of(request), scenario_pk)
        assignment = get_assignment(member, item=pk)
        changed = set_aside(member, assignment, reason=self.read(ReasonSerializer)["reason"])
        return Response(OwnItemSerializer(changed).data)

    @extend_schema(request=ReasonSerializer, responses=OwnItemSerializer)
    def decline(self, request: Request, scenario_pk: int, pk: int) -> Response:
        """Say that one cannot judge the item."""
        member = get_work_for(user_of(request), scenario_pk)
        reason = self.read(ReasonSerializer)["reason"]
        changed = decline(member, get_assignment(member, item=pk), reason=reason, now=timezone.now())
        return Response(OwnItemSerializer(changed).data)

    @extend_schema(request=None, responses=OwnItemSerializer)
    def reopen(self, request: Request, scenario_pk: int, pk: int) -> Response:
        """Take up again what was set aside or declined."""
        member = get_work_for(user_of(request), scenario_pk)
        return Response(OwnItemSerializer(take_up_again(member, get_assignment(member, item=pk))).data)

    @extend_schema(request=MarkSerializer, responses=OwnItemSerializer)
    def mark(self, request: Request, scenario_pk: int, pk: int) -> Response:
        """Flag an item, or note that one is unsure."""
        member = get_work_for(user_of(request), scenario_pk)
        changed = mark(member, get_assignment(member, item=pk), **self.read(MarkSerializer))
        return Response(OwnItemSerializer(changed).data)
