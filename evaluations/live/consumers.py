"""``/ws/judge/``: a client joins sessions and scenarios and is sent their events, each once and in order."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, cast

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncJsonWebsocketConsumer
from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override
from redis.exceptions import RedisError

from evaluations.live import publish, reads
from evaluations.live.language import language_of
from evaluations.live.streams import Stream
from evaluations.live.subscription import JSON, Gap, Scope, Subscription

RENEW_EVERY_S = 20.0
NOT_LOGGED_IN = 4401


class ClientError(Exception):
    """What the client asked for cannot be done."""

    def __init__(self, code: str, detail: str) -> None:
        self.code = code
        self.detail = detail
        super().__init__(detail)


class JudgeConsumer(AsyncJsonWebsocketConsumer):
    """One client's connection: events come over the channel layer, gaps are filled from Redis' tail."""

    async def connect(self) -> None:
        """Accept people who are logged in; say so to others and close."""
        self.subscriptions: dict[Stream, Subscription] = {}
        self.overview: set[int] | None = None
        self.language = language_of(self.scope)
        await self.accept()
        user = self.scope["user"]
        if user is None or not user.is_authenticated:
            with override(self.language):
                await self.refuse(ClientError("not_logged_in", _("Log in first.")))
            await self.close(NOT_LOGGED_IN)
            return
        self.user = cast("User", user)
        self.redis = publish.open_redis()
        self.keeper = asyncio.create_task(self.keep())

    async def disconnect(self, code: int) -> None:
        """Leave all groups."""
        if not hasattr(self, "keeper"):
            return
        self.keeper.cancel()
        with suppress(asyncio.CancelledError):
            await self.keeper
        for stream in list(self.subscriptions):
            await self.leave(stream)
        await self.redis.aclose()

    @classmethod
    async def decode_json(cls, text_data: str) -> Any:
        """Read a message; what is no JSON becomes an empty one, which is then refused by name."""
        try:
            return await super().decode_json(text_data)
        except (ValueError, RecursionError):
            return None

    async def receive(
        self, text_data: str | None = None, bytes_data: bytes | None = None, **kwargs: Any
    ) -> None:
        """One frame; one without text is refused as what is no JSON is. Who was not let in is not heard."""
        if hasattr(self, "keeper"):
            with override(self.language):
                await super().receive(text_data=text_data or "null")

    async def receive_json(self, content: Any, **kwargs: Any) -> None:
        """One message of the client."""
        try:
            if not isinstance(content, dict) or not isinstance(content.get("type"), str):
                raise ClientError("bad_message", _("A message is a JSON object with a type."))
            handler = self.handlers().get(content["type"])
            if handler is None:
                raise ClientError("unknown_type", _("There is no message of the type %s.") % content["type"])
            await handler(content)
        except ClientError as error:
            await self.refuse(error)
        except (RedisError, OSError):
            detail = _("Live events are out of reach; load the page again.")
            await self.refuse(ClientError("no_redis", detail))

    def handlers(self) -> dict[str, Callable[[JSON], Awaitable[None]]]:
        """What clients may say."""
        return {
            "judge:join_session": self.join_session,
            "judge:leave_session": self.leave_session,
            "judge:join_overview": self.join_overview,
            "judge:get_status": self.get_status,
            "scenario:subscribe": self.subscribe_scenario,
        }

    async def join_session(self, message: JSON) -> None:
        """Join a session; with ``since`` what was missed comes first, else its status."""
        session_id, since = _number(message, "session_id"), _since(message)
        await self.check_visible(session_id)
        self.keep_joined(session_id)
        subscription = await self.join(Stream.of_session(session_id), Scope.FULL)
        await self.send_stamped({"type": "judge:joined"}, subscription)
        if since is None:
            await self.send_state(subscription)
        else:
            await self.catch_up(subscription, since=since)

    async def leave_session(self, message: JSON) -> None:
        """Be sent nothing more of a session."""
        await self.leave(Stream.of_session(_number(message, "session_id")))

    async def join_overview(self, message: JSON) -> None:
        """Be sent status, progress and end of the newest sessions that the user may see."""
        self.overview = self.overview or set()
        await self.send_json({"type": "judge:joined", "overview": True, "timestamp": _now()})
        await self.look_for_sessions(self.overview)

    async def get_status(self, message: JSON) -> None:
        """The status of one session, or of all that were joined."""
        if message.get("session_id") is None:
            for subscription in list(self.subscriptions.values()):
                if subscription.stream.kind == "session":
                    await self.send_state(subscription)
            return
        session_id = _number(message, "session_id")
        await self.check_visible(session_id)
        stream = Stream.of_session(session_id)
        seq = await publish.newest_seq(self.redis, stream)
        await self.send_state(self.subscriptions.get(stream) or Subscription(stream, Scope.FULL, seq))

    async def subscribe_scenario(self, message: JSON) -> None:
        """Be sent a scenario's events, and status, progress and end of its sessions.

        The answer says how far the scenario is; with ``since`` what was missed follows.
        """
        scenario_id, since = _number(message, "scenario_id"), _since(message)
        sessions = await database_sync_to_async(reads.scenario_sessions)(self.user, scenario_id)
        if sessions is None:
            raise ClientError("not_found", _("There is no such scenario, or it is not yours."))
        subscription = await self.join(Stream.of_scenario(scenario_id), Scope.FULL)
        await self.send_state(subscription)
        if since is not None:
            await self.catch_up(subscription, since=since)
        for session_id in sessions:
            self.keep_joined(session_id)
            stream = Stream.of_session(session_id)
            await self.send_state(self.subscriptions.get(stream) or await self.join(stream, Scope.OVERVIEW))

    async def live_events(self, message: JSON) -> None:
        """Events of a stream, from the channel layer."""
        events = message["events"]
        subscription = self.subscriptions.get(Stream.of_event(events[0])) if events else None
        if subscription is None:
            return
        try:
            fresh = subscription.take(events)
            if not fresh and events[-1]["seq"] < subscription.seq:
                await self.catch_up(subscription)
        except Gap:
            await self.catch_up(subscription)
            return
        for event in fresh:
            await self.send_json(event)

    async def catch_up(self, subscription: Subscription, *, since: int | None = None) -> None:
        """Send what was missed; where that is gone, or numbering began anew, the state as it is now."""
        if since is not None:
            subscription.seq = since
        missed = await publish.events_since(self.redis, subscription.stream, subscription.seq)
        if missed is None:
            subscription.seq = await publish.newest_seq(self.redis, subscription.stream)
            await self.send_state(subscription)
            return
        for event in subscription.take(missed):
            await self.send_json(event)

    async def keep(self) -> None:
        """Renew what dies with Redis, fill gaps at the end of a stream, and find new sessions."""
        while True:
            await asyncio.sleep(RENEW_EVERY_S)
            with suppress(RedisError, OSError):
                for subscription in list(self.subscriptions.values()):
                    await self.channel_layer.group_add(subscription.stream.group, self.channel_name)
                    if subscription.scope is Scope.FULL:
                        await publish.mark_watched(self.redis, subscription.stream)
                    await self.catch_up(subscription)
                if self.overview is not None:
                    await self.look_for_sessions(self.overview)

    async def look_for_sessions(self, followed: set[int]) -> None:
        """Join the sessions of the overview that are not joined yet, each with its status.

        ``followed`` are those joined for the overview alone; what is no longer among the newest is left.
        """
        newest = await database_sync_to_async(reads.overview_sessions)(self.user)
        for session_id in newest:
            stream = Stream.of_session(session_id)
            if stream not in self.subscriptions:
                followed.add(session_id)
                await self.send_state(await self.join(stream, Scope.OVERVIEW))
        for session_id in followed.difference(newest):
            followed.discard(session_id)
            await self.leave(Stream.of_session(session_id))

    async def join(self, stream: Stream, scope: Scope) -> Subscription:
        """Join the group first: what comes while the number is read is skipped, not lost."""
        await self.channel_layer.group_add(stream.group, self.channel_name)
        seq = await publish.newest_seq(self.redis, stream)
        subscription = self.subscriptions[stream] = Subscription(stream, scope, seq)
        if scope is Scope.FULL:
            await publish.mark_watched(self.redis, stream)
        return subscription

    def keep_joined(self, session_id: int) -> None:
        """The session was asked for by itself: it stays joined where the overview moves on."""
        if self.overview:
            self.overview.discard(session_id)

    async def leave(self, stream: Stream) -> None:
        """Leave a stream's group, where it was joined."""
        if self.subscriptions.pop(stream, None) is not None:
            await self.channel_layer.group_discard(stream.group, self.channel_name)

    async def send_state(self, subscription: Subscription) -> None:
        """How far a session or scenario is, from the database; its number is that of the last event."""
        state = await database_sync_to_async(reads.state_of)(subscription.stream)
        if state is not None:
            await self.send_stamped(state, subscription)

    async def send_stamped(self, body: JSON, subscription: Subscription) -> None:
        """Send something that is no event of the stream: it carries the last event's number."""
        told = {**body, **subscription.stream.address, "seq": subscription.seq, "timestamp": _now()}
        await self.send_json(told)

    async def check_visible(self, session_id: int) -> None:
        """Raise ``ClientError`` where the session is not the user's to see."""
        if not await database_sync_to_async(reads.may_see)(self.user, session_id):
            raise ClientError("not_found", _("There is no such session, or it is not yours."))

    async def refuse(self, error: ClientError) -> None:
        """Tell the client what is wrong."""
        await self.send_json({"type": "error", "code": error.code, "detail": error.detail})


def _number(message: JSON, name: str) -> int:
    value = message.get(name)
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise ClientError("bad_message", _("%s must be a whole number.") % name)
    return value


def _since(message: JSON) -> int | None:
    return _number(message, "since") if message.get("since") is not None else None


def _now() -> str:
    return timezone.now().isoformat()
