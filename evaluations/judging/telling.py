"""What a runner tells the watchers: starts, pieces of answers, ends and progress.

Pieces are gathered and sent about every 100 ms, and only while somebody watches; starts, ends and
progress are always sent, so that who joins late can be told. What the watchers of the scenario are
told goes out with the runner's next look.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from evaluations.judging.counts import counts_of
from evaluations.judging.queue import Batch, Outcome
from evaluations.judging.scenario_news import ScenarioNews
from evaluations.judging.session_state import SessionState
from evaluations.live import events
from evaluations.live.publish import open_redis, publish_async, watched
from evaluations.live.streams import Stream
from evaluations.models import JudgeTask

PROGRESS_EVERY_S = 0.5
STREAM_EVERY_S = 0.1
InDatabase = Callable[..., Awaitable[Any]]


class Teller:
    """Gathers the events of a session, and its scenario's, and sends them in order."""

    def __init__(self, state: SessionState) -> None:
        self._session_id = state.session_id
        self._session = Stream.of_session(state.session_id)
        self._scenario = Stream.of_scenario(state.scenario_id)
        self._news = ScenarioNews(state.model.pk)
        self._redis = open_redis()
        self._tasks: dict[int, JudgeTask] = {}
        self._events: list[events.Event] = []
        self._pieces: dict[int, list[str]] = {}
        self._offsets: dict[int, int] = {}
        self._watched = False
        self._progress_at = 0.0
        self._changed = False
        self._sending = asyncio.Lock()
        self._streamer = asyncio.create_task(self._send_pieces())

    async def close(self) -> None:
        """Send what is left and close the connection."""
        self._streamer.cancel()
        await asyncio.gather(self._streamer, return_exceptions=True)
        await self._send()
        await self._send_news()
        await self._redis.aclose()

    async def look(self) -> None:
        """See whether anybody watches, and send what there is to tell of the scenario."""
        self._watched, self._news.is_watched = await watched(self._redis, self._session, self._scenario)
        await self._send_news()

    def took(self, task: JudgeTask) -> None:
        """A task was taken up; its call may still have to wait for its place."""
        self._tasks[task.pk] = task

    def began(self, task: JudgeTask) -> None:
        """A call begins."""
        self._offsets[task.pk] = 0
        self._news.began(task)
        self._events.append(
            events.ComparisonStart(comparison_id=task.pk, position=task.position, repetition=task.repetition)
        )

    def piece(self, task_id: int, text: str) -> None:
        """A piece of an answer arrived."""
        if self._watched:
            self._pieces.setdefault(task_id, []).append(text)
        else:
            self._offsets[task_id] = self._offsets.get(task_id, 0) + len(text)

    def stored(self, batch: Batch, held: set[int]) -> None:
        """Outcomes were written; tell of those that counted."""
        for outcome in batch.outcomes:
            self._offsets.pop(outcome.task_id, None)
            self._pieces.pop(outcome.task_id, None)
            task = self._tasks.pop(outcome.task_id, None)
            if outcome.task_id in held and (outcome.evaluation or outcome.failure):
                self._events.append(_ended(outcome))
                self._changed = True
                if task is not None:
                    self._news.ended(task, outcome)

    async def send(self, in_database: InDatabase, *, progress: bool = False) -> None:
        """Send what has gathered; progress at most twice a second, or now if asked."""
        due = self._changed and time.monotonic() - self._progress_at >= PROGRESS_EVERY_S
        if progress or due:
            self._changed, self._progress_at = False, time.monotonic()
            counts = await in_database(partial(counts_of, self._session_id))
            self._events.append(
                events.Progress(completed=counts.completed, failed=counts.failed, total=counts.total)
            )
            self._news.progress(counts)
        await self._send()

    async def _send(self) -> None:
        async with self._sending:
            ready, self._events = self._events, []
            await publish_async(self._redis, self._session, ready)

    async def _send_news(self) -> None:
        await publish_async(self._redis, self._scenario, self._news.take())

    async def _send_pieces(self) -> None:
        while True:
            await asyncio.sleep(STREAM_EVERY_S)
            if self._pieces:
                self._gather_pieces()
                await self._send()

    def _gather_pieces(self) -> None:
        pieces, self._pieces = self._pieces, {}
        for task_id, parts in pieces.items():
            text, offset = "".join(parts), self._offsets.get(task_id, 0)
            self._events.append(events.LLMStream(comparison_id=task_id, chunk=text, offset=offset))
            self._offsets[task_id] = offset + len(text)


def _ended(outcome: Outcome) -> events.ComparisonComplete:
    if outcome.evaluation is None:
        return events.ComparisonComplete(
            comparison_id=outcome.task_id,
            status=JudgeTask.Status.FAILED,
            failure_code=str(outcome.failure or ""),
        )
    return events.ComparisonComplete(
        comparison_id=outcome.task_id,
        status=JudgeTask.Status.COMPLETED,
        winner=outcome.evaluation.verdict,
        confidence=outcome.evaluation.confidence,
    )
