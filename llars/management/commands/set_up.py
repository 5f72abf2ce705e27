"""``manage.py set_up``: all steps of the set-up in one process, each told on its own line."""

from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand

from llars.static_collection import collect_static


class Command(BaseCommand):
    """Set up or bring up to date; broken off, it can be run again."""

    help = "Migrate, collect static files, make what must be there, and load the sample data."

    def handle(self, *args: Any, **options: Any) -> None:
        """Run the steps in order."""
        self._tell("Setting up the database")
        call_command("migrate", verbosity=0)
        self._tell("Collecting static files")
        collect_static()
        self._tell("Making pillars, roles, prompts and the baseline judge")
        call_command("bootstrap", stdout=self.stdout)
        self._tell("Loading sample data and judging a sample session")
        call_command("sample_data", stdout=self.stdout)

    def _tell(self, step: str) -> None:
        self.stdout.write(f"{step} …")
        self.stdout.flush()
