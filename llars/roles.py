"""Who may do what: the groups that set-up makes, and their permissions.

Rights on single objects (whose scenario, whose provider) are the matter of each model's ``visible_to``.
"""

from collections.abc import Iterable

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser, Group, Permission, User
from django.db.models import Q

ADMINISTRATORS, RESEARCHERS, EVALUATORS = "administrators", "researchers", "evaluators"

_OWN_APPS = ("llars", "pillars", "prompts", "evaluations")
_ALL = ("view", "add", "change", "delete")
_RESEARCHERS_MAY: dict[str, dict[str, tuple[str, ...]]] = {
    "pillars": {
        "pillar": ("view", "add", "change"),
        "thread": ("view", "add", "change"),
        "message": ("view",),
        "feature": ("view",),
        "pillarassignment": ("view", "add", "delete"),
        "importrun": ("view",),
    },
    "prompts": {
        "prompttemplate": ("view", "add", "change"),
        "promptversion": ("view", "add"),
    },
    "evaluations": {
        "scenario": _ALL,
        "member": _ALL,
        "invitation": ("view",),
        "assignment": _ALL,
        "draft": ("view",),
        "item": _ALL,
        "itemfeature": ("view",),
        "judgesession": _ALL,
        "judgetask": ("view",),
        "evaluation": ("view", "add"),
        "attempt": ("view",),
        "provider": _ALL,
        "model": _ALL,
    },
}


def is_administrator(user: User | AbstractBaseUser | AnonymousUser) -> bool:
    """Whether the user may change what belongs to the system and not to a person."""
    if not isinstance(user, User):
        return False
    return user.is_superuser or user.groups.filter(name=ADMINISTRATORS).exists()


def make_roles() -> list[Group]:
    """Make the groups, and give each the permissions it lacks; what an administrator added stays."""
    rights = {
        ADMINISTRATORS: _administrators_rights(),
        RESEARCHERS: _researchers_rights(),
        EVALUATORS: Permission.objects.none(),
    }
    groups = []
    for name, permissions in rights.items():
        group, _created = Group.objects.get_or_create(name=name)
        group.permissions.add(*permissions)
        groups.append(group)
    return groups


def _administrators_rights() -> Iterable[Permission]:
    accounts = Q(content_type__app_label="auth", content_type__model__in=["user", "group"])
    return Permission.objects.filter(Q(content_type__app_label__in=_OWN_APPS) | accounts)


def _researchers_rights() -> Iterable[Permission]:
    wanted = Q(pk__in=[])
    for app, of_models in _RESEARCHERS_MAY.items():
        for model, actions in of_models.items():
            codenames = [f"{action}_{model}" for action in actions]
            wanted |= Q(content_type__app_label=app, codename__in=codenames)
    return Permission.objects.filter(wanted)
