"""``/healthz``: the server is alive. ``/readyz``: database, Redis and a worker are, too."""

import django_rq
from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from redis.exceptions import RedisError

from evaluations.judging.workers import live_workers


@never_cache
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """200 as long as the server answers."""
    return JsonResponse({"status": "ok"})


@never_cache
@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """200 where everything that judging needs is there, else 503; says which part is missing."""
    parts = {
        "database": _has_database(),
        "redis": _has_redis(),
        "worker": bool(live_workers(timezone.now())),
    }
    ready = all(parts.values())
    return JsonResponse({"status": "ok" if ready else "unavailable", **parts}, status=200 if ready else 503)


def _has_database() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return False
    return True


def _has_redis() -> bool:
    try:
        return bool(django_rq.get_connection("default").ping())
    except (RedisError, OSError):
        return False
