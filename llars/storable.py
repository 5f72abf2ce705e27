"""What of free JSON values a database keeps: bounded depth, whole characters, finite numbers."""

import math
from typing import Any

from django.utils.translation import gettext as _

# MariaDB reads JSON down to 32 levels; the values lie one below the top.
DEEPEST = 30


def fault_in(value: Any) -> str:
    """Why a JSON value cannot be stored, as a translated text; empty where it can be."""
    level = [value]
    for _level in range(DEEPEST + 1):
        following: list[Any] = []
        for one in level:
            if isinstance(one, dict):
                following += [*one.keys(), *one.values()]
            elif isinstance(one, list):
                following += one
            elif isinstance(one, str) and _is_broken(one):
                return _("The text has broken characters (half a surrogate pair).")
            elif isinstance(one, float) and not math.isfinite(one):
                return _("The number is too large to be kept.")
        if not following:
            return ""
        level = following
    return _("The value is nested more than %d levels deep.") % DEEPEST


def _is_broken(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return False
