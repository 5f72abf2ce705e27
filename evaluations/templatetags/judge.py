"""Tags of the judge pages."""

import json
from typing import Any

from django import template

register = template.Library()


@register.filter
def as_json(value: Any) -> str:
    """A value as JSON for a ``data-`` attribute; the template escapes it."""
    return json.dumps(value, ensure_ascii=False)
