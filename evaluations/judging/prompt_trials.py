"""Trial runs of prompts: what is asked for becomes rows, then a job; a lost job is made up for.

A trial has no more than ten calls. It goes the way of every judgement (``ask``, attempts kept),
but into rows of its own, so that nothing of it counts in a scenario.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import uuid4

import django_rq
from django.contrib.auth.models import User
from django.db import transaction
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from redis.exceptions import RedisError

from evaluations.judging import drain_jobs
from evaluations.judging.errors import PlanInvalid
from evaluations.judging.leases import lease
from evaluations.judging.prompt_material import Material, get_items_to_try, get_threads_to_try
from evaluations.judging.real_data import refusal_of_threads
from evaluations.models import Model, PromptTrial, PromptTrialCall
from evaluations.task_types.base import TaskType
from evaluations.task_types.registry import task_type
from llars import audit
from llars.models import AuditEntry
from llars.row_ids import possible
from prompts.models import PromptVersion

logger = logging.getLogger(__name__)

MOST_ITEMS = 5
MOST_VERSIONS = 2
RUN = "evaluations.judging.trial_runner.run_trial"


@dataclass(frozen=True, slots=True)
class TrialPlan:
    """What to try: one or two versions, items of scenarios and one item made of pillars' threads."""

    version_ids: tuple[int, ...]
    model_id: int | None
    item_ids: tuple[int, ...] = ()
    thread_ids: tuple[int, ...] = ()


def start_trial(plan: TrialPlan, *, actor: User, now: datetime) -> PromptTrial:
    """Make the trial and have it run; what is read for it goes on record.

    Raises:
        PlanInvalid: versions, model or items cannot be, with every fault by field.
    """
    versions = _versions(plan)
    kind = task_type(versions[0].template.task_type)
    errors: dict[str, list[str]] = {}
    model = _model(plan, kind, actor, errors)
    materials = _materials(plan, kind, versions[0].template.language, actor, errors)
    threads = {pk for one in materials for pk in (one.item.thread_a_id, one.item.thread_b_id) if pk}
    if model is not None and (refusal := refusal_of_threads(model, threads)):
        errors["model_id"] = [refusal]
    if errors or model is None:
        raise PlanInvalid(_("The trial cannot be made like this."), errors=errors)
    with transaction.atomic():
        trial = PromptTrial.objects.create(
            task_type=kind.key,
            first=versions[0],
            second=versions[1] if len(versions) > 1 else None,
            model=model,
            created_by=actor,
            token=uuid4().hex,
            created_at=now,
            enqueued_at=now,
            heartbeat_at=now,
        )
        PromptTrialCall.objects.bulk_create(_calls(trial, versions, materials))
        for row in (row for material in materials for row in material.rows):
            audit.record(actor, AuditEntry.Action.READ, row)
        transaction.on_commit(lambda: _enqueue(trial.pk, trial.token))
    return trial


def get_trial_for(user: User, pk: int) -> PromptTrial:
    """A trial run that the user may see.

    Raises:
        Http404: there is none, or it is somebody else's.
    """
    rows = PromptTrial.objects.visible_to(user)
    return get_object_or_404(
        rows.select_related("first__template", "second__template", "model__provider"), pk=pk
    )


def begin(trial_id: int, token: str, *, now: datetime) -> bool:
    """Note that the job has begun; false where the trial has moved on to another job, or has ended."""
    waiting = PromptTrial.objects.filter(pk=trial_id, token=token, status=PromptTrial.Status.ENQUEUED)
    return bool(waiting.update(status=PromptTrial.Status.RUNNING, heartbeat_at=now))


def beat(trial_id: int, token: str, *, now: datetime) -> bool:
    """A sign of life; false where the trial has moved on to another job."""
    mine = PromptTrial.objects.filter(pk=trial_id, token=token, status=PromptTrial.Status.RUNNING)
    return bool(mine.update(heartbeat_at=now))


