"""A prompt as one file: written out with all its versions, and read in again."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from llars.storable import fault_in
from prompts.errors import PromptInvalid
from prompts.making import LONGEST_NAME, LONGEST_NOTE
from prompts.models import PromptTemplate
from prompts.services import content_hash, save_version
from prompts.variables import check_texts, rules_for

FORMAT = "llars-prompt-v1"
MOST_VERSIONS = 1000
_TEXTS = ("system_text", "user_text")


@dataclass(frozen=True, slots=True)
class Imported:
    """What came of a file: the template, whether it is new, and how many versions it got."""

    template: PromptTemplate
    is_new: bool
    versions: int


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
def import_prompt(text: str, *, author: User) -> Imported:
    """Make the template of a file, or give the one of the same name the versions that it lacks.

    Texts that the template already has in some version make no new one.

    Raises:
        PromptInvalid: the text is no such file, or something in it cannot be used; ``errors`` has
            every fault by its place in the file.
    """
    body = _read(text)
    template, is_new = PromptTemplate.objects.get_or_create(
        name=body["name"].strip(), task_type=body["task_type"], language=body["language"]
    )
    known = set() if is_new else set(template.versions.values_list("content_hash", flat=True))
    lacking = [
        entry
        for entry in body["versions"]
        if content_hash(entry["system_text"], entry["user_text"]) not in known
    ]
    for entry in lacking:
        texts = {name: entry[name] for name in _TEXTS}
        save_version(template, **texts, author=author, note=entry.get("note", ""))
    return Imported(template, is_new, len(lacking))


def _read(text: str) -> dict[str, Any]:
    try:
        body: Any = json.loads(text)
    except (ValueError, RecursionError):
        raise _invalid({"file": [_("The file is no JSON.")]}) from None
    if not isinstance(body, dict) or body.get("format") != FORMAT:
        message = _("The file is no prompt written out by this program (%s).") % FORMAT
        raise _invalid({"file": [message]})
    if fault := fault_in(body):
        raise _invalid({"file": [fault]})
    errors = _faults_of_head(body)
    versions = body.get("versions")
    if not isinstance(versions, list) or not 0 < len(versions) <= MOST_VERSIONS:
        errors["versions"] = [_("A file has 1 to %d versions.") % MOST_VERSIONS]
    else:
        for index, entry in enumerate(versions):
            for field, messages in _faults_of_version(entry, body.get("task_type")).items():
                errors[f"versions.{index}.{field}" if field else f"versions.{index}"] = messages
    if errors:
        raise _invalid(errors)
    return body


def _faults_of_head(body: Mapping[str, Any]) -> dict[str, list[str]]:
    errors: dict[str, list[str]] = {}
    name = body.get("name")
    if not isinstance(name, str) or not 0 < len(name.strip()) <= LONGEST_NAME:
        errors["name"] = [_("A name has 1 to %d characters.") % LONGEST_NAME]
    if body.get("language") not in PromptTemplate.Language.values:
        errors["language"] = [_("Possible are: %s.") % ", ".join(PromptTemplate.Language.values)]
    try:
        rules_for(str(body.get("task_type")))
    except PromptInvalid as error:
        errors |= error.errors
    return errors


def _faults_of_version(entry: Any, task_type: Any) -> dict[str, list[str]]:
    if not isinstance(entry, dict) or not all(isinstance(entry.get(name), str) for name in _TEXTS):
        return {"": [_("A version in the file lacks its texts.")]}
    errors: dict[str, list[str]] = {}
    note = entry.get("note", "")
    if not isinstance(note, str) or len(note) > LONGEST_NOTE:
        errors["note"] = [_("A reason has at most %d characters.") % LONGEST_NOTE]
    stated = entry.get("content_hash")
    if stated is not None and stated != content_hash(entry["system_text"], entry["user_text"]):
        errors["content_hash"] = [
            _("The texts do not fit their hash. If you changed them on purpose, leave content_hash out.")
        ]
    try:
        rules = rules_for(str(task_type))
        texts = (entry["system_text"], entry["user_text"])
        check_texts(*texts, allowed=rules.allowed, required=rules.required)
    except PromptInvalid as error:
        errors |= {field: found for field, found in error.errors.items() if field != "task_type"}
    return errors


def _invalid(errors: dict[str, list[str]]) -> PromptInvalid:
    return PromptInvalid(_("The file cannot be read in."), errors=errors)
