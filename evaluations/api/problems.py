"""Errors as problem details (RFC 9457): ``{type, title, status, detail, errors}``."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from math import ceil
from typing import Any

from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.db import OperationalError
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import set_rollback

from llars.errors import DomainError

logger = logging.getLogger(__name__)

MEDIA_TYPE = "application/problem+json"
GENERAL = "request"


class TooLarge(exceptions.APIException):
    """The request's body is larger than this installation takes."""

    status_code = HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    default_code = "too_large"


@dataclass(frozen=True, slots=True)
class Problem:
    """One error as it is sent; ``code`` names the rule and becomes the ``type``."""

    status: int
    code: str
    detail: str
    errors: dict[str, list[str]] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)

    def response(self) -> Response:
        """The problem as a response of its own media type."""
        body = {
            "type": f"urn:llars:problem:{self.code}",
            "title": HTTPStatus(self.status).phrase,
            "status": self.status,
            "detail": self.detail,
            "errors": self.errors,
        }
        return Response(body, status=self.status, headers=self.headers, content_type=MEDIA_TYPE)


def problem_response(error: Exception, context: Mapping[str, Any]) -> Response | None:
    """The response for an error that a caller can do something about; ``None`` for a crash."""
    problem = _problem_of(error)
    if problem is None:
        return None
    set_rollback()
    return problem.response()


def _problem_of(error: Exception) -> Problem | None:
    if isinstance(error, DomainError):
        return Problem(error.status, error.code, str(error.detail), error.errors)
    if isinstance(error, Http404):
        return Problem(404, "not_found", _("There is nothing here, or it is not yours to see."))
    if isinstance(error, PermissionDenied):
        return Problem(403, "not_allowed", _("You do not have the right to do this."))
    if isinstance(error, RequestDataTooBig):
        return _problem_of(TooLarge(_("The request is too large.")))
    if isinstance(error, OperationalError):
        logger.error("The database did not answer", exc_info=error)
        detail = _("The database does not answer at the moment; try again in a few seconds.")
        return Problem(503, "database_busy", detail, headers={"Retry-After": "5"})
    if isinstance(error, exceptions.ValidationError):
        errors = _by_field(error.detail)
        return Problem(400, "invalid", _("The input has errors."), errors)
    if isinstance(error, exceptions.APIException):
        return Problem(error.status_code, _code(error), str(error.detail), headers=_headers(error))
    return None


def _code(error: exceptions.APIException) -> str:
    codes = error.get_codes()
    return codes if isinstance(codes, str) else error.default_code


def _headers(error: exceptions.APIException) -> dict[str, str]:
    headers = {}
    if challenge := getattr(error, "auth_header", None):
        headers["WWW-Authenticate"] = challenge
    if wait := getattr(error, "wait", None):
        headers["Retry-After"] = str(ceil(wait))
    return headers


def _by_field(detail: Any, path: str = "") -> dict[str, list[str]]:
    """Flatten DRF's nested details to ``{"field.0.field": [texts]}``; ``request``: of no field."""
    if isinstance(detail, Mapping):
        return {
            key: texts
            for name, inner in detail.items()
            for key, texts in _by_field(inner, _joined(path, name)).items()
        }
    if isinstance(detail, Sequence) and not isinstance(detail, str):
        if all(isinstance(entry, str) for entry in detail):
            return {path or GENERAL: [str(entry) for entry in detail]}
        numbered = {str(place): entry for place, entry in enumerate(detail) if entry}
        return _by_field(numbered, path)
    return {path or GENERAL: [str(detail)]}


def _joined(path: str, name: Any) -> str:
    name = GENERAL if name == "non_field_errors" else str(name)
    return f"{path}.{name}" if path else name
