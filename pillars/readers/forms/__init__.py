"""The forms of thread files: every module beside this file that has a ``FORM``."""

import importlib
import pkgutil
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pillars.readers.forms.base import Form


@cache
def forms() -> "list[Form]":
    """All forms, the most particular first."""
    found: list[Form] = []
    for module in pkgutil.iter_modules(__path__):
        form = getattr(importlib.import_module(f"{__name__}.{module.name}"), "FORM", None)
        if form is not None:
            found.append(form)
    return sorted(found, key=lambda form: form.order)
