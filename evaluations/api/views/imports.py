"""Bring a file of threads into a pillar."""

import json
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.parsers import MultiPartParser
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.status import HTTP_200_OK, HTTP_400_BAD_REQUEST

from evaluations.api.base import ApiViewSet
from evaluations.api.permissions import MayKeepPillars, user_of
from evaluations.api.serializers.imports import DryRunSerializer, ImportReportSerializer, ImportSerializer
from llars.storable import DEEPEST, fault_in
from pillars.imports.direct import import_directly
from pillars.imports.storage import MOST_BYTES
from pillars.imports.uploads import check_right
from pillars.models import ImportRun, Pillar
from pillars.readers import ReadOptions
from pillars.readers.source import Source


class ImportViewSet(ApiViewSet):
    """Imports of files into a pillar."""

    permission_classes = [IsAuthenticated, MayKeepPillars]
    parser_classes = [MultiPartParser]
    serializer_class = ImportSerializer
    most_bytes = MOST_BYTES
    queryset = Pillar.objects.none()

    def get_queryset(self) -> QuerySet[Pillar]:
        """The pillars that the caller may see."""
        return Pillar.objects.visible_to(user_of(self.request))

    @extend_schema(
        request={"multipart/form-data": ImportSerializer},
        parameters=[DryRunSerializer],
        responses={HTTP_200_OK: ImportReportSerializer, HTTP_400_BAD_REQUEST: ImportReportSerializer},
    )
    def create(self, request: Request, number: int) -> Response:
        """Import the readable threads of a file; ``dry_run`` writes nothing and says what would be."""
        check_right(user_of(request))
        pillar = get_object_or_404(self.get_queryset(), pk=number)
        told = DryRunSerializer(data=request.query_params.dict())
        told.is_valid(raise_exception=True)
        checked = ImportSerializer(data=_with_maps(request))
        checked.is_valid(raise_exception=True)
        given = checked.validated_data
        options = ReadOptions(
            form=given["form"],
            encoding=given["encoding"],
            role_map=given.get("role_map") or {},
            column_map=given.get("column_map") or {},
        )
        with _on_disk(given["file"]) as source:
            report = import_directly(
                source,
                pillar=pillar,
                options=options,
                way=ImportRun.Way.API,
                actor=user_of(request),
                dry_run=told.validated_data["dry_run"],
            )
        status = HTTP_400_BAD_REQUEST if report.nothing_read else HTTP_200_OK
        return Response(report.as_dict(), status=status)


def _with_maps(request: Request) -> dict[str, Any]:
    """The form's fields with the maps, which come as JSON, as objects."""
    given = request.data.dict() if hasattr(request.data, "dict") else dict(request.data)
    for name in ("role_map", "column_map"):
        if isinstance(given.get(name), str):
            given[name] = _object(name, given[name])
    return given


def _object(name: str, text: str) -> dict[str, Any]:
    try:
        found = json.loads(text or "{}")
    except ValueError as error:
        raise ValidationError({name: [_("The JSON is broken: %(message)s") % {"message": error}]}) from None
    except RecursionError:
        raise ValidationError(
            {name: [_("The value is nested more than %d levels deep.") % DEEPEST]}
        ) from None
    if not isinstance(found, dict):
        raise ValidationError({name: [_("a JSON object is expected")]})
    if hint := fault_in(found):
        raise ValidationError({name: [hint]})
    return found


@contextmanager
def _on_disk(file: Any) -> Iterator[Source]:
    """The file as a source; a large one lies on disk already, a small one in memory."""
    path = getattr(file, "temporary_file_path", None)
    if path is not None:
        yield Source(Path(path()), name=file.name or "")
        return
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "file"
        copy.write_bytes(file.read())
        yield Source(copy, name=file.name or "")
