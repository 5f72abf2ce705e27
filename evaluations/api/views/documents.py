"""The API's own description, and what answers where there is no call."""

from typing import Any, NoReturn

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.views import APIView

from evaluations.api.base import IgnoreAccept


@extend_schema(exclude=True)
class SchemaView(SpectacularAPIView):
    """OpenAPI 3; open to all, since it describes calls and holds no data."""


@require_safe
def docs(request: HttpRequest) -> HttpResponse:
    """Swagger UI from this server's own files, without inline script or style."""
    return render(request, "api/docs.html")


@extend_schema(exclude=True)
class NoSuchCall(APIView):
    """Any other address under ``/api/``, whatever the method."""

    permission_classes = [AllowAny]
    content_negotiation_class = IgnoreAccept

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> NoReturn:
        """Answer before a method is looked for."""
        raise Http404
