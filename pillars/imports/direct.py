"""Imports without steps: a program or a command gives the file and everything there is to know."""

from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from pillars.importing import ImportReport, Tellers, bring_in_file
from pillars.imports.how_read import HowRead
from pillars.models import ImportedThread, ImportRun, Pillar
from pillars.readers import ReadOptions
from pillars.readers.source import Source


def import_directly(
    source: Source,
    *,
    pillar: Pillar,
    options: ReadOptions,
    way: ImportRun.Way,
    actor: User | None,
    dry_run: bool = False,
) -> ImportReport:
    """Bring a file in at once, with a row that tells of it; a dry run writes nothing.

    Raises:
        InvalidInput: a map is wrong in itself or does not fit the file.
    """
    if dry_run:
        return bring_in_file(source, pillar=pillar, options=options, dry_run=True)
    how = HowRead(options.form, options.encoding, options.delimiter, options.role_map, options.column_map)
    begun = timezone.now()
    brought: list[tuple[int, bool]] = []
    with transaction.atomic():
        report = bring_in_file(source, pillar=pillar, options=options, tell=Tellers(brought=brought.extend))
        if report.nothing_read:
            return report
        run = _row_of(source, report, pillar=pillar, how=how, way=way, actor=actor, begun=begun)
        ImportedThread.objects.bulk_create(
            [ImportedThread(run=run, thread_id=pk, is_new=is_new) for pk, is_new in brought], batch_size=500
        )
    return report


def _row_of(
    source: Source,
    report: ImportReport,
    *,
    pillar: Pillar,
    how: HowRead,
    way: ImportRun.Way,
    actor: User | None,
    begun: datetime,
) -> ImportRun:
    return ImportRun.objects.create(
        pillar=pillar,
        started_by=actor,
        way=way,
        status=ImportRun.Status.DONE,
        file_name=source.name[-255:],
        sha256=source.sha256(),
        size=source.size(),
        reading=how.as_dict(),
        report=report.to_keep(),
        imported=report.imported,
        skipped=report.skipped,
        failed=report.failed,
        started_at=begun,
        ended_at=timezone.now(),
    )
