"""Make prompts: new ones, copies, and an old version as the newest again."""

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from prompts.errors import PromptInvalid
from prompts.models import PromptTemplate, PromptVersion
from prompts.services import save_version
from prompts.variables import rules_for

LONGEST_NAME = 120
LONGEST_NOTE = 300


def new_template(name: str, task_type: str, language: str) -> PromptTemplate:
    """A template without a version yet.

    Raises:
        PromptInvalid: the name is empty, too long or taken, or the language or task type unknown.
    """
    name = name.strip()
    errors: dict[str, list[str]] = {}
    if not 0 < len(name) <= LONGEST_NAME:
        errors["name"] = [_("A name has 1 to %d characters.") % LONGEST_NAME]
    if language not in PromptTemplate.Language.values:
        errors["language"] = [_("Possible are: %s.") % ", ".join(PromptTemplate.Language.values)]
    try:
        rules_for(task_type)
    except PromptInvalid as error:
        errors |= error.errors
    if errors:
        raise PromptInvalid(errors=errors)
    made, is_new = PromptTemplate.objects.get_or_create(name=name, task_type=task_type, language=language)
    if not is_new:
        raise PromptInvalid(errors={"name": [_("There is a prompt of this name already.")]})
    return made


@transaction.atomic
def clone(
    template: PromptTemplate, *, name: str, author: User, language: str | None = None
) -> PromptTemplate:
    """A new template that begins with the latest texts of this one, in the same language unless told.

    Raises:
        PromptInvalid: the name is empty, too long or taken, or the language unknown.
    """
    latest = template.latest_version()
    copy = new_template(name, template.task_type, language or template.language)
    note = _("Copy of %(template)s, version %(number)d") % {
        "template": template.name,
        "number": latest.number,
    }
    texts = {"system_text": latest.system_text, "user_text": latest.user_text}
    save_version(copy, **texts, author=author, note=note[:LONGEST_NOTE])
    return copy


def restore(version: PromptVersion, *, author: User) -> PromptVersion:
    """Make the texts of an old version the newest ones, as a new version.

    Raises:
        PromptInvalid: its variables are no longer known.
    """
    note = _("Version %d again") % version.number
    texts = {"system_text": version.system_text, "user_text": version.user_text}
    return save_version(version.template, **texts, author=author, note=note)
