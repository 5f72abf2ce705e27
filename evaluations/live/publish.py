"""Send the events of a session or a scenario to whoever looks, and keep the last ones for late comers.

Redis numbers the events of a stream and keeps a tail of them in one step, so that the order of
the numbers is the order of the tail. What is lost there is never a result: pages and API read
the database.
"""

import asyncio
import json
import logging
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.conf import settings
from django.utils import timezone
from redis import Redis
from redis import asyncio as aioredis
from redis.exceptions import RedisError

from evaluations.live.events import Event
from evaluations.live.streams import Stream

logger = logging.getLogger(__name__)

KEPT_EVENTS = 500
KEPT_S = 24 * 3600
WATCHED_S = 60
_CHANNEL_TIMEOUT_S = 5.0
_LOOK_TIMEOUT_S = 1.0
_WATCHED = "watched"

_APPEND = """
local first = redis.call('INCRBY', KEYS[1], #ARGV - 2) - (#ARGV - 2) + 1
for i = 3, #ARGV do redis.call('RPUSH', KEYS[2], ARGV[i]) end
redis.call('LTRIM', KEYS[2], -tonumber(ARGV[1]), -1)
redis.call('EXPIRE', KEYS[1], ARGV[2])
redis.call('EXPIRE', KEYS[2], ARGV[2])
return first
"""


def open_redis() -> "aioredis.Redis":
    """A connection for the running event loop; close it at the end."""
    return aioredis.Redis.from_url(settings.REDIS_URL, socket_timeout=_CHANNEL_TIMEOUT_S)


async def publish_async(redis: "aioredis.Redis", stream: Stream, events: Sequence[Event]) -> None:
    """Number, keep and send events, in order. A lost Redis is logged and harms no run."""
    if not events:
        return
    now = timezone.now().isoformat()
    bodies = [{**event.fields(), **stream.address, "timestamp": now} for event in events]
    try:
        packed = [json.dumps(body, ensure_ascii=False) for body in bodies]
        first = await redis.eval(_APPEND, 2, *_keys(stream), str(KEPT_EVENTS), str(KEPT_S), *packed)
        numbered = [{**body, "seq": int(first) + index} for index, body in enumerate(bodies)]
        layer = get_channel_layer()
        if layer is not None:
            message = {"type": "live.events", "events": numbered}
            async with asyncio.timeout(_CHANNEL_TIMEOUT_S):
                await layer.group_send(stream.group, message)
    except (RedisError, OSError, TimeoutError) as error:
        logger.warning("Events of %s could not be sent: %s", stream, error)


def publish(stream: Stream, events: Sequence[Event]) -> None:
    """The same from synchronous code."""

    async def send() -> None:
        redis = open_redis()
        try:
            await publish_async(redis, stream, events)
        finally:
            await redis.aclose()

    async_to_sync(send)()


async def events_since(redis: "aioredis.Redis", stream: Stream, seq: int) -> list[dict[str, Any]] | None:
    """The events after number ``seq``, or ``None`` where they are no longer kept."""
    seq_key, tail_key = _keys(stream)
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


async def newest_seq(redis: "aioredis.Redis", stream: Stream) -> int:
    """The number of the last event; 0 where there was none."""
    return int(await redis.get(_keys(stream)[0]) or 0)


async def mark_watched(redis: "aioredis.Redis", stream: Stream) -> None:
    """Note that somebody looks at the stream, for a minute."""
    await redis.set(stream.key(_WATCHED), "1", ex=WATCHED_S)


async def watched(redis: "aioredis.Redis", *streams: Stream) -> tuple[bool, ...]:
    """Whether somebody looks, for each stream, in one round trip; a lost Redis means nobody."""
    try:
        return tuple(bool(mark) for mark in await redis.mget([stream.key(_WATCHED) for stream in streams]))
    except (RedisError, OSError):
        return (False,) * len(streams)


def is_watched(stream: Stream) -> bool:
    """The same of one stream from synchronous code, over a connection that is kept."""
    try:
        return bool(_kept_redis().exists(stream.key(_WATCHED)))
    except (RedisError, OSError):
        return False


@cache
def _kept_redis() -> Redis:
    return Redis.from_url(settings.REDIS_URL, socket_timeout=_LOOK_TIMEOUT_S)


def forget(streams: Iterable[Stream]) -> None:
    """Drop what is kept of these streams for late comers; their numbering goes on."""
    try:
        with Redis.from_url(settings.REDIS_URL, socket_timeout=_CHANNEL_TIMEOUT_S) as redis:
            for stream in streams:
                redis.delete(_keys(stream)[1])
    except RedisError:
        logger.warning("What is kept of events could not be dropped; it expires within a day.")


def _keys(stream: Stream) -> tuple[str, str]:
    return stream.key("seq"), stream.key("tail")
