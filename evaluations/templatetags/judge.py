"""Tags of the judge pages."""

import json
from typing import Any

from django import template
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from markdown_it import MarkdownIt

from evaluations.models import Model

register = template.Library()


@register.filter
def as_json(value: Any) -> str:
    """A value as JSON for a ``data-`` attribute; the template escapes it."""
    return json.dumps(value, ensure_ascii=False)


@register.filter
def markdown(text: str) -> SafeString:
    """Markdown as HTML; HTML in the text stays text, and addresses of scripts are no links."""
    html = str(MarkdownIt("commonmark", {"html": False}).enable("table").render(text))
    return SafeString(html)


@register.filter
def model_name(model: Model) -> str:
    """A model's name; the built-in judges have theirs in the reader's language."""
    return gettext(str(model))
