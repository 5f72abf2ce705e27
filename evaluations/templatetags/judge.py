"""Tags of the judge pages."""

import json
from typing import Any

from django import template
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from markdown_it import MarkdownIt

from evaluations.models import Model

register = template.Library()

_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")


@register.filter
def as_json(value: Any) -> str:
    """A value as JSON for a ``data-`` attribute; the template escapes it."""
    return json.dumps(value, ensure_ascii=False)


@register.filter
def pretty_json(value: Any) -> str:
    """A value as indented JSON, for people to read."""
    return json.dumps(value, ensure_ascii=False, indent=2)


@register.filter
def markdown(text: str) -> SafeString:
    """Markdown as HTML; HTML in the text stays text, and addresses of scripts are no links."""
    tokens = _MARKDOWN.parse(text)
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            # The page has its own first and second heading.
            token.tag = f"h{min(int(token.tag[1]) + 2, 6)}"
    return SafeString(_MARKDOWN.renderer.render(tokens, _MARKDOWN.options, {}))


@register.filter
def model_name(model: Model) -> str:
    """A model's name; the built-in judges have theirs in the reader's language."""
    return gettext(str(model))
