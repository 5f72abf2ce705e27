"""Send a session's events to whoever looks, and keep the last ones for those who join late.

Redis numbers the events of a session and keeps a tail of them in one step, so that the order of
the numbers is the order of the tail. What is lost there is never a result: pages and API read
the database.
"""

import asyncio
import json
import logging
from collections.abc import Sequence
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.conf import settings
from django.utils import timezone
from redis import asyncio as aioredis
from redis.exceptions import RedisError

from evaluations.live.events import Event

logger = logging.getLogger(__name__)

KEPT_EVENTS = 500
KEPT_S = 24 * 3600
WATCHED_S = 60
_CHANNEL_TIMEOUT_S = 5.0

_APPEND = """
local first = redis.call('INCRBY', KEYS[1], #ARGV - 2) - (#ARGV - 2) + 1
for i = 3, #ARGV do redis.call('RPUSH', KEYS[2], ARGV[i]) end
redis.call('LTRIM', KEYS[2], -tonumber(ARGV[1]), -1)
redis.call('EXPIRE', KEYS[1], ARGV[2])
redis.call('EXPIRE', KEYS[2], ARGV[2])
return first
"""


def group_name(session_id: int) -> str:
    """The channel group of a session's watchers."""
    return f"judge.session.{session_id}"


def _keys(session_id: int) -> tuple[str, str]:
    return f"llars:live:{session_id}:seq", f"llars:live:{session_id}:tail"


def _watched_key(session_id: int) -> str:
    return f"llars:live:{session_id}:watched"


def open_redis() -> "aioredis.Redis":
    """A connection for the running event loop; close it at the end."""
    return aioredis.Redis.from_url(settings.REDIS_URL, socket_timeout=_CHANNEL_TIMEOUT_S)


async def publish_async(redis: "aioredis.Redis", session_id: int, events: Sequence[Event]) -> None:
    """Number, keep and send events, in order. A lost Redis is logged and harms no run."""
    if not events:
        return
    now = timezone.now().isoformat()
    bodies = [{**event.fields(), "session_id": session_id, "timestamp": now} for event in events]
    try:
        packed = [json.dumps(body, ensure_ascii=False) for body in bodies]
        first = await redis.eval(_APPEND, 2, *_keys(session_id), str(KEPT_EVENTS), str(KEPT_S), *packed)
        numbered = [{**body, "seq": int(first) + index} for index, body in enumerate(bodies)]
        layer = get_channel_layer()
        if layer is not None:
            message = {"type": "judge.events", "events": numbered}
            async with asyncio.timeout(_CHANNEL_TIMEOUT_S):
                await layer.group_send(group_name(session_id), message)
    except (RedisError, OSError, TimeoutError) as error:
        logger.warning("Events of session %s could not be sent: %s", session_id, error)


def publish(session_id: int, events: Sequence[Event]) -> None:
    """The same from synchronous code."""

    async def send() -> None:
        redis = open_redis()
        try:
            await publish_async(redis, session_id, events)
        finally:
            await redis.aclose()

    async_to_sync(send)()


async def events_since(redis: "aioredis.Redis", session_id: int, seq: int) -> list[dict[str, Any]] | None:
    """The events after number ``seq``, or ``None`` where they are no longer kept."""
    seq_key, tail_key = _keys(session_id)
    async with redis.pipeline(transaction=True) as pipeline:
        pipeline.get(seq_key)
        pipeline.lrange(tail_key, 0, -1)
        last, tail = await pipeline.execute()
    newest = int(last or 0)
    missed = newest - seq
    if missed < 0 or missed > len(tail):
        return None
    first = newest - len(tail) + 1
    events = [{**json.loads(body), "seq": first + index} for index, body in enumerate(tail)]
    return [event for event in events if event["seq"] > seq]


async def newest_seq(redis: "aioredis.Redis", session_id: int) -> int:
    """The number of the last event; 0 where there was none."""
    return int(await redis.get(_keys(session_id)[0]) or 0)


async def mark_watched(redis: "aioredis.Redis", session_id: int) -> None:
    """Note that somebody looks at the session, for a minute."""
    await redis.set(_watched_key(session_id), "1", ex=WATCHED_S)


async def is_watched(redis: "aioredis.Redis", session_id: int) -> bool:
    """Whether somebody looks at the session; a lost Redis means nobody."""
    try:
        return bool(await redis.exists(_watched_key(session_id)))
    except (RedisError, OSError):
        return False
