"""Pillars and their threads."""

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, StreamingHttpResponse
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.status import HTTP_201_CREATED

from evaluations.api.base import ApiViewSet
from evaluations.api.downloads import download
from evaluations.api.permissions import MayKeepPillars, user_of
from evaluations.api.serializers.pillars import (
    AssignedSerializer,
    PillarSerializer,
    RemovedSerializer,
    ThreadIdsSerializer,
)
from evaluations.api.serializers.threads import ThreadRowSerializer, ThreadSearchSerializer
from pillars.assignments import assign, remove
from pillars.export import FileForm, export
from pillars.models import Pillar, Thread, ThreadQuerySet
from pillars.thread_search import ThreadSearch


class PillarViewSet(ApiViewSet):
    """The numbered sources of threads."""

    permission_classes = [IsAuthenticated, MayKeepPillars]
    serializer_class = PillarSerializer
    queryset = Pillar.objects.none()

    def get_queryset(self) -> QuerySet[Pillar]:
        """The pillars that the caller may see, with the number of their threads."""
        return Pillar.objects.visible_to(user_of(self.request)).with_thread_count().order_by("number")

    @extend_schema(responses=PillarSerializer(many=True))
    def list(self, request: Request) -> Response:
        """The pillars by number."""
        page = self.paginate_queryset(self.get_queryset())
        return self.get_paginated_response(PillarSerializer(page, many=True).data)

    @extend_schema(responses={HTTP_201_CREATED: PillarSerializer})
    def create(self, request: Request) -> Response:
        """Add a pillar."""
        pillar = Pillar.objects.create(**self.read(PillarSerializer))
        return Response(PillarSerializer(pillar).data, status=HTTP_201_CREATED)

    @extend_schema(parameters=[ThreadSearchSerializer], responses=ThreadRowSerializer(many=True))
    def threads(self, request: Request, number: int) -> Response:
        """The pillar's threads, without messages; those in use unless ``archived`` says otherwise."""
        pillar = get_object_or_404(self.get_queryset(), pk=number)
        rows = self._searched(request, pillar.number)
        rows = rows.defer("metadata").prefetch_related("assignments")
        page = self.paginate_queryset(rows)
        return self.get_paginated_response(ThreadRowSerializer(page, many=True).data)

    @extend_schema(request=ThreadIdsSerializer, responses=AssignedSerializer)
    def assign(self, request: Request, number: int) -> Response:
        """Put threads into the pillar; all or none."""
        pillar = get_object_or_404(self.get_queryset(), pk=number)
        wanted = set(self.read(ThreadIdsSerializer)["thread_ids"])
        new = assign(pillar, wanted)
        return Response({"assigned": new, "already_assigned": len(wanted) - new})

    @extend_schema(request=ThreadIdsSerializer, responses=RemovedSerializer)
    def remove(self, request: Request, number: int) -> Response:
        """Take threads out of the pillar; the threads themselves stay."""
        if not user_of(request).has_perm("pillars.delete_pillarassignment"):
            raise PermissionDenied
        pillar = get_object_or_404(self.get_queryset(), pk=number)
        removed = remove(pillar, self.read(ThreadIdsSerializer)["thread_ids"])
        return Response({"removed": removed.count, "in_no_pillar": removed.in_no_pillar})

    @extend_schema(
        parameters=[ThreadSearchSerializer],
        responses={(200, form.content_type): OpenApiTypes.STR for form in FileForm},
    )
    def export(self, request: Request, number: int, form: str) -> StreamingHttpResponse:
        """The pillar's threads, or those that a search finds, as a file that can be imported again."""
        pillar = get_object_or_404(self.get_queryset(), pk=number)
        if form not in [*FileForm]:
            raise Http404
        pieces = export(pillar, self._searched(request, number), FileForm(form), actor=user_of(request))
        name = f"llars-pillar-{pillar.pk}.{form}"
        return download(request, pieces, content_type=FileForm(form).content_type, filename=name)

    def _searched(self, request: Request, number: int) -> ThreadQuerySet:
        search = ThreadSearch(request.query_params)
        rows = search.of(Thread.objects.visible_to(user_of(request)).in_pillar(number))
        if search.errors:
            raise ValidationError(
                {name: [str(one) for one in texts] for name, texts in search.errors.items()}
            )
        return rows
