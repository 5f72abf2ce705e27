"""A finished session whose answers carry much reasoning, written straight into the tables."""

from itertools import islice

from django.contrib.auth.models import User
from django.utils import timezone

from evaluations.models import Attempt, Evaluation, JudgeSession, JudgeTask, Model
from evaluations.task_types.registry import task_type
from tests.benchmarks.world import queued_session

_ROWS_AT_ONCE = 1000
_STEPS = (
    "step_1_overview", "step_2_strengths_a", "step_3_strengths_b",
    "step_4_weaknesses_a", "step_5_weaknesses_b", "step_6_comparison",
)  # fmt: skip
_WORDS = "Die beratende Person fragt nach, fasst zusammen und bleibt bei dem, was gesagt wurde. "


def answered_session(actor: User, model: Model, *, calls: int, reasoning_chars: int) -> JudgeSession:
    """A completed session of so many answers, each with so many characters of reasoning."""
    session = queued_session(actor, model, calls=calls)
    kind, config = task_type(session.scenario.task_type), session.scenario.config
    keys = [entry["key"] for entry in config["criteria"]]
    text = (_WORDS * (reasoning_chars // len(_WORDS) + 1))[: reasoning_chars // (len(_STEPS) + len(keys) + 1)]
    tasks = session.tasks.select_related("item").iterator()
    now = timezone.now()
    while chunk := list(islice(tasks, _ROWS_AT_ONCE)):
        evaluations = []
        for task in chunk:
            payload = _payload(text, keys, task)
            recorded = kind.record(payload, config, position=task.position)
            evaluations.append(
                Evaluation(
                    scenario=session.scenario,
                    item=task.item,
                    task=task,
                    model=model,
                    position=task.position,
                    payload=payload,
                    verdict=recorded.verdict,
                    scores=recorded.scores,
                    confidence=recorded.confidence,
                    reasoning=recorded.reasoning,
                    created_at=now,
                )
            )
        Evaluation.objects.bulk_create(evaluations)
        Attempt.objects.bulk_create(
            Attempt(task=task, number=1, raw_text=text * 13, started_at=now) for task in chunk
        )
    session.tasks.update(status=JudgeTask.Status.COMPLETED, finished_at=now)
    JudgeSession.objects.filter(pk=session.pk).update(status=JudgeSession.Status.COMPLETED, finished_at=now)
    session.refresh_from_db()
    return session


def _payload(text: str, keys: list[str], task: JudgeTask) -> dict[str, object]:
    winner = "AB"[(task.item_id + task.position) % 2]
    score_a, score_b = (4.0, 2.5) if winner == "A" else (2.5, 4.0)
    return {
        "chain_of_thought": dict.fromkeys(_STEPS, text),
        "criteria_scores": {key: {"reasoning": text, "score_a": score_a, "score_b": score_b} for key in keys},
        "final_justification": text,
        "winner": winner,
        "confidence": 0.5 + (task.item_id % 50) / 100,
    }
