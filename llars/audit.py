"""Write the record of who read, exported, changed or deleted what."""

from collections.abc import Iterable

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser, User
from django.db import models

from llars.models import AuditEntry

Who = User | AbstractBaseUser | AnonymousUser | None


def record(user: Who, action: str, target: models.Model) -> AuditEntry:
    """Put on record that ``user`` did ``action`` (one of ``AuditEntry.Action``) to ``target``."""
    entry = _entry(user, action, target)
    entry.save()
    return entry


def record_all(user: Who, action: str, targets: Iterable[models.Model]) -> None:
    """The same for many targets at once."""
    AuditEntry.objects.bulk_create((_entry(user, action, one) for one in targets), batch_size=500)


def forget_names(model: type[models.Model], ids: Iterable[int]) -> None:
    """Empty the names of these targets: a name may be part of a text that is to go."""
    entries = AuditEntry.objects.filter(target_type=model._meta.model_name or "")
    entries.filter(target_id__in=[str(pk) for pk in ids]).update(target_name="")


def _entry(user: Who, action: str, target: models.Model) -> AuditEntry:
    return AuditEntry(
        user=user if isinstance(user, User) else None,
        action=action,
        target_type=target._meta.model_name or "",
        target_id=str(target.pk),
        target_name=str(target)[:200],
    )
