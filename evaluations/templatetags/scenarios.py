"""Filters of the scenarios' pages."""

from collections.abc import Mapping
from typing import Any

from django import template

from evaluations.pages import comparison_view

register = template.Library()


@register.filter
def entry(mapping: Mapping[Any, Any], key: Any) -> Any:
    """What a mapping has for a key; the key itself where it has nothing."""
    return mapping.get(key, key)


@register.filter
def failure_name(code: str) -> str:
    """A failure's name as users read it."""
    return comparison_view.failure_label(code)
