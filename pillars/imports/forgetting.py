"""What imports keep of the texts they brought in, and how it goes when these texts are removed."""

from collections.abc import Sequence
from datetime import datetime

from pillars.imports import storage
from pillars.models import ImportRun

_WITHOUT_TEXTS = ("format", "encoding", "changed", "imported", "skipped", "failed")


def forget(thread_ids: Sequence[int], now: datetime) -> None:
    """Empty what imports of these threads quote: findings, values in the report, files; their counts stay.

    An import that brought one of the threads is emptied as a whole, since its report does not tell whose a
    text is. Files that lie ready for one of the threads' pillars are dropped.
    """
    for run in ImportRun.objects.filter(brought__thread__in=thread_ids).distinct():
        run.report = {name: run.report[name] for name in _WITHOUT_TEXTS if name in run.report}
        run.findings = {}
        run.save(update_fields=["report", "findings"])
        storage.remove(run)
    waiting = ImportRun.objects.filter(status__in=ImportRun.OPEN)
    for run in waiting.filter(pillar__assignments__thread__in=thread_ids).distinct():
        storage.remove(run)
        run.delete()
