"""What a generation came to: its texts, and where they are."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from evaluations.models import Evaluation, JudgeSession, JudgeTask
from pillars.models import Feature, PillarAssignment, Thread


@dataclass(frozen=True, slots=True)
class GeneratedText:
    """A text, or why there is none; ``thread`` has it as a feature and is read in ``pillar``.

    ``not_kept``: why no thread got it, a code. Both texts are empty where they were removed.
    """

    task: JudgeTask
    content: str
    not_kept: str
    thread: Thread | None
    pillar: int | None


def ended_calls(session: JudgeSession) -> QuerySet[JudgeTask]:
    """The calls that have ended, in queue order, with their answers."""
    ended = (JudgeTask.Status.COMPLETED, JudgeTask.Status.FAILED)
    tasks = JudgeTask.objects.filter(session=session, status__in=ended).order_by("queue_position")
    return tasks.select_related("item__thread_a", "evaluation").defer("item__thread_a__metadata")


def texts_of(tasks: Sequence[JudgeTask]) -> list[GeneratedText]:
    """What came of these calls, in a fixed number of queries."""
    payloads = {task.pk: _payload_of(task) for task in tasks}
    wanted = [payload["meta"]["feature"] for payload in payloads.values() if payload["meta"].get("feature")]
    features = Feature.objects.select_related("thread").defer("thread__metadata").in_bulk(wanted)
    threads = [feature.thread_id for feature in features.values()]
    assigned = PillarAssignment.objects.filter(thread__in=threads).order_by("-pillar")
    pillars = dict(assigned.values_list("thread", "pillar"))
    texts = []
    for task in tasks:
        payload = payloads[task.pk]
        feature = features.get(payload["meta"].get("feature"))
        texts.append(
            GeneratedText(
                task=task,
                content=payload.get("content", ""),
                not_kept=payload["meta"].get("not_kept", ""),
                thread=feature.thread if feature else None,
                pillar=pillars.get(feature.thread_id) if feature else None,
            )
        )
    return texts


def _payload_of(task: JudgeTask) -> dict[str, Any]:
    try:
        return {"meta": {}, **task.evaluation.payload}
    except Evaluation.DoesNotExist:
        return {"meta": {}}
