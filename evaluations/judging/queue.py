"""The queue's statements: claim, renew, store, give back. The row is the truth; a lease token fences it.

Every write names the token it was claimed with, so that a worker that lost its lease can no
longer end a task (see docs/decisions/leases.md).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.db import transaction

from evaluations.judging.leases import lease
from evaluations.llm.failures import FailureCode
from evaluations.models import Attempt, Evaluation, JudgeTask
from evaluations.task_types.base import TaskType


@dataclass(slots=True)
class Outcome:
    """What came of one task: an evaluation, a final failure, or neither (it goes back to the queue)."""

    task_id: int
    evaluation: Evaluation | None = None
    failure: FailureCode | None = None
    detail: str = ""


@dataclass(slots=True)
class Batch:
    """What a runner has to write: attempts, starts and outcomes since the last time."""

    attempts: list[Attempt] = field(default_factory=list)
    started: list[int] = field(default_factory=list)
    outcomes: list[Outcome] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.attempts or self.started or self.outcomes)


class Collector:
    """Gathers what is to be written until the runner takes it."""

    def __init__(self) -> None:
        self._batch = Batch()

    def started(self, task_id: int) -> None:
        """A task's first call begins."""
        self._batch.started.append(task_id)

    def attempt(self, attempt: Attempt) -> None:
        """A call was made."""
        self._batch.attempts.append(attempt)

    def outcome(self, outcome: Outcome) -> None:
        """A task has ended or goes back."""
        self._batch.outcomes.append(outcome)

    def take(self) -> Batch:
        """What has gathered; begins a new batch."""
        batch, self._batch = self._batch, Batch()
        return batch


def claim(session_id: int, *, token: str, worker_name: str, limit: int, now: datetime) -> list[JudgeTask]:
    """Take up to ``limit`` tasks; the update's condition decides who gets a task that two workers want."""
    wanted = JudgeTask.objects.filter(session=session_id).claimable(now).values_list("pk", flat=True)[:limit]
    ids = list(wanted)
    if not ids:
        return []
    JudgeTask.objects.filter(pk__in=ids, status=JudgeTask.Status.PENDING).update(
        status=JudgeTask.Status.RUNNING,
        lease_token=token,
        leased_until=now + lease(),
        worker_name=worker_name,
        started_at=None,
    )
    mine = JudgeTask.objects.filter(pk__in=ids, lease_token=token, status=JudgeTask.Status.RUNNING)
    return list(mine.select_related("item__pillar_a", "item__pillar_b").order_by("queue_position"))


def renew(token: str, *, now: datetime) -> int:
    """Prolong all leases held with this token; returns how many there are."""
    held = JudgeTask.objects.filter(lease_token=token, status=JudgeTask.Status.RUNNING)
    return held.update(leased_until=now + lease())


def store(batch: Batch, *, token: str, now: datetime, kind: TaskType | None = None) -> set[int]:
    """Write a batch in one transaction; returns the ids of the tasks that this token could end.

    Attempts are kept in any case: they were made and paid for. An outcome counts only for a task
    that is still held with ``token``. ``kind`` makes of the answers what else is to come of them.
    """
    answered = [outcome for outcome in batch.outcomes if outcome.evaluation is not None]
    with transaction.atomic():
        if kind is not None and answered:
            kind.lock()
        Attempt.objects.bulk_create(batch.attempts)
        if batch.started:
            JudgeTask.objects.filter(pk__in=batch.started, lease_token=token).update(started_at=now)
        held = _held([outcome.task_id for outcome in batch.outcomes], token)
        mine = [outcome for outcome in batch.outcomes if outcome.task_id in held]
        _complete([outcome for outcome in answered if outcome.task_id in held], now, kind)
        _fail([outcome for outcome in mine if outcome.failure is not None], now)
        _release([o.task_id for o in mine if not (o.evaluation or o.failure)])
    return held


def requeue_expired(now: datetime, *, session_id: int | None = None) -> int:
    """Give tasks whose lease ran out back to the queue, with an attempt that says so; returns how many."""
    expired = JudgeTask.objects.expired(now)
    if session_id is not None:
        expired = expired.filter(session=session_id)
    if not expired.exists():
        return 0
    with transaction.atomic():
        lost = list(expired.select_for_update())
        Attempt.objects.bulk_create(
            [
                Attempt(task=task, number=0, failure_code=FailureCode.INTERRUPTED, started_at=task.started_at)
                for task in lost
                if task.started_at is not None
            ]
        )
        _release([task.pk for task in lost])
    return len(lost)


def _held(ids: Sequence[int], token: str) -> set[int]:
    if not ids:
        return set()
    rows = JudgeTask.objects.select_for_update().filter(
        pk__in=ids, lease_token=token, status=JudgeTask.Status.RUNNING
    )
    return set(rows.values_list("pk", flat=True))


def _complete(outcomes: Sequence[Outcome], now: datetime, kind: TaskType | None) -> None:
    if outcomes:
        answers = [outcome.evaluation for outcome in outcomes if outcome.evaluation is not None]
        if kind is not None:
            kind.keep(answers)
        Evaluation.objects.bulk_create(answers)
        _end([outcome.task_id for outcome in outcomes], JudgeTask.Status.COMPLETED, now)


def _fail(outcomes: Sequence[Outcome], now: datetime) -> None:
    by_reason: dict[tuple[str, str], list[int]] = {}
    for outcome in outcomes:
        by_reason.setdefault((str(outcome.failure), outcome.detail), []).append(outcome.task_id)
    for (code, detail), ids in by_reason.items():
        _end(ids, JudgeTask.Status.FAILED, now, failure_code=code, failure_detail=detail)


def _end(ids: Iterable[int], status: str, now: datetime, **fields: str) -> None:
    JudgeTask.objects.filter(pk__in=list(ids)).update(
        status=status, lease_token="", leased_until=None, finished_at=now, not_before=None, **fields
    )


def _release(ids: Sequence[int]) -> None:
    if ids:
        JudgeTask.objects.filter(pk__in=ids).update(
            status=JudgeTask.Status.PENDING,
            lease_token="",
            leased_until=None,
            worker_name="",
            started_at=None,
        )
