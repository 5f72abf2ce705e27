"""Models whose answers were made elsewhere: a judge session each, that was never run here."""

from collections.abc import Sequence
from datetime import datetime

from django.contrib.auth.models import User
from django.db.models import Max

from evaluations.answering.recorded_reading import ReadAnswer
from evaluations.models import Attempt, Evaluation, JudgeSession, JudgeTask, Model, Provider, Scenario

PROVIDER = "recorded"
_BATCH = 500


def record_of_model(scenario: Scenario, answers: Sequence[ReadAnswer], *, actor: User, now: datetime) -> int:
    """Record the answers under a session for each model; returns how many models there are.

    An error becomes a failed task: such an answer is missing, and no verdict.
    """
    by_model: dict[str, list[ReadAnswer]] = {}
    for answer in answers:
        by_model.setdefault(answer.model, []).append(answer)
    for name, of_model in by_model.items():
        session = _session(scenario, name, actor, now)
        _record(session, of_model, now)
    return len(by_model)


def _session(scenario: Scenario, name: str, actor: User, now: datetime) -> JudgeSession:
    provider, _made = Provider.objects.get_or_create(name=PROVIDER, defaults={"kind": Provider.Kind.RECORDED})
    model, _made = Model.objects.get_or_create(provider=provider, name=name)
    session = scenario.sessions.filter(model=model).first()
    if session is not None:
        return session
    return JudgeSession.objects.create(
        scenario=scenario,
        name=f"{scenario.name} · {name}"[:200],
        model=model,
        created_by=actor,
        status=JudgeSession.Status.COMPLETED,
        config={"model": name, "provider": PROVIDER},
        seed=scenario.seed,
        position_swap=False,
        started_at=now,
        finished_at=now,
    )


def _record(session: JudgeSession, answers: Sequence[ReadAnswer], now: datetime) -> None:
    last = session.tasks.aggregate(last=Max("queue_position"))["last"]
    first = 0 if last is None else last + 1
    ordered = sorted(answers, key=lambda answer: (answer.item.position, answer.position))
    JudgeTask.objects.bulk_create(
        [_task(session, answer, place, now) for place, answer in enumerate(ordered, start=first)],
        batch_size=_BATCH,
    )
    tasks = {task.queue_position: task for task in session.tasks.filter(queue_position__gte=first)}
    pairs = [(tasks[place], answer) for place, answer in enumerate(ordered, start=first)]
    Attempt.objects.bulk_create([_attempt(*pair, now) for pair in pairs], batch_size=_BATCH)
    Evaluation.objects.bulk_create(
        [_evaluation(session, *pair, now) for pair in pairs if pair[1].payload is not None],
        batch_size=_BATCH,
    )
    if any(answer.position == 2 for answer in answers) and not session.position_swap:
        session.position_swap = True
        session.save(update_fields=["position_swap"])


def _task(session: JudgeSession, answer: ReadAnswer, place: int, now: datetime) -> JudgeTask:
    good = answer.payload is not None
    return JudgeTask(
        session=session,
        item=answer.item,
        position=answer.position,
        queue_position=place,
        status=JudgeTask.Status.COMPLETED if good else JudgeTask.Status.FAILED,
        failure_code="" if good else "recorded_error",
        failure_detail=answer.error,
        started_at=answer.created_at or now,
        finished_at=answer.created_at or now,
    )


def _attempt(task: JudgeTask, answer: ReadAnswer, now: datetime) -> Attempt:
    return Attempt(
        task=task,
        number=1,
        failure_code=task.failure_code,
        failure_detail=answer.error,
        raw_text=answer.raw,
        started_at=answer.created_at or now,
    )


def _evaluation(session: JudgeSession, task: JudgeTask, answer: ReadAnswer, now: datetime) -> Evaluation:
    recorded = answer.recorded
    return Evaluation(
        scenario_id=session.scenario_id,
        item_id=answer.item.pk,
        item_version=answer.item.version,
        task=task,
        model_id=session.model_id,
        position=answer.position,
        payload=answer.payload,
        verdict=recorded.verdict[:120],
        scores=recorded.scores,
        confidence=recorded.confidence,
        reasoning=recorded.reasoning,
        is_contradictory=recorded.is_contradictory,
        is_recorded=True,
        created_at=answer.created_at or now,
    )
