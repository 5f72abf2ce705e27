"""The people of a scenario: added by name, by group or by invitation."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.models import Group, User
from django.db import transaction
from django.utils.translation import gettext as _

from evaluations.judging.scenario_status import settle
from evaluations.models import Member, Scenario
from evaluations.scenarios.distributing import distribute
from evaluations.scenarios.errors import ScenarioInvalid, ScenarioLocked


@dataclass(frozen=True, slots=True)
class MemberSpec:
    """A person by user name, or everybody of a group, with the role they are to have."""

    username: str = ""
    group: str = ""
    role: str = Member.Role.EVALUATOR


@transaction.atomic
def add_members(scenario: Scenario, specs: Sequence[MemberSpec]) -> list[Member]:
    """Add people, all or none, and give evaluators their items; who is there already keeps their role.

    Raises:
        ScenarioInvalid: an account, a group or a role does not exist; by place in ``specs``.
        ScenarioLocked: the scenario is over.
    """
    if scenario.is_over:
        raise ScenarioLocked(_("This scenario is over; nobody can be added."))
    wanted = _find(specs)
    there = {member.user_id: member for member in scenario.members.filter(user__isnull=False)}
    added = [
        Member.objects.create(
            scenario=scenario, user=user, name=_free_name(scenario, user.get_username()), role=role
        )
        for user, role in wanted.items()
        if user.pk not in there
    ]
    if added and scenario.status != Scenario.Status.DRAFT:
        distribute(scenario)
        settle(scenario.pk)
    return added


@transaction.atomic
def change_role(member: Member, *, role: str) -> None:
    """Give a member another role; an evaluator who becomes one gets items.

    Raises:
        ScenarioInvalid: there is no such role.
        ScenarioLocked: it is the scenario's owner, who stays one.
    """
    if role not in Member.Role.values:
        raise ScenarioInvalid(errors={"role": [_("%s is no role.") % role]})
    if member.user_id == member.scenario.owner_id and role != Member.Role.OWNER:
        raise ScenarioLocked(_("Who made the scenario stays its owner."))
    member.role = role
    member.save(update_fields=["role"])
    if role == Member.Role.EVALUATOR and member.scenario.status != Scenario.Status.DRAFT:
        distribute(member.scenario)


@transaction.atomic
def remove_member(member: Member) -> None:
    """Take a person out who has answered nothing yet; their items go to others.

    Raises:
        ScenarioLocked: they have answered, or own the scenario.
    """
    if member.user_id == member.scenario.owner_id:
        raise ScenarioLocked(_("Who made the scenario stays its owner."))
    if member.evaluations.exists():
        raise ScenarioLocked(
            _("%(name)s has given answers, which stay; make them a viewer instead.") % {"name": member.name}
        )
    scenario = member.scenario
    member.delete()
    if scenario.status != Scenario.Status.DRAFT:
        distribute(scenario)


def _find(specs: Sequence[MemberSpec]) -> dict[User, str]:
    users = User.objects.in_bulk([one.username for one in specs if one.username], field_name="username")
    groups = {group.name: group for group in Group.objects.filter(name__in=[s.group for s in specs])}
    errors: dict[str, list[str]] = {}
    found: dict[User, str] = {}
    for index, spec in enumerate(specs):
        if spec.role not in Member.Role.values:
            known = ", ".join(Member.Role.values)
            errors[f"evaluators.{index}"] = [
                _("%(role)s is none of %(known)s.") % {"role": spec.role, "known": known}
            ]
        elif spec.group and spec.group in groups:
            for user in groups[spec.group].user_set.filter(is_active=True).order_by("username"):
                found.setdefault(user, spec.role)
        elif spec.username in users:
            found.setdefault(users[spec.username], spec.role)
        else:
            name = spec.group or spec.username
            errors[f"evaluators.{index}"] = [_("There is no account or group “%s”.") % name]
    if errors:
        raise ScenarioInvalid(errors=errors)
    return found


def _free_name(scenario: Scenario, name: str) -> str:
    """The name, with a number where somebody without an account has it already."""
    taken = set(scenario.members.filter(name__startswith=name).values_list("name", flat=True))
    number, free = 2, name
    while free in taken:
        free, number = f"{name} ({number})", number + 1
    return free
