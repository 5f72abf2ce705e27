"""The KIA sync: its state, and to start one."""

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.status import HTTP_202_ACCEPTED

from evaluations.api.base import ApiViewSet
from evaluations.api.permissions import MayKeepPillars, user_of
from evaluations.api.serializers.kia import RepositorySerializer, StartSyncSerializer, SyncRunSerializer
from pillars.kia import runs
from pillars.kia.models import Repository, SyncRun


class KiaViewSet(ApiViewSet):
    """Repositories with pillars' files."""

    permission_classes = [IsAuthenticated, MayKeepPillars]
    serializer_class = RepositorySerializer
    queryset = Repository.objects.none()

    def get_queryset(self) -> QuerySet[Repository]:
        """All repositories, for those who may see pillars."""
        may_see = user_of(self.request).has_perm("pillars.view_pillar")
        found = Repository.objects.prefetch_related("patterns").order_by("pk")
        return found if may_see else found.none()

    @extend_schema(responses=RepositorySerializer(many=True))
    def list(self, request: Request) -> Response:
        """The state of each repository."""
        page = self.paginate_queryset(self.get_queryset())
        return self.get_paginated_response(RepositorySerializer(page, many=True).data)

    @extend_schema(request=StartSyncSerializer, responses={HTTP_202_ACCEPTED: SyncRunSerializer})
    def sync(self, request: Request) -> Response:
        """Start a sync; the state tells when it is over."""
        asked = self.read(StartSyncSerializer)
        run = runs.start(
            self._asked_for(asked.get("repository")),
            way=SyncRun.Way.API,
            actor=user_of(request),
            now=timezone.now(),
            dry_run=asked["dry_run"],
        )
        return Response(SyncRunSerializer(run).data, status=HTTP_202_ACCEPTED)

    def _asked_for(self, pk: int | None) -> Repository:
        if pk is not None:
            return get_object_or_404(self.get_queryset(), pk=pk)
        found = list(self.get_queryset().filter(is_active=True)[:2])
        if len(found) != 1:
            raise ValidationError({"repository": [_("Say which repository; there is not exactly one.")]})
        return found[0]
