"""Sessions in the states that pages have to show."""

from django.contrib.auth.models import User
from django.utils import timezone

from evaluations.models import JudgeSession, Model
from tests.evaluations.reports import casting
from tests.sessions import make_session


def ended_session(actor: User, model: Model) -> JudgeSession:
    """A completed one with a failure among its comparisons."""
    session = make_session(actor, model, samples_per_pillar=4, session_name="Beendete Sitzung")
    first, *others = casting.tasks_of(session)
    casting.fail(first)
    for task in others:
        casting.answer(task, casting.longer(task))
    session.status = JudgeSession.Status.COMPLETED
    session.save(update_fields=["status"])
    return session


def running_session(actor: User, model: Model) -> JudgeSession:
    """One with comparisons under way and none alive to judge them."""
    session = make_session(actor, model, samples_per_pillar=2, session_name="Laufende Sitzung")
    session.tasks.filter(queue_position__lt=3).update(status="running", started_at=timezone.now())
    session.status = JudgeSession.Status.RUNNING
    session.save(update_fields=["status"])
    return session


def paused_session(actor: User, model: Model) -> JudgeSession:
    """One that waits for a person."""
    session = make_session(actor, model, samples_per_pillar=1, session_name="Pausierte Sitzung")
    session.status = JudgeSession.Status.PAUSED
    session.status_reason = "unauthorised"
    session.status_detail = "Incorrect API key provided: sk-wrong-key-that-is-long-and-has-no-break"
    session.save(update_fields=["status", "status_reason", "status_detail"])
    return session
