"""Providers and models."""

from django.db.models import QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.status import HTTP_201_CREATED

from evaluations.api.base import ApiViewSet
from evaluations.api.permissions import user_of
from evaluations.api.serializers.models import (
    ModelSerializer,
    NewProviderSerializer,
    ProbeRequestSerializer,
    ProbeSerializer,
    ProviderSerializer,
)
from evaluations.llm.probe import probe
from evaluations.llm.providers import add_provider
from evaluations.models import Model, Provider


class ModelViewSet(ApiViewSet):
    """The models that the caller may use."""

    serializer_class = ModelSerializer
    queryset = Model.objects.none()

    @extend_schema(responses=ModelSerializer(many=True))
    def list(self, request: Request) -> Response:
        """The models, the default first."""
        rows = Model.objects.visible_to(user_of(request)).select_related("provider")
        page = self.paginate_queryset(rows)
        return self.get_paginated_response(ModelSerializer(page, many=True).data)


class ProviderViewSet(ApiViewSet):
    """The providers that the caller may use: the system's and their own."""

    serializer_class = ProviderSerializer
    queryset = Provider.objects.none()

    def get_queryset(self) -> QuerySet[Provider]:
        """The caller's providers with their models."""
        return Provider.objects.visible_to(user_of(self.request)).prefetch_related("served_models")

    @extend_schema(responses=ProviderSerializer(many=True))
    def list(self, request: Request) -> Response:
        """The providers by name."""
        page = self.paginate_queryset(self.get_queryset())
        return self.get_paginated_response(ProviderSerializer(page, many=True).data)

    @extend_schema(request=NewProviderSerializer, responses={HTTP_201_CREATED: ProviderSerializer})
    def create(self, request: Request) -> Response:
        """Add a provider of one's own; its key is stored encrypted and never given out."""
        fields = self.read(NewProviderSerializer)
        model_names = fields.pop("models")
        provider = add_provider(actor=user_of(request), model_names=model_names, **fields)
        return Response(ProviderSerializer(provider).data, status=HTTP_201_CREATED)

    @extend_schema(request=ProbeRequestSerializer, responses=ProbeSerializer)
    def test(self, request: Request, pk: int) -> Response:
        """Ask one of the provider's models a tiny question and say what came of it."""
        provider = get_object_or_404(self.get_queryset(), pk=pk)
        models = provider.served_models.select_related("provider")
        if (model_id := self.read(ProbeRequestSerializer)["model_id"]) is not None:
            models = models.filter(pk=model_id)
        model = models.order_by("-is_default", "pk").first()
        if model is None:
            raise Http404
        return Response(ProbeSerializer(probe(model)).data)
