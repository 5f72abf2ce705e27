"""Prompt templates, their versions, and previews."""

from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import OuterRef, QuerySet, Subquery
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.status import HTTP_201_CREATED

from evaluations.api.base import ApiViewSet
from evaluations.api.permissions import user_of
from evaluations.api.serializers.models import PromptSerializer
from evaluations.api.serializers.prompts import (
    NewPromptSerializer,
    NewVersionSerializer,
    PreviewRequestSerializer,
    PreviewSerializer,
    PromptVersionSerializer,
)
from evaluations.judging.prompt_material import Material, get_items_to_try, get_threads_to_try
from evaluations.judging.prompt_preview import preview
from evaluations.models import Model
from evaluations.task_types.registry import task_type
from llars import audit
from llars.models import AuditEntry
from prompts.making import new_template
from prompts.models import PromptTemplate, PromptVersion
from prompts.services import save_version
from prompts.variables import rules_for


class PromptViewSet(ApiViewSet):
    """The prompt templates in use."""

    serializer_class = PromptSerializer
    queryset = PromptTemplate.objects.none()

    def get_queryset(self) -> QuerySet[PromptTemplate]:
        """The templates, each with its latest version."""
        latest = PromptVersion.objects.filter(template=OuterRef("pk")).order_by("-number")
        return PromptTemplate.objects.usable().annotate(
            version=Subquery(latest.values("number")[:1]), version_id=Subquery(latest.values("pk")[:1])
        )

    @extend_schema(responses=PromptSerializer(many=True))
    def list(self, request: Request) -> Response:
        """The templates, each with its latest version."""
        page = self.paginate_queryset(self.get_queryset())
        return self.get_paginated_response(PromptSerializer(page, many=True).data)

    @extend_schema(responses=PromptSerializer)
    def retrieve(self, request: Request, pk: int) -> Response:
        """One template."""
        return Response(PromptSerializer(get_object_or_404(self.get_queryset(), pk=pk)).data)

    @extend_schema(request=NewPromptSerializer, responses={HTTP_201_CREATED: PromptSerializer})
    def create(self, request: Request) -> Response:
        """Add a template with its first version; unknown variables are refused with the known ones."""
        wanted = self.read(NewPromptSerializer)
        texts = {name: wanted.pop(name) for name in ("system_text", "user_text", "note")}
        with transaction.atomic():
            template = new_template(**wanted)
            save_version(template, **texts, author=user_of(request))
        made = get_object_or_404(self.get_queryset(), pk=template.pk)
        return Response(PromptSerializer(made).data, status=HTTP_201_CREATED)

    @extend_schema(request=PreviewRequestSerializer, responses=PreviewSerializer)
    def preview(self, request: Request) -> Response:
        """Fill a version, or texts that are not saved, with an item or with threads of the pillars.

        Nothing is written but that the item was read.
        """
        wanted = self.read(PreviewRequestSerializer)
        key, texts = wanted["task_type"], {name: wanted[name] for name in ("system_text", "user_text")}
        language = wanted["language"]
        if wanted["template_id"] is not None:
            template = get_object_or_404(PromptTemplate, pk=wanted["template_id"])
            version = _version(template, wanted["version"])
            key, language = template.task_type, template.language
            texts = {name: getattr(version, name) for name in texts}
        rules_for(key)
        material = _material(wanted, key, language, user_of(request))
        model = Model.objects.visible_to(user_of(request)).filter(pk=wanted["model_id"]).first()
        shown = preview(material, key, **texts, model=model)
        for row in material.rows:
            audit.record(request.user, AuditEntry.Action.READ, row)
        return Response(PreviewSerializer(shown).data)


class PromptVersionViewSet(ApiViewSet):
    """The versions of one template."""

    serializer_class = PromptVersionSerializer
    queryset = PromptVersion.objects.none()

    @extend_schema(responses=PromptVersionSerializer(many=True))
    def list(self, request: Request, prompt_pk: int) -> Response:
        """The versions, newest first."""
        template = get_object_or_404(PromptTemplate, pk=prompt_pk)
        page = self.paginate_queryset(template.versions.select_related("author").order_by("-number"))
        return self.get_paginated_response(PromptVersionSerializer(page, many=True).data)

    @extend_schema(request=NewVersionSerializer, responses={HTTP_201_CREATED: PromptVersionSerializer})
    def create(self, request: Request, prompt_pk: int) -> Response:
        """Save a new version; the same texts as the latest make none."""
        template = get_object_or_404(PromptTemplate, pk=prompt_pk)
        saved = save_version(template, **self.read(NewVersionSerializer), author=user_of(request))
        return Response(PromptVersionSerializer(saved).data, status=HTTP_201_CREATED)


def _version(template: PromptTemplate, number: int | None) -> PromptVersion:
    if number is None:
        return template.latest_version()
    return get_object_or_404(template.versions, number=number)


def _material(wanted: dict[str, Any], key: str, language: str, reader: User) -> Material:
    if wanted["thread_ids"]:
        return get_threads_to_try(wanted["thread_ids"], task_type(key), language=language, reader=reader)
    return get_items_to_try([wanted["item"] or 0], key, reader=reader)[0]
