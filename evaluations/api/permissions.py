"""Who may call what: people who judge, and among them those who keep pillars."""

from typing import cast

from django.contrib.auth.models import User
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request
from rest_framework.views import APIView


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
