"""Invitation links: who has one and an account joins the scenario."""

import hashlib
import secrets
from datetime import datetime, timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F
from django.http import Http404
from django.utils.translation import gettext as _

from evaluations.models import Invitation, Member, Scenario
from evaluations.scenarios.errors import ScenarioLocked
from evaluations.scenarios.members import MemberSpec, add_members

VALID_FOR = timedelta(days=14)


def invite(
    scenario: Scenario, *, actor: User, now: datetime, role: str = Member.Role.EVALUATOR, note: str = ""
) -> tuple[Invitation, str]:
    """Make a link's token; it is told this once, and only its hash is kept."""
    token = secrets.token_urlsafe(24)
    invitation = Invitation.objects.create(
        scenario=scenario,
        token_hash=_hash(token),
        role=role,
        note=note,
        created_by=actor,
        expires_at=now + VALID_FOR,
    )
    return invitation, token


def revoke(invitation: Invitation, *, now: datetime) -> None:
    """Let nobody else join by it."""
    invitation.revoked_at = now
    invitation.save(update_fields=["revoked_at"])


@transaction.atomic
def join(token: str, *, user: User, now: datetime) -> Scenario:
    """Join the scenario that the token is for; harmless for who is in it already.

    Raises:
        Http404: no invitation has this token.
        ScenarioLocked: it has been revoked, used up, or is too old.
    """
    invitation = Invitation.objects.select_for_update().filter(token_hash=_hash(token)).first()
    if invitation is None:
        raise Http404
    scenario = invitation.scenario
    if scenario.members.filter(user=user).exists():
        return scenario
    over = invitation.revoked_at is not None or invitation.expires_at < now
    if over or invitation.uses >= invitation.most_uses:
        raise ScenarioLocked(_("This invitation is no longer valid; ask for a new one."))
    add_members(scenario, [MemberSpec(username=user.get_username(), role=invitation.role)])
    Invitation.objects.filter(pk=invitation.pk).update(uses=F("uses") + 1)
    return scenario


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
