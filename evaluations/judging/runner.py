"""Drain a session: keep as many calls in flight as the model allows, and write what comes back.

One asyncio loop per job. The database is spoken to from one thread of its own, in batches, so
that the loop is never held up and SQLite's single writer is not crowded.
"""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from django.utils import timezone

from evaluations.judging import lifecycle, queue
from evaluations.judging.database_thread import DatabaseThread
from evaluations.judging.judgement import Judge, Judged
from evaluations.judging.leases import renewal_interval_s
from evaluations.judging.queue import Collector, Outcome
from evaluations.judging.real_data import refusal_of_tasks
from evaluations.judging.session_state import SessionState, is_active, load_state
from evaluations.judging.telling import Teller
from evaluations.llm.failures import NEEDS_A_PERSON, FailureCode
from evaluations.llm.gate import GateShut
from evaluations.models import JudgeTask
from evaluations.task_types.base import ItemTexts

logger = logging.getLogger(__name__)

FLUSH_EVERY_S = 0.05
LOOK_EVERY_S = 0.5
RATE_LIMITED_IN_A_ROW = 3


@dataclass(frozen=True, slots=True)
class Drain:
    """One job's claim on a session: the lease token is the job's own.

    ``places`` takes the calls in flight and gives how many there may be from now on; without it, as
    many as the model allows. ``beat`` takes them too, and is false once the job is to end.
    """

    session_id: int
    token: str
    worker_name: str
    places: Callable[[int], int] | None = None
    beat: Callable[[int], bool] = field(default=lambda in_flight: True)


