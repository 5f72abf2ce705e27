"""A prompt as one file: written out with all its versions, and read in again."""

import json
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from prompts.errors import PromptInvalid
from prompts.models import PromptTemplate, PromptVersion
from prompts.services import save_version

FORMAT = "llars-prompt-v1"


def export_prompt(template: PromptTemplate) -> str:
    """The template as JSON, versions from the first to the last."""
    body = {
        "format": FORMAT,
        "name": template.name,
        "task_type": template.task_type,
        "language": template.language,
        "versions": [
            {
                "number": version.number,
                "system_text": version.system_text,
                "user_text": version.user_text,
                "note": version.note,
                "content_hash": version.content_hash,
                "created_at": version.created_at.isoformat(),
            }
            for version in template.versions.order_by("number")
        ],
    }
    return json.dumps(body, ensure_ascii=False, indent=2) + "\n"


@transaction.atomic
def import_prompt(text: str, *, author: User) -> PromptTemplate:
    """Make the template of a file, or give the one of the same name the versions that it lacks.

    Raises:
        PromptInvalid: the text is no such file, or one of its versions cannot be used.
    """
    body = _read(text)
    template, _made = PromptTemplate.objects.get_or_create(
        name=body["name"][:120], task_type=body["task_type"], language=body["language"]
    )
    known = set(template.versions.values_list("content_hash", flat=True))
    for entry in body["versions"]:
        if entry.get("content_hash") in known:
            continue
        save_version(
            template,
            system_text=entry["system_text"],
            user_text=entry["user_text"],
            author=author,
            note=str(entry.get("note", ""))[:300],
        )
    return template


def clone(template: PromptTemplate, *, name: str, author: User) -> PromptTemplate:
    """A new template that begins with the latest texts of this one.

    Raises:
        PromptInvalid: the name is empty or taken.
    """
    latest = template.latest_version()
    copy = new_template(name, template.task_type, template.language)
    note = _("Copy of %(template)s, version %(number)d") % {
        "template": template.name,
        "number": latest.number,
    }
    save_version(
        copy, system_text=latest.system_text, user_text=latest.user_text, author=author, note=note[:300]
    )
    return copy


def new_template(name: str, task_type: str, language: str) -> PromptTemplate:
    """A template without a version yet.

    Raises:
        PromptInvalid: the name is empty or taken, or the language unknown.
    """
    name = name.strip()
    if not name or len(name) > 120:
        raise _invalid("name", _("A name has 1 to 120 characters."))
    if language not in PromptTemplate.Language.values:
        raise _invalid("language", _("Possible are: %s.") % ", ".join(PromptTemplate.Language.values))
    if PromptTemplate.objects.filter(name=name, task_type=task_type, language=language).exists():
        raise _invalid("name", _("There is a prompt of this name already."))
    return PromptTemplate.objects.create(name=name, task_type=task_type, language=language)


def restore(version: PromptVersion, *, author: User) -> PromptVersion:
    """Make the texts of an old version the newest ones, as a new version.

    Raises:
        PromptInvalid: its variables are no longer known.
    """
    note = _("Version %d again") % version.number
    texts = {"system_text": version.system_text, "user_text": version.user_text}
    return save_version(version.template, **texts, author=author, note=note)


def _read(text: str) -> dict[str, Any]:
    try:
        body: Any = json.loads(text)
    except ValueError:
        raise _invalid("file", _("The file is no JSON.")) from None
    fields = {"name": str, "task_type": str, "language": str, "versions": list}
    is_prompt = isinstance(body, dict) and body.get("format") == FORMAT
    if not is_prompt or not all(isinstance(body.get(name), kind) for name, kind in fields.items()):
        raise _invalid("file", _("The file is no prompt written out by this program (%s).") % FORMAT)
    texts = ("system_text", "user_text")
    for entry in body["versions"]:
        if not isinstance(entry, dict) or not all(isinstance(entry.get(name), str) for name in texts):
            raise _invalid("file", _("A version in the file lacks its texts."))
    if body["language"] not in PromptTemplate.Language.values or not body["name"].strip():
        raise _invalid("file", _("The file names no language or no name that can be used."))
    return dict(body)


def _invalid(field: str, message: str) -> PromptInvalid:
    return PromptInvalid(message, errors={field: [message]})
