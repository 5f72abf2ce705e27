"""Start a sync, do it as a job, and start those that are due."""

import logging
from datetime import datetime, timedelta
from uuid import uuid4

import django_rq
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from redis.exceptions import RedisError

from llars.errors import DomainError, WrongState
from pillars.imports.uploads import check_right
from pillars.kia.models import Repository, SyncRun
from pillars.kia.remote import Remote
from pillars.kia.syncing import sync

logger = logging.getLogger(__name__)

RUN = "pillars.kia.runs.run_job"
SILENT = timedelta(minutes=5)
"""How long a job may be silent, a slow server included, before another one takes over."""

_ENQUEUED = timedelta(seconds=30)


def start(
    repository: Repository, *, way: SyncRun.Way, actor: User | None, now: datetime, dry_run: bool = False
) -> SyncRun:
    """Have a repository synced by a job.

    Raises:
        NotAllowed: the actor may not bring threads in.
        WrongState: the repository is switched off, has no pattern, or is being synced.
    """
    if actor is not None:
        check_right(actor)
    if not repository.is_active:
        raise WrongState(_("This repository is switched off in the administration."))
    if not repository.patterns.exists():
        raise WrongState(
            _("No path pattern says which files belong to which pillar; add one in the administration.")
        )
    with transaction.atomic():
        Repository.objects.select_for_update().get(pk=repository.pk)
        if repository.runs.filter(status__in=SyncRun.UNDER_WAY).exists():
            raise WrongState(_("This repository is being synced already."))
        run = SyncRun.objects.create(
            repository=repository, way=way, started_by=actor, dry_run=dry_run, beat_at=now
        )
    _enqueue(run, now)
    return run


def run_job(run_pk: int, token: str) -> None:
    """The job; it does nothing where another one has taken over."""
    run = SyncRun.objects.select_related("repository", "started_by").filter(pk=run_pk, token=token).first()
    if run is not None and run.is_under_way:
        do(run)


def do(run: SyncRun) -> None:
    """Sync, and write down what came of it; a fault of the repository ends the run with its text."""
    mine = SyncRun.objects.filter(pk=run.pk, token=run.token)
    mine.update(status=SyncRun.Status.RUNNING, beat_at=timezone.now())
    try:
        remote = Remote(run.repository)
        outcome = sync(
            run.repository,
            remote,
            now=timezone.now(),
            actor=run.started_by,
            dry_run=run.dry_run,
            tell=lambda files: mine.update(beat_at=timezone.now()),
        )
        mine.update(
            status=SyncRun.Status.DONE,
            commit_id=outcome.commit_id,
            history_rewritten=outcome.history_rewritten,
            counts=outcome.counts(),
            report=[line.as_dict() for line in outcome.lines],
            ended_at=timezone.now(),
        )
    except DomainError as error:
        mine.update(status=SyncRun.Status.FAILED, error=str(error), ended_at=timezone.now())
    except Exception as error:
        text = _("The sync broke off (%s).") % type(error).__name__
        mine.update(status=SyncRun.Status.FAILED, error=text, ended_at=timezone.now())
        raise


def look_after_syncs(now: datetime) -> None:
    """Start the syncs that are due, and give those whose job was lost another one."""
    for run in SyncRun.objects.filter(status__in=SyncRun.UNDER_WAY):
        if _is_lost(run, now):
            _enqueue(run, now)
    for repository in Repository.objects.filter(is_active=True, every_minutes__gt=0):
        if _is_due(repository, now):
            try:
                start(repository, way=SyncRun.Way.SCHEDULE, actor=None, now=now)
            except WrongState as error:
                logger.info("%s is not synced: %s", repository, error)


def _is_due(repository: Repository, now: datetime) -> bool:
    last = repository.runs.filter(dry_run=False).first()
    return last is None or last.created_at + timedelta(minutes=repository.every_minutes) <= now


def _is_lost(run: SyncRun, now: datetime) -> bool:
    beat = run.beat_at or run.created_at
    if run.status == SyncRun.Status.RUNNING:
        return beat < now - SILENT
    try:
        waits = run.token in django_rq.get_queue("default").job_ids
    except (RedisError, OSError):
        return False
    return beat < now - _ENQUEUED and not waits


def _enqueue(run: SyncRun, now: datetime) -> None:
    run.token = uuid4().hex
    SyncRun.objects.filter(pk=run.pk).update(token=run.token, beat_at=now, status=SyncRun.Status.WAITING)
    try:
        django_rq.get_queue("default").enqueue(
            RUN, run.pk, run.token, job_id=run.token, job_timeout=-1, result_ttl=60, failure_ttl=3600
        )
    except (RedisError, OSError) as error:
        logger.warning("Sync %s waits for Redis: %s", run.pk, error)
