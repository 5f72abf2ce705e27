"""How many calls each job may have under way, so that all jobs of a model keep to its limit together.

Each live job notes on its row for how many places it stands. A job asks again twice a second: it may
have its even share, as far as the others have left room. One that began alone gives places up as its
calls end, and never takes back what another one holds.
"""

from datetime import datetime

from django.db import transaction

from evaluations.judging.leases import lease
from evaluations.models import DrainJob, JudgeSession, Model


def share_of(limit: int, jobs: int, rank: int) -> int:
    """How many of ``limit`` calls at once the job of this rank may make; 0 beyond the limit."""
    share, left = divmod(limit, jobs)
    return share + (rank < left)


@transaction.atomic
def take(session_id: int, slot: int, token: str, *, in_flight: int, now: datetime) -> int:
    """How many calls the job may have under way from now on, itself holding ``in_flight`` at the moment.

    The model's row is locked meanwhile, so that two jobs don't take the same places. Another job that is
    dead by its sign of life holds none; this one lives, since it asks. A job whose row has moved on may
    have none.
    """
    model_id = JudgeSession.objects.values_list("model_id", flat=True).get(pk=session_id)
    limit = Model.objects.select_for_update().get(pk=model_id).max_in_flight
    alive = DrainJob.objects.running(now - lease()).filter(session__model=model_id)
    mine = DrainJob.objects.filter(
        session=session_id, slot=slot, token=token, status=DrainJob.Status.RUNNING
    ).first()
    if mine is None:
        return 0
    others = list(alive.exclude(pk=mine.pk))
    rank = sum(job.pk < mine.pk for job in others)
    held_by_others = sum(job.places for job in others)
    allowed = max(0, min(share_of(limit, len(others) + 1, rank), limit - held_by_others))
    held = max(allowed, in_flight)
    if held != mine.places:
        DrainJob.objects.filter(pk=mine.pk, token=token).update(places=held)
    return allowed
