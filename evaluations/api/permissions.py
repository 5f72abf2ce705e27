"""Who may call what: people who judge; and among them, who may change a session."""

from typing import cast

from django.contrib.auth.models import User
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request
from rest_framework.views import APIView

from evaluations.judging.sessions import get_session_for
from evaluations.models import JudgeSession, Scenario
from llars.errors import NotAllowed


def user_of(request: Request) -> User:
    """The person who calls; views behind a login alone may ask."""
    return cast("User", request.user)


class MayJudge(BasePermission):
    """People who may make judge sessions: researchers and administrators."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        """Whether the caller's roles bring the right."""
        return user_of(request).has_perm("evaluations.add_judgesession")


class MayKeepPillars(MayJudge):
    """The same people; who adds a pillar or assigns threads needs that right besides."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        """Whether the caller's roles bring the rights."""
        changing = request.method not in SAFE_METHODS
        needed = [f"pillars.{name}" for name in ("add_pillar", "add_pillarassignment") if changing]
        return super().has_permission(request, view) and user_of(request).has_perms(needed)


def session_to_change(user: User, pk: int) -> JudgeSession:
    """A session that the user may not only see but change: its scenario's owners, and superusers.

    Raises:
        Http404: there is none, or it is not theirs to see.
        NotAllowed: they may only look at it.
    """
    session = get_session_for(user, pk)
    if not Scenario.objects.owned_by(user).filter(pk=session.scenario_id).exists():
        raise NotAllowed()
    return session