def leave(trial_id: int, token: str, *, now: datetime) -> None:
    """End the trial where nothing is open; else leave it to another job."""
    mine = PromptTrial.objects.filter(pk=trial_id, token=token, status=PromptTrial.Status.RUNNING)
    if PromptTrialCall.objects.filter(trial=trial_id, status=PromptTrialCall.Status.PENDING).exists():
        mine.update(status=PromptTrial.Status.ENQUEUED, enqueued_at=now - drain_jobs.ENQUEUE_GRACE)
    else:
        mine.update(status=PromptTrial.Status.ENDED, ended_at=now)


def look_after_trials(now: datetime) -> None:
    """Give trials whose job was lost another one."""
    for trial in PromptTrial.objects.unended():
        if not _is_gone(trial, now):
            continue
        token = uuid4().hex
        same = PromptTrial.objects.filter(pk=trial.pk, token=trial.token, status=trial.status)
        if same.update(token=token, status=PromptTrial.Status.ENQUEUED, enqueued_at=now, heartbeat_at=now):
            _enqueue(trial.pk, token)


def _is_gone(trial: PromptTrial, now: datetime) -> bool:
    if trial.status == PromptTrial.Status.RUNNING:
        return trial.heartbeat_at < now - lease()
    return trial.enqueued_at < now - drain_jobs.ENQUEUE_GRACE and not drain_jobs.is_in_redis(trial.token)


def _enqueue(trial_id: int, token: str) -> None:
    """A trial is short, and somebody waits for it: it goes before what stands in the queue."""
    try:
        django_rq.get_queue("default").enqueue(
            RUN, trial_id, token, job_id=token, job_timeout=-1, result_ttl=60, failure_ttl=3600, at_front=True
        )
    except (RedisError, OSError) as error:
        logger.warning("Trial %s waits for Redis: %s", trial_id, error)


def _versions(plan: TrialPlan) -> list[PromptVersion]:
    ids = list(dict.fromkeys(plan.version_ids))
    found = PromptVersion.objects.filter(pk__in=possible(ids)).select_related("template").in_bulk()
    versions = [found[pk] for pk in ids if pk in found]
    if not versions or len(versions) < len(ids) or len(ids) > MOST_VERSIONS:
        raise PlanInvalid(errors={"versions": [_("Choose one version or two.")]})
    if len({version.template.task_type for version in versions}) > 1:
        raise PlanInvalid(errors={"versions": [_("Both versions must be for the same task type.")]})
    return versions


def _model(plan: TrialPlan, kind: TaskType, actor: User, errors: dict[str, list[str]]) -> Model | None:
    visible = Model.objects.visible_to(actor).select_related("provider")
    model = visible.filter(pk__in=possible([plan.model_id or 0])).first()
    if model is None:
        errors["model"] = [_("Choose a model.")]
    elif not (model.is_language_model or kind.is_measurable):
        errors["model"] = [_("The baseline judge compares two threads and nothing else.")]
    return model


def _materials(
    plan: TrialPlan, kind: TaskType, language: str, actor: User, errors: dict[str, list[str]]
) -> list[Material]:
    ids = list(dict.fromkeys(plan.item_ids))
    number = len(ids) + bool(plan.thread_ids)
    if not 1 <= number <= MOST_ITEMS:
        errors["items"] = [_("Choose 1 to %d items.") % MOST_ITEMS]
        return []
    materials: list[Material] = []
    try:
        materials = get_items_to_try(ids, kind.key, reader=actor)
        if plan.thread_ids:
            materials.append(get_threads_to_try(plan.thread_ids, kind, language=language, reader=actor))
    except PlanInvalid as error:
        errors |= error.errors
    return materials


def _calls(
    trial: PromptTrial, versions: Sequence[PromptVersion], materials: Sequence[Material]
) -> list[PromptTrialCall]:
    return [
        PromptTrialCall(
            trial=trial,
            version=version,
            place=place,
            item=material.item if material.item.pk is not None else None,
            thread_a=material.item.thread_a if material.item.pk is None else None,
            thread_b=material.item.thread_b if material.item.pk is None else None,
            config=material.config,
            language=material.language,
        )
        for place, material in enumerate(materials, start=1)
        for version in versions
    ]
