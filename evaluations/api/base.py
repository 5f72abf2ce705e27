"""What all views of the API have in common."""

from typing import Any, Literal

from django.conf import settings
from django.utils.translation import gettext as _
from drf_spectacular.openapi import AutoSchema
from rest_framework import serializers
from rest_framework.exceptions import ParseError, ValidationError
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import JSONParser, MultiPartParser
from rest_framework.permissions import IsAuthenticated
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.viewsets import GenericViewSet

from evaluations.api.permissions import MayJudge
from evaluations.api.problems import MEDIA_TYPE, TooLarge


class ProblemSerializer(serializers.Serializer[Any]):
    """An error, as RFC 9457 has it."""

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField()
    errors = serializers.DictField(  # type: ignore[assignment]
        child=serializers.ListField(child=serializers.CharField())
    )


class ApiSchema(AutoSchema):
    """Describes, besides each call's answer, the one form of its errors."""

    def _get_response_bodies(self, direction: Literal["request", "response"] = "response") -> dict[str, Any]:
        bodies: dict[str, Any] = super()._get_response_bodies(direction)
        if direction == "response":
            bodies["4XX"] = self._get_response_for_code(  # type: ignore[no-untyped-call]
                ProblemSerializer, "4XX", [MEDIA_TYPE]
            )
        return bodies


class ReadJson(JSONParser):
    """JSON bodies; what is wrong with one is told in the caller's language."""

    def parse(self, stream: Any, media_type: Any = None, parser_context: Any = None) -> Any:
        """The body's value.

        Raises:
            ParseError: it is no JSON, or nested beyond reading.
        """
        try:
            return super().parse(stream, media_type, parser_context)
        except RecursionError:
            raise ParseError(_("The JSON is nested too deeply.")) from None
        except ParseError as error:
            message = str(error.detail).removeprefix("JSON parse error - ")
            raise ParseError(_("The JSON is broken: %(message)s") % {"message": message}) from None


class IgnoreAccept(BaseContentNegotiation):
    """Every call has one form of answer, so the Accept header decides nothing and refuses nothing."""

    def select_parser(self, request: Request, parsers: Any) -> Any:
        """The parser for the body's content type, if there is one."""
        media_type = (request.content_type or "").split(";")[0].strip().lower()
        return next((parser for parser in parsers if parser.media_type == media_type), None)

    def select_renderer(
        self, request: Request, renderers: Any, format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        """The first renderer."""
        return renderers[0], renderers[0].media_type


class ApiViewSet(GenericViewSet[Any]):
    """A group of calls for people who judge."""

    permission_classes = [IsAuthenticated, MayJudge]
    content_negotiation_class = IgnoreAccept
    parser_classes = [ReadJson, MultiPartParser]
    schema = ApiSchema()
    most_bytes: int | None = None
    """How large a request may be, where that is not the project's limit."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Check login and rights, then the body's size."""
        super().initial(request, *args, **kwargs)
        limit = self.most_bytes or settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        length = request.META.get("CONTENT_LENGTH") or "0"
        if limit is not None and length.isdecimal() and int(length) > limit:
            raise TooLarge(_("The request is too large; at most %(limit)d bytes.") % {"limit": limit})

    def body(self) -> dict[str, Any]:
        """The request's body, which is to be an object.

        Raises:
            ValidationError: it is anything else.
        """
        if not isinstance(self.request.data, dict):
            raise ValidationError(_("Send a JSON object."))
        return self.request.data

    def read(self, serializer: type[serializers.Serializer[Any]]) -> dict[str, Any]:
        """The request's body, checked.

        Raises:
            ValidationError: by field.
        """
        checked = serializer(data=self.body())
        checked.is_valid(raise_exception=True)
        return dict(checked.validated_data)

    def read_list(self, serializer: type[serializers.Serializer[Any]]) -> list[dict[str, Any]]:
        """The request's body, which is to be a list (or one object, which stands for a list of one), checked.

        Raises:
            ValidationError: by place and field.
        """
        data = [self.request.data] if isinstance(self.request.data, dict) else self.request.data
        if not isinstance(data, list):
            raise ValidationError(_("Send a JSON list."))
        checked = serializer(data=data, many=True)
        checked.is_valid(raise_exception=True)
        return [dict(one) for one in checked.validated_data]
