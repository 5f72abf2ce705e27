"""Write the record of who read, exported or deleted what."""

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser, User
from django.db import models

from llars.models import AuditEntry


def record(
    user: User | AbstractBaseUser | AnonymousUser | None, action: str, target: models.Model
) -> AuditEntry:
    """Put on record that ``user`` did ``action`` (one of ``AuditEntry.Action``) to ``target``."""
    return AuditEntry.objects.create(
        user=user if isinstance(user, User) else None,
        action=action,
        target_type=target._meta.model_name or "",
        target_id=str(target.pk),
        target_name=str(target)[:200],
    )
