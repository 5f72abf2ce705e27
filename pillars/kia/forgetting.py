"""What syncs say of files, and how it goes when the texts of their threads are removed."""

from collections.abc import Sequence
from datetime import datetime

from pillars.kia.models import SourceFile, SyncRun
from pillars.models import PillarAssignment


def forget(thread_ids: Sequence[int], now: datetime) -> None:
    """Empty the problems that were told of files of these threads' pillars: they name senders and values.

    What became of each file stays.
    """
    numbers = PillarAssignment.objects.filter(thread__in=thread_ids).order_by().values("pillar")
    SourceFile.objects.filter(pillar__in=numbers).update(problem="")
    for run in SyncRun.objects.filter(repository__files__pillar__in=numbers).distinct():
        run.report = [line | {"problems": []} for line in run.report]
        run.save(update_fields=["report"])
