"""How far a session is, counted from its queue each time; no counter can drift."""

from dataclasses import dataclass

from django.db.models import Count

from evaluations.models import JudgeTask


@dataclass(frozen=True, slots=True)
class Counts:
    """Tasks of a session by status."""

    pending: int
    running: int
    completed: int
    failed: int

    @property
    def total(self) -> int:
        """All tasks."""
        return self.pending + self.running + self.completed + self.failed

    @property
    def open(self) -> int:
        """Tasks without an answer or a final failure."""
        return self.pending + self.running


def counts_of(session_id: int) -> Counts:
    """The counts, in one query over the queue's index."""
    rows = JudgeTask.objects.filter(session=session_id).order_by().values_list("status")
    by_status = dict(rows.annotate(n=Count("pk")))
    return Counts(**{str(status): by_status.get(status, 0) for status in JudgeTask.Status.values})
