"""``manage.py import_threads FILE --pillar N``: bring a file's threads into a pillar."""

import argparse
import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from llars.errors import InvalidInput
from pillars.importing import ImportReport, import_threads
from pillars.models import Pillar


def _json_object(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{error}") from None
    if not isinstance(found, dict):
        raise argparse.ArgumentTypeError(_("a JSON object is expected"))
    return found


class Command(BaseCommand):
    """Import threads, and print what came of it."""

    help = "Import the threads of FILE into a pillar; what is there already is not made twice."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the arguments."""
        parser.add_argument("file", type=Path, metavar="FILE")
        parser.add_argument("--pillar", type=int, required=True, metavar="N", help="number of the pillar")
        parser.add_argument("--dry-run", action="store_true", help="write nothing, say what would be")
        parser.add_argument(
            "--role-map",
            type=_json_object,
            metavar="JSON",
            help='who is who: {"Anna M.": "client", "System": "leave_out"}',
        )
        parser.add_argument(
            "--column-map", type=_json_object, metavar="JSON", help='columns: {"content": "Text"}'
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Run the import.

        Raises:
            CommandError: there is no such file or pillar, or no thread could be read.
        """
        number = options["pillar"]
        pillar = Pillar.objects.filter(pk=number).first()
        if pillar is None:
            raise CommandError(_("There is no pillar %d.") % number)
        try:
            report = import_threads(
                options["file"],
                pillar=pillar,
                dry_run=options["dry_run"],
                role_map=options["role_map"],
                column_map=options["column_map"],
            )
        except OSError as error:
            raise CommandError(f"{options['file']}: {error.strerror}") from None
        except InvalidInput as error:
            raise CommandError(str(error)) from None
        self._print(report, pillar, dry_run=options["dry_run"])

    def _print(self, report: ImportReport, pillar: Pillar, *, dry_run: bool) -> None:
        if report.nothing_read:
            hints = list(dict.fromkeys(one.hint for one in report.problems))
            raise CommandError(" ".join([_("No thread could be read."), *hints[:1]]))
        sums = {"imported": report.imported, "skipped": report.skipped, "failed": report.failed}
        what = (
            _("Would import: %(imported)d, there already: %(skipped)d, failed: %(failed)d")
            if dry_run
            else _("Imported: %(imported)d, there already: %(skipped)d, failed: %(failed)d")
        )
        self.stdout.write(f"{pillar} · {report.format} · {report.encoding}")
        self.stdout.write(what % sums)
        for one in report.problems:
            place = ": ".join(filter(None, [one.where, one.value]))
            self.stdout.write(f"- [{one.kind}] {place}\n  {one.hint}")
