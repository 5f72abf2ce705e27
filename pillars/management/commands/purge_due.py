"""``manage.py purge_due``: remove the texts of every pillar whose day has come, as the watch does hourly."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from pillars.retention import remove_due


class Command(BaseCommand):
    """Purge all pillars that are due; one that cannot be now does not stop the others."""

    help = "Remove the texts of all pillars whose deletion date has come."

    def handle(self, *args: Any, **options: Any) -> None:
        """Purge them.

        Raises:
            CommandError: some could not be purged now.
        """
        waiting = []
        for removal in remove_due(timezone.now()):
            number = removal.pillar.pk
            if removal.report is None:
                waiting.append(f"pillar {number}: {removal.refusal}")
            else:
                self.stdout.write(f"Pillar {number}: texts of {removal.report.threads} threads removed.")
        if waiting:
            raise CommandError("\n".join(waiting))
