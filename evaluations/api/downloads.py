"""Downloads that are sent while they are made, in whichever kind of server runs."""

from collections.abc import AsyncIterator, Iterator

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.http import StreamingHttpResponse
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request

from evaluations.reports.exports import Separator


def download(
    request: Request, pieces: Iterator[str], *, content_type: str, filename: str
) -> StreamingHttpResponse:
    """``pieces`` as a file; an ASGI server gets them one by one, since it would gather a plain iterator."""
    under_asgi = isinstance(request._request, ASGIRequest)
    response = StreamingHttpResponse(
        _one_by_one(pieces) if under_asgi else pieces,
        content_type=content_type,
    )
    response["Content-Disposition"] = f'attachment; filename="{filename}"'
    response["Cache-Control"] = "no-store"
    response["X-Accel-Buffering"] = "no"
    return response


def separator_of(request: Request) -> Separator:
    """What is to part the columns of a CSV: ``?separator=comma`` or ``semicolon``.

    Raises:
        ValidationError: it is another word.
    """
    wanted = request.query_params.get("separator", "comma")
    separator = Separator.__members__.get(wanted.upper())
    if separator is None:
        raise ValidationError({"separator": [f"{wanted}: comma, semicolon"]})
    return separator


async def _one_by_one(pieces: Iterator[str]) -> AsyncIterator[str]:
    def following() -> str | None:
        return next(pieces, None)

    while (piece := await sync_to_async(following, thread_sensitive=True)()) is not None:
        yield piece
