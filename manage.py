#!/usr/bin/env python
"""Django's command line, with LLARS' settings."""

import os
import sys


def main() -> int:
    """Run the command named on the command line; a wrong setting gives one line and exit code 2."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "llars.settings")
    from django.conf import settings
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    try:
        settings.INSTALLED_APPS  # noqa: B018  (reads the settings, which checks the environment)
    except ImproperlyConfigured as error:
        sys.stderr.write(f"{error}\n")
        return 2
    execute_from_command_line(sys.argv)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