class Runner:
    """Runs until nothing can be claimed and nothing is in flight, or the session is no longer active."""

    def __init__(self, drain: Drain, *, on_done: Callable[[int], None] | None = None) -> None:
        self._drain = drain
        self._on_done = on_done
        self._collector = Collector()
        self._tasks: set[asyncio.Task[None]] = set()
        self._going = True
        self._stop_code: FailureCode | None = None
        self._stop_detail = ""
        self._rate_limited = 0
        self._wake = asyncio.Event()
        self._in_database = DatabaseThread()

    async def run(self) -> None:
        """Drain the session."""
        state = await self._in_database(load_state, self._drain.session_id)
        if state is None:
            await self._in_database.close()
            return
        teller = Teller(state)
        judge = Judge(state, teller=teller, limit=state.model.max_in_flight)
        await self._share(judge)
        keeper = asyncio.create_task(self._keep_leases(judge))
        try:
            await self._work(state, judge, teller)
        finally:
            keeper.cancel()
            await asyncio.gather(keeper, *self._tasks, return_exceptions=True)
            await judge.close()
            await teller.close()
            await self._in_database.close()

    def stop(self) -> None:
        """Begin no more calls, give back what has not begun, and end with the last call in flight."""
        self._going = False

    async def _work(self, state: SessionState, judge: Judge, teller: Teller) -> None:
        looked = 0.0
        loop = asyncio.get_running_loop()
        exhausted = False
        while True:
            if loop.time() - looked >= LOOK_EVERY_S:
                looked = loop.time()
                self._going = self._going and await self._in_database(is_active, state.session_id)
                if not self._going:
                    judge.begin_no_more()
                await self._share(judge)
                await teller.look()
                exhausted = False
            if self._going and not exhausted and self._room(judge) > 0:
                exhausted = not await self._claim(judge)
            if not self._tasks and (exhausted or not self._going):
                break
            await self._wait()
            await self._flush(state, judge, teller)
        await self._flush(state, judge, teller)
        await self._leave(state, judge, teller)

    async def _share(self, judge: Judge) -> None:
        """See how many calls may be under way, since other jobs of the model come and go."""
        if self._drain.places is not None:
            judge.resize(await self._in_database(self._drain.places, judge.in_flight))

    def _room(self, judge: Judge) -> int:
        """How many more tasks to claim: as many ahead as there are places, so that none stands idle.

        Short calls are over before the database has written the last answers and handed out the next tasks.
        """
        return 2 * judge.limit + judge.waiting - len(self._tasks)

    async def _claim(self, judge: Judge) -> bool:
        claim = partial(
            queue.claim,
            self._drain.session_id,
            token=self._drain.token,
            worker_name=self._drain.worker_name,
            limit=self._room(judge),
            now=timezone.now(),
        )
        tasks = await self._in_database(claim)
        refusal = partial(refusal_of_tasks, self._drain.session_id, tasks)
        if tasks and (detail := await self._in_database(refusal)):
            self._stop(FailureCode.NOT_FOR_REAL_DATA, detail)
            for task in tasks:
                self._collector.outcome(Outcome(task.pk))
            return False
        texts = await self._in_database(judge.load_texts, tasks) if tasks else {}
        for task in tasks:
            job = asyncio.create_task(self._judge(judge, task, texts[task.item_id]))
            self._tasks.add(job)
            job.add_done_callback(self._tasks.discard)
        return bool(tasks)

    async def _judge(self, judge: Judge, task: JudgeTask, texts: ItemTexts) -> None:
        try:
            judged = await judge.judge(task, texts, self._collector)
        except GateShut:
            self._collector.outcome(Outcome(task.pk))
            self._wake.set()
            return
        except Exception as error:  # the one place where a crash must not take the other calls along
            logger.exception("Task %s crashed", task.pk)
            judged = Judged(failure=FailureCode.CRASHED, detail=type(error).__name__)
        self._collector.outcome(self._outcome(task, judged))
        self._wake.set()

    def _outcome(self, task: JudgeTask, judged: Judged) -> Outcome:
        if judged.evaluation is not None:
            self._rate_limited = 0
            return Outcome(task.pk, evaluation=judged.evaluation)
        code = judged.failure or FailureCode.CRASHED
        if code in NEEDS_A_PERSON:
            self._stop(code, judged.detail)
            return Outcome(task.pk)
        if code is FailureCode.RATE_LIMITED:
            self._rate_limited += 1
            if self._rate_limited >= RATE_LIMITED_IN_A_ROW:
                self._stop(code, judged.detail)
                return Outcome(task.pk)
        return Outcome(task.pk, failure=code, detail=judged.detail)

    def _stop(self, code: FailureCode, detail: str) -> None:
        self._going = False
        if self._stop_code is None:
            self._stop_code, self._stop_detail = code, detail

    async def _wait(self) -> None:
        """Until something came back; then a moment more, so that answers are written together."""
        try:
            async with asyncio.timeout(LOOK_EVERY_S):
                await self._wake.wait()
        except TimeoutError:
            return
        await asyncio.sleep(FLUSH_EVERY_S)
        self._wake.clear()

    async def _flush(self, state: SessionState, judge: Judge, teller: Teller) -> None:
        batch = self._collector.take()
        if batch:
            stored = partial(
                queue.store, batch, token=self._drain.token, now=timezone.now(), kind=state.task_type
            )
            held = await self._in_database(stored)
            teller.stored(batch, held)
            if self._on_done is not None:
                self._on_done(sum(1 for o in batch.outcomes if o.evaluation or o.failure))
        mode = judge.newly_found_mode()
        if mode:
            await self._in_database(judge.remember_mode, mode)
        await teller.send(self._in_database)

    async def _leave(self, state: SessionState, judge: Judge, teller: Teller) -> None:
        if self._stop_code is not None:
            stop = partial(
                lifecycle.pause_for, state.session_id, reason=str(self._stop_code), detail=self._stop_detail
            )
            await self._in_database(stop)
        await teller.send(self._in_database, progress=True)
        await self._in_database(partial(lifecycle.finish_if_done, state.session_id, now=timezone.now()))

    async def _keep_leases(self, judge: Judge) -> None:
        while True:
            await asyncio.sleep(renewal_interval_s())
            await self._in_database(partial(queue.renew, self._drain.token, now=timezone.now()))
            if not await self._in_database(partial(self._drain.beat, judge.in_flight)):
                self._going = False
