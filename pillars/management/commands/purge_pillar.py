"""``manage.py purge_pillar N``: remove the texts of a pillar for good."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone
from django.utils.translation import gettext as _

from llars.errors import WrongState
from pillars.models import Pillar
from pillars.retention import foretell, purge


class Command(BaseCommand):
    """Purge one pillar; without ``--yes`` it only says what would go."""

    help = "Remove the texts of a pillar and all that quotes them; figures stay. Cannot be undone."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the arguments."""
        parser.add_argument("pillar", type=int, metavar="N", help="number of the pillar")
        parser.add_argument("--yes", action="store_true", help="really remove; else only say what would go")

    def handle(self, *args: Any, **options: Any) -> None:
        """Purge, or say what would go.

        Raises:
            CommandError: there is no such pillar, or calls about its texts are under way.
        """
        pillar = Pillar.objects.filter(pk=options["pillar"]).first()
        if pillar is None:
            raise CommandError(_("There is no pillar %s.") % options["pillar"])
        try:
            report = purge(pillar, now=timezone.now(), actor=None) if options["yes"] else foretell(pillar)
        except WrongState as error:
            raise CommandError(str(error)) from None
        verb = "removed" if options["yes"] else "would be removed (--yes does it)"
        self.stdout.write(
            f"Pillar {pillar.pk}: {verb}: texts of {report.threads} threads, "
            f"{report.messages} messages, {report.features} features; "
            f"{report.elsewhere} of the threads are in other pillars too."
        )
