"""``manage.py purge_due``: remove the texts of every pillar whose day has come; to be run once a day."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from llars.errors import WrongState
from pillars.retention import due, purge


class Command(BaseCommand):
    """Purge all pillars that are due; one that cannot be now does not stop the others."""

    help = "Remove the texts of all pillars whose deletion date has come."

    def handle(self, *args: Any, **options: Any) -> None:
        """Purge them.

        Raises:
            CommandError: some could not be purged now.
        """
        waiting = []
        for pillar in due(timezone.localdate()):
            try:
                report = purge(pillar, now=timezone.now(), actor=None)
            except WrongState as error:
                waiting.append(f"pillar {pillar.pk}: {error}")
                continue
            self.stdout.write(f"Pillar {pillar.pk}: texts of {report.threads} threads removed.")
        if waiting:
            raise CommandError("\n".join(waiting))
