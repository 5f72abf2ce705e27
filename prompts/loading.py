"""Load the default prompts from ``prompts/defaults``.

A file is named ``<task type>.<language>.md``. Its first line is ``# name``; the system part and
the user part follow under lines of their own, ``## system`` and ``## user``.
"""

import re
from dataclasses import dataclass
from pathlib import Path

from django.db import transaction

from prompts.models import PromptTemplate, PromptVersion
from prompts.services import check_prompt, content_hash

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

    @property
    def key(self) -> tuple[str, str, str]:
        """What its template is known by; see ``PromptTemplate.key``."""
        return (self.task_type, self.language, self.name)


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
    has a default in the language keeps it. The same at the same time elsewhere does no harm.

    Raises:
        DefaultUnreadable: a file does not have its form.
        PromptInvalid: a file's texts cannot be a prompt.
    """
    prompts = {prompt.key: prompt for prompt in map(read_default, sorted(DEFAULTS.glob("*.md")))}
    known = {template.key for template in PromptTemplate.objects.all()}
    PromptTemplate.objects.bulk_create(
        [
            PromptTemplate(name=prompt.name, task_type=prompt.task_type, language=prompt.language)
            for key, prompt in prompts.items()
            if key not in known
        ],
        ignore_conflicts=True,
    )
    empty = PromptTemplate.objects.filter(versions__isnull=True).order_by("pk")
    made = [template for template in empty if template.key in prompts]
    PromptVersion.objects.bulk_create(
        [_first_version(template, prompts[template.key]) for template in made], ignore_conflicts=True
    )
    _make_defaults(made)
    return made


def _first_version(template: PromptTemplate, prompt: DefaultPrompt) -> PromptVersion:
    check_prompt(prompt.task_type, prompt.system_text, prompt.user_text)
    return PromptVersion(
        template=template,
        number=1,
        system_text=prompt.system_text,
        user_text=prompt.user_text,
        content_hash=content_hash(prompt.system_text, prompt.user_text),
    )


def _make_defaults(made: list[PromptTemplate]) -> None:
    """Of the templates, make those the default whose task type has none in their language."""
    with_default = set(
        PromptTemplate.objects.filter(is_default=True).order_by().values_list("task_type", "language")
    )
    for template in made:
        kind = (template.task_type, template.language)
        template.is_default = kind not in with_default
        with_default.add(kind)
    PromptTemplate.objects.filter(pk__in=[one.pk for one in made if one.is_default]).update(is_default=True)
