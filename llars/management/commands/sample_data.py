"""``manage.py sample_data``: load the sample threads and judge the sample session."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from evaluations.judging.counts import counts_of
from llars.errors import DomainError
from llars.sample_data import load_sample


class Command(BaseCommand):
    """Load the sample; a second run adds nothing."""

    help = "Load the invented sample threads, and judge 30 comparisons of them with the baseline judge."

    def handle(self, *args: Any, **options: Any) -> None:
        """Run, and say what is there.

        Raises:
            CommandError: set-up has not been run.
        """
        try:
            report = load_sample()
        except DomainError as error:
            raise CommandError(str(error)) from None
        for number, imported in report.imports.items():
            self.stdout.write(
                _("Pillar %(number)d: imported %(imported)d, there already %(skipped)d")
                % {"number": number, "imported": imported.imported, "skipped": imported.skipped}
            )
        counts = counts_of(report.session.pk)
        self.stdout.write(
            _("Session “%(name)s”: %(completed)d of %(total)d judged")
            % {"name": report.session.name, "completed": counts.completed, "total": counts.total}
        )
