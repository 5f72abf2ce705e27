"""``manage.py kia_sync``: bring the files of the KIA repositories up to date, here and now."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone
from django.utils.translation import gettext as _

from llars.errors import DomainError
from pillars.kia.models import Repository, SyncRun
from pillars.kia.runs import do


class Command(BaseCommand):
    """Sync, and print what came of it."""

    help = "Bring in what is new in the KIA repositories; without a worker, in this process."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the arguments."""
        parser.add_argument(
            "--repository", type=int, metavar="ID", help="only this one; else all active ones"
        )
        parser.add_argument("--dry-run", action="store_true", help="write nothing, say what would be")

    def handle(self, *args: Any, **options: Any) -> None:
        """Sync one repository after the other.

        Raises:
            CommandError: there is none, or one of them could not be read.
        """
        found = Repository.objects.filter(is_active=True)
        if options["repository"] is not None:
            found = found.filter(pk=options["repository"])
        if not found:
            raise CommandError(_("There is no active repository; add one in the administration."))
        failed = False
        for repository in found:
            try:
                run = self._sync(repository, dry_run=options["dry_run"])
                failed = failed or run.status == SyncRun.Status.FAILED
            except DomainError as error:
                self.stderr.write(f"{repository}: {error}")
                failed = True
        if failed:
            raise CommandError(_("Not everything could be synced."))

    def _sync(self, repository: Repository, *, dry_run: bool) -> SyncRun:
        now = timezone.now()
        run = SyncRun.objects.create(
            repository=repository, way=SyncRun.Way.COMMAND, dry_run=dry_run, beat_at=now
        )
        do(run)
        run.refresh_from_db()
        if run.error:
            self.stderr.write(f"{repository}: {run.error}")
            return run
        sums = ", ".join(f"{name} {count}" for name, count in run.counts.items())
        self.stdout.write(f"{repository} · {run.commit_id[:10]} · {sums}")
        for line in run.report:
            self.stdout.write(f"- [{line['what']}] {line['path']} ({line['threads']})")
            for problem in line["problems"]:
                self.stdout.write(f"  {problem}")
        return run
