"""``manage.py export_threads --pillar N``: write a pillar's threads to a file that LLARS reads again."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from pillars.export import FileForm, export
from pillars.models import Pillar, Thread


class Command(BaseCommand):
    """Export threads; it goes on record, without a user."""

    help = "Write the threads of a pillar to FILE, or to the standard output."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the arguments."""
        parser.add_argument("file", type=Path, metavar="FILE", nargs="?", help="where to; default: print")
        parser.add_argument("--pillar", type=int, required=True, metavar="N", help="number of the pillar")
        parser.add_argument("--form", choices=[*FileForm], help="default: as the file's name ends, else json")
        parser.add_argument("--archived", action="store_true", help="archived threads too")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the file.

        Raises:
            CommandError: there is no such pillar, or the file cannot be written.
        """
        pillar = Pillar.objects.filter(pk=options["pillar"]).first()
        if pillar is None:
            raise CommandError(_("There is no pillar %s.") % options["pillar"])
        threads = Thread.objects.in_pillar(pillar.pk)
        pieces = export(
            pillar, threads if options["archived"] else threads.active(), _form(options), actor=None
        )
        if options["file"] is None:
            for piece in pieces:
                self.stdout.write(piece, ending="")
            return
        try:
            with options["file"].open("w", encoding="utf-8", newline="") as file:
                file.writelines(pieces)
        except OSError as error:
            raise CommandError(str(error)) from None


def _form(options: dict[str, Any]) -> FileForm:
    if options["form"]:
        return FileForm(options["form"])
    suffix = options["file"].suffix.lstrip(".") if options["file"] else ""
    return FileForm(suffix) if suffix in [*FileForm] else FileForm.JSON
