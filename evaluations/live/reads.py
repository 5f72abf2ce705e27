"""What the consumers read of the database."""

from typing import Any

from django.contrib.auth.models import User

from evaluations.judging.counts import counts_of
from evaluations.judging.lifecycle import status_event
from evaluations.models import JudgeSession, Scenario

OVERVIEW_MOST = 100
"""Sessions that one connection follows in its overview, and of one scenario."""


def may_see(user: User, session_id: int) -> bool:
    """Whether the user may see the session."""
    return JudgeSession.objects.visible_to(user).filter(pk=session_id).exists()


def session_status(session_id: int) -> dict[str, Any] | None:
    """The session's status as an event; ``None`` where it was deleted."""
    session = JudgeSession.objects.filter(pk=session_id).first()
    if session is None:
        return None
    return {**status_event(session, counts_of(session_id)).fields(), "session_id": session_id}


def overview_sessions(user: User) -> list[int]:
    """The newest sessions that the user may see."""
    visible = JudgeSession.objects.visible_to(user).order_by("-created_at", "-id")
    return list(visible.values_list("pk", flat=True)[:OVERVIEW_MOST])


def scenario_sessions(user: User, scenario_id: int) -> list[int] | None:
    """A scenario's newest sessions; ``None`` where the user may not see its answers."""
    if not Scenario.objects.managed_by(user).filter(pk=scenario_id).exists():
        return None
    sessions = JudgeSession.objects.filter(scenario=scenario_id).order_by("-created_at", "-id")
    return list(sessions.values_list("pk", flat=True)[:OVERVIEW_MOST])
