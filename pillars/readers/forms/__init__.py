"""The forms of thread files: every module beside this file that has a ``FORM``."""

import importlib
import pkgutil
from functools import cache
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from llars.errors import InvalidInput

if TYPE_CHECKING:
    from pillars.readers.forms.base import Form


def form_choices() -> list[tuple[str, str]]:
    """The key and the translated title of each form, the most particular first."""
    return [(form.name, str(form.title)) for form in forms()]


def form_of(key: str) -> "Form":
    """The form with this key.

    Raises:
        InvalidInput: there is none.
    """
    found = next((form for form in forms() if form.name == key), None)
    if found is None:
        known = ", ".join(form.name for form in forms())
        message = _("There is no form “%(key)s”. Known are: %(known)s.") % {"key": key, "known": known}
        raise InvalidInput(message, errors={"form": [message]})
    return found


@cache
def forms() -> "list[Form]":
    """All forms, the most particular first."""
    found: list[Form] = []
    for module in pkgutil.iter_modules(__path__):
        form = getattr(importlib.import_module(f"{__name__}.{module.name}"), "FORM", None)
        if form is not None:
            found.append(form)
    return sorted(found, key=lambda form: form.order)
