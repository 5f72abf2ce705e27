"""``manage.py bootstrap``: set up what every installation needs."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from llars.bootstrap import bootstrap


class Command(BaseCommand):
    """Set up; a second run changes nothing that people changed."""

    help = "Make pillars, roles, default prompts, the providers and the administrator, where missing."

    def handle(self, *args: Any, **options: Any) -> None:
        """Run, and print the administrator's password if one was made up."""
        report = bootstrap()
        self.stdout.write(_("LLARS is set up."))
        if report.generated_password:
            # Not translated: `make run` looks for this line.
            self.stdout.write(f"{report.admin_name} password: {report.generated_password}")
        elif report.admin_created:
            self.stdout.write(
                _("Login: %(name)s, with the password from LLARS_ADMIN_PASSWORD")
                % {"name": report.admin_name}
            )
