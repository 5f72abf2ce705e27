"""``manage.py create_api_token USERNAME``: make a token for the API."""

from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _
from knox.models import AuthToken


class Command(BaseCommand):
    """Make a token; it is kept as a hash and can be read only now."""

    help = "Make an API token for a user, and print it alone on the last line."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the arguments."""
        parser.add_argument("username", metavar="USERNAME")

    def handle(self, *args: Any, **options: Any) -> None:
        """Make and print the token.

        Raises:
            CommandError: there is no such user, or the account is not active.
        """
        user = User.objects.filter(username=options["username"]).first()
        if user is None:
            raise CommandError(_("There is no user “%s”.") % options["username"])
        if not user.is_active:
            raise CommandError(_("The account of “%s” is not active.") % options["username"])
        _row, token = AuthToken.objects.create(user=user)  # type: ignore[no-untyped-call]
        self.stdout.write(token)
