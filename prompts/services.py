"""The writes of prompts: new versions, the default of a task type, archiving."""

import hashlib

from django.contrib.auth.models import AbstractBaseUser, User
from django.db import transaction
from django.utils import timezone

from prompts.errors import DefaultNotArchivable, TemplateArchived
from prompts.models import PromptTemplate, PromptVersion
from prompts.variables import check_texts, rules_for


def content_hash(system_text: str, user_text: str) -> str:
    """SHA-256, as 64 hex digits, of both texts; a zero byte keeps the border between them."""
    return hashlib.sha256(f"{system_text}\0{user_text}".encode()).hexdigest()


def check_prompt(task_type: str, system_text: str, user_text: str) -> None:
    """See that the texts can be a prompt for this task type.

    Raises:
        PromptInvalid: a variable is unknown or missing, a brace is broken, or the task type is unknown.
    """
    rules = rules_for(task_type)
    check_texts(system_text, user_text, allowed=rules.allowed, required=rules.required)


@transaction.atomic
def save_version(
    template: PromptTemplate,
    *,
    system_text: str,
    user_text: str,
    author: User | AbstractBaseUser | None,
    note: str = "",
) -> PromptVersion:
    """Save the texts as the template's next version; texts equal to the latest make no new one.

    Raises:
        PromptInvalid: a variable is unknown or missing, a brace is broken, or the task type is unknown.
    """
    check_prompt(template.task_type, system_text, user_text)
    PromptTemplate.objects.select_for_update().get(pk=template.pk)
    latest = template.versions.order_by("-number").first()
    digest = content_hash(system_text, user_text)
    if latest is not None and latest.content_hash == digest:
        return latest
    return PromptVersion.objects.create(
        template=template,
        number=latest.number + 1 if latest else 1,
        system_text=system_text,
        user_text=user_text,
        note=note,
        author=author if isinstance(author, User) else None,
        content_hash=digest,
    )


@transaction.atomic
def set_default(template: PromptTemplate) -> None:
    """Make the template the only default of its task type and language.

    Raises:
        TemplateArchived: it was archived.
    """
    same_kind = PromptTemplate.objects.filter(task_type=template.task_type, language=template.language)
    by_pk = {one.pk: one for one in same_kind.select_for_update().order_by("pk")}
    if by_pk[template.pk].archived_at is not None:
        raise TemplateArchived()
    same_kind.exclude(pk=template.pk).filter(is_default=True).update(is_default=False)
    template.is_default = True
    template.save(update_fields=["is_default"])


@transaction.atomic
def unarchive(template: PromptTemplate) -> None:
    """Take an archived template into use again."""
    PromptTemplate.objects.filter(pk=template.pk).update(archived_at=None)
    template.archived_at = None


@transaction.atomic
def archive(template: PromptTemplate) -> None:
    """Take the template out of use; its versions stay. Archiving twice changes nothing.

    Raises:
        DefaultNotArchivable: it is the default.
    """
    locked = PromptTemplate.objects.select_for_update().get(pk=template.pk)
    if locked.is_default:
        raise DefaultNotArchivable()
    if locked.archived_at is None:
        locked.archived_at = timezone.now()
        locked.save(update_fields=["archived_at"])
    template.archived_at = locked.archived_at
