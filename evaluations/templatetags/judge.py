"""Tags of the judge pages."""

import json
from typing import Any

from django import template
from django.utils.translation import gettext

from evaluations.models import Model

register = template.Library()


@register.filter
def as_json(value: Any) -> str:
    """A value as JSON for a ``data-`` attribute; the template escapes it."""
    return json.dumps(value, ensure_ascii=False)


@register.filter
def model_name(model: Model) -> str:
    """A model's name; the built-in judges have theirs in the reader's language."""
    return gettext(str(model))
