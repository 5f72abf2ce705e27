"""Collect the static files that LLARS serves, without what its libraries bring for pages it has not."""

from django.core.management import call_command

UNUSED = ("redoc", "rest_framework")


def collect_static() -> None:
    """Fill ``STATIC_ROOT``; files that are there already are left alone."""
    call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=list(UNUSED))
