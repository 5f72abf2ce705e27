"""Load the default prompts from ``prompts/defaults``.

A file is named ``<task type>.<language>.md``. Its first line is ``# name``; the system part and
the user part follow under lines of their own, ``## system`` and ``## user``.
"""

import re
from dataclasses import dataclass
from pathlib import Path

from django.db import transaction

from prompts.models import PromptTemplate
from prompts.services import save_version, set_default

DEFAULTS = Path(__file__).parent / "defaults"
_PARTS = re.compile(
    r"\A# (?P<name>[^\n]+)\n+## system\n+(?P<system>.*?)\n+## user\n+(?P<user>.*?)\s*\Z", re.DOTALL
)


class DefaultUnreadable(ValueError):
    """A default's file does not have the form that this module's docstring tells."""


@dataclass(frozen=True, slots=True)
class DefaultPrompt:
    """The content of one file of defaults."""

    name: str
    task_type: str
    language: str
    system_text: str
    user_text: str


def read_default(path: Path) -> DefaultPrompt:
    """Read one file.

    Raises:
        DefaultUnreadable: see there.
    """
    parts = _PARTS.match(path.read_text(encoding="utf-8"))
    names = path.name.split(".")
    if parts is None or len(names) != 3:
        raise DefaultUnreadable(path.name)
    return DefaultPrompt(parts["name"].strip(), names[0], names[1], parts["system"], parts["user"])


@transaction.atomic
def load_defaults() -> list[PromptTemplate]:
    """Make a template with version 1 of each file that has none yet; returns those that were made.

    What people changed stays: an existing template gets no new version, and a task type that
    has a default in the language keeps it.
    """
    return [made for path in sorted(DEFAULTS.glob("*.md")) if (made := _load(read_default(path)))]


def _load(prompt: DefaultPrompt) -> PromptTemplate | None:
    template, _created = PromptTemplate.objects.get_or_create(
        name=prompt.name, task_type=prompt.task_type, language=prompt.language
    )
    if template.versions.exists():
        return None
    save_version(template, system_text=prompt.system_text, user_text=prompt.user_text, author=None)
    others = PromptTemplate.objects.filter(
        task_type=prompt.task_type, language=prompt.language, is_default=True
    )
    if not others.exists():
        set_default(template)
    return template
