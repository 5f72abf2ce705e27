"""What the watchers of a scenario are told of one of its models; gathered here, sent by ``telling``."""

from collections import deque
from statistics import fmean

from evaluations.judging.counts import Counts
from evaluations.judging.queue import Outcome
from evaluations.live import events
from evaluations.models import JudgeTask

TIMES_KEPT = 100
"""The mean time is that of so many answers: of late, and without a look at all of them."""


class ScenarioNews:
    """Single items are told of only while somebody watches the scenario; progress always."""

    def __init__(self, model_id: int) -> None:
        self.is_watched = False
        self._model_id = model_id
        self._events: list[events.Event] = []
        self._progress: events.LLMProgress | None = None
        self._thread: int | None = None
        self._times: deque[int] = deque(maxlen=TIMES_KEPT)

    def began(self, task: JudgeTask) -> None:
        """A call begins."""
        self._thread = task.item.thread_a_id
        if self.is_watched:
            self._events.append(
                events.LLMStarted(
                    model_id=self._model_id,
                    item_id=task.item_id,
                    position=task.position,
                    repetition=task.repetition,
                )
            )

    def ended(self, task: JudgeTask, outcome: Outcome) -> None:
        """A task has ended: with an answer, or for good without one."""
        answer = outcome.evaluation
        if answer is not None and answer.processing_time_ms is not None:
            self._times.append(answer.processing_time_ms)
        if not self.is_watched:
            return
        self._events.append(
            events.LLMCompleted(
                model_id=self._model_id,
                item_id=task.item_id,
                position=task.position,
                repetition=task.repetition,
                status=JudgeTask.Status.FAILED if answer is None else JudgeTask.Status.COMPLETED,
                verdict=answer.verdict if answer is not None else None,
                confidence=answer.confidence if answer is not None else None,
                failure_code=str(outcome.failure or ""),
            )
        )

    def progress(self, counts: Counts) -> None:
        """How far the model is; what was not sent yet is outdated."""
        self._progress = events.LLMProgress(
            model_id=self._model_id,
            completed=counts.completed,
            failed=counts.failed,
            total=counts.total,
            current_thread=self._thread if counts.open else None,
            avg_time_ms=round(fmean(self._times)) if self._times else None,
        )

    def take(self) -> list[events.Event]:
        """What has gathered, progress last."""
        gathered, self._events = self._events, []
        progress, self._progress = self._progress, None
        return [*gathered, progress] if progress is not None else gathered
