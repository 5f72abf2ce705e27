"""Threads: read in full, corrected, archived, deleted."""

from django.core.exceptions import PermissionDenied
from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.status import HTTP_200_OK, HTTP_201_CREATED, HTTP_204_NO_CONTENT

from evaluations.api.base import ApiViewSet
from evaluations.api.permissions import user_of
from evaluations.api.serializers.threads import (
    CorrectionSerializer,
    DerivationSerializer,
    ThreadRowSerializer,
    ThreadSerializer,
)
from llars import audit
from llars.models import AuditEntry
from pillars import archiving, usage
from pillars.derived import Derivation, derive
from pillars.models import Thread, ThreadQuerySet
from pillars.readers.parsed import ParsedFeature, ParsedMessage
from pillars.versions import Correction, correct


class ThreadViewSet(ApiViewSet):
    """Threads in full."""

    serializer_class = ThreadSerializer
    queryset = Thread.objects.none()

    def get_queryset(self) -> ThreadQuerySet:
        """The threads that the caller may read."""
        return Thread.objects.visible_to(user_of(self.request))

    @extend_schema(responses=ThreadSerializer)
    def retrieve(self, request: Request, pk: int) -> Response:
        """One thread with its messages and features; reading goes on record."""
        thread = self._thread(pk)
        audit.record(user_of(request), AuditEntry.Action.READ, thread)
        return Response(self._in_full(thread))

    @extend_schema(responses={HTTP_204_NO_CONTENT: None})
    def destroy(self, request: Request, pk: int) -> Response:
        """Delete a thread that was never judged; goes on record."""
        archiving.delete(self._thread(pk, "delete"), actor=user_of(request))
        return Response(status=HTTP_204_NO_CONTENT)

    @extend_schema(responses=ThreadRowSerializer(many=True))
    def versions(self, request: Request, pk: int) -> Response:
        """All versions of a thread, the newest first."""
        rows = self.get_queryset().versions_of(self._thread(pk)).prefetch_related("assignments")
        page = self.paginate_queryset(rows)
        return self.get_paginated_response(ThreadRowSerializer(page, many=True).data)

    @extend_schema(request=CorrectionSerializer, responses={HTTP_201_CREATED: ThreadSerializer})
    def correct(self, request: Request, pk: int) -> Response:
        """Make a new version; the old one is archived, and what has it keeps it."""
        thread = self._thread(pk, "change")
        wanted = self.read(CorrectionSerializer)
        if "messages" in wanted:
            wanted["messages"] = tuple(ParsedMessage(**message) for message in wanted["messages"])
        new = correct(thread, Correction(**wanted), now=timezone.now(), actor=user_of(request))
        return Response(self._in_full(self._thread(new.pk)), status=HTTP_201_CREATED)

    @extend_schema(request=DerivationSerializer, responses={HTTP_201_CREATED: ThreadSerializer})
    def derive(self, request: Request, pk: int) -> Response:
        """Make a thread from this one: texts of its own, and this one's messages; the same again is 200."""
        source = self._thread(pk, "add")
        wanted = self.read(DerivationSerializer)
        pillar = wanted.pop("pillar")
        wanted["features"] = tuple(ParsedFeature(**one) for one in wanted["features"])
        made, is_new = derive(source, Derivation(**wanted), pillar=pillar, actor=user_of(request))
        status = HTTP_201_CREATED if is_new else HTTP_200_OK
        return Response(self._in_full(self._thread(made.pk)), status=status)

    @extend_schema(request=None, responses=ThreadSerializer)
    def archive(self, request: Request, pk: int) -> Response:
        """Take the thread out of use; harmless where it is already."""
        thread = self._thread(pk, "change")
        archiving.archive([thread.pk], now=timezone.now(), actor=user_of(request))
        return Response(self._in_full(self._thread(pk)))

    @extend_schema(request=None, responses=ThreadSerializer)
    def restore(self, request: Request, pk: int) -> Response:
        """Bring the thread back into use."""
        archiving.restore([self._thread(pk, "change").pk], actor=user_of(request))
        return Response(self._in_full(self._thread(pk)))

    def _thread(self, pk: int, right: str = "view") -> Thread:
        rows = self.get_queryset().prefetch_related(*Thread.TURNS, "features", "assignments")
        found: Thread = get_object_or_404(rows, pk=pk)
        if not user_of(self.request).has_perm(f"pillars.{right}_thread"):
            raise PermissionDenied
        return found

    def _in_full(self, thread: Thread) -> dict[str, object]:
        newer = Thread.objects.filter(replaces=thread).values_list("pk", flat=True).first()
        context = {"replaced_by": newer, "is_judged": bool(usage.judged([thread.pk]))}
        return dict(ThreadSerializer(thread, context=context).data)
