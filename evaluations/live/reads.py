"""What the consumers read of the database."""

from typing import Any

from django.contrib.auth.models import User
from django.db.models import Avg

from evaluations.answering.work import work_in
from evaluations.judging.counts import counts_of
from evaluations.judging.lifecycle import status_event
from evaluations.live.streams import Stream
from evaluations.models import Evaluation, JudgeSession, Scenario

OVERVIEW_MOST = 100
"""Sessions that one connection follows in its overview, and of one scenario."""


def may_see(user: User, session_id: int) -> bool:
    """Whether the user may see the session."""
    return JudgeSession.objects.visible_to(user).filter(pk=session_id).exists()


def state_of(stream: Stream) -> dict[str, Any] | None:
    """How far a session or a scenario is; ``None`` where it was deleted."""
    if stream.kind == "session":
        session = JudgeSession.objects.filter(pk=stream.pk).first()
        return status_event(session, counts_of(stream.pk)).fields() if session is not None else None
    scenario = Scenario.objects.filter(pk=stream.pk).first()
    return _scenario_state(scenario) if scenario is not None else None


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


def _scenario_state(scenario: Scenario) -> dict[str, Any]:
    """``done`` of the ``total`` items given to people need nothing more; ``models`` as in their progress."""
    done, total = work_in(scenario.pk)
    return {
        "type": "scenario:subscribed",
        "status": scenario.status,
        "done": done,
        "total": total,
        "models": _models(scenario),
    }


def _models(scenario: Scenario) -> list[dict[str, Any]]:
    answers = Evaluation.objects.filter(task__session__scenario=scenario).order_by()
    times = dict(answers.values_list("task__session").annotate(mean=Avg("processing_time_ms")))
    rows = scenario.sessions.with_counts().order_by("pk")[:OVERVIEW_MOST]
    numbers = ("completed_comparisons", "failed_comparisons", "total_comparisons")
    return [
        {
            "model_id": model,
            "session_id": session,
            "status": status,
            "completed": completed,
            "failed": failed,
            "total": total,
            "avg_time_ms": round(times[session]) if times.get(session) is not None else None,
        }
        for model, session, status, completed, failed, total in rows.values_list(
            "model_id", "pk", "status", *numbers
        )
    ]
