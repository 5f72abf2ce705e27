"""Forget what was said of threads whose texts are removed; verdicts, scores and costs stay."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from evaluations.judging.errors import LifecycleConflict
from evaluations.judging.lifecycle import finish_if_done
from evaluations.judging.scenario_status import settle
from evaluations.live.publish import forget
from evaluations.live.streams import Stream
from evaluations.llm.failures import FailureCode
from evaluations.models import (
    Assignment,
    Attempt,
    Draft,
    Evaluation,
    Item,
    JudgeSession,
    JudgeTask,
    PromptTrialCall,
    Scenario,
)
from evaluations.task_types.forgetting import without_texts

_AT_ONCE = 300


def forget_texts(thread_ids: Sequence[int], now: datetime) -> None:
    """Empty all that quotes these threads, and close what is still to be judged of them.

    Raises:
        LifecycleConflict: a model has some of them before it just now.
    """
    of_threads = Q(thread_a__in=thread_ids) | Q(thread_b__in=thread_ids)
    items = list(Item.objects.filter(of_threads).order_by("pk").values_list("pk", flat=True))
    sessions = set(JudgeTask.objects.filter(item__in=items).order_by().values_list("session", flat=True))
    for start in range(0, len(items), _AT_ONCE):
        chunk = items[start : start + _AT_ONCE]
        _close(chunk, now)
        empty_answers(chunk)
    PromptTrialCall.objects.filter(Q(item__in=items) | of_threads).delete()
    scenarios = Scenario.objects.filter(items__in=items).distinct().values_list("pk", flat=True)
    for session in sorted(sessions):
        finish_if_done(session, now=now)
    for scenario in scenarios:
        settle(scenario)
    streams = [*map(Stream.of_session, sessions), *map(Stream.of_scenario, scenarios)]
    transaction.on_commit(lambda: forget(streams))


def _close(items: Sequence[int], now: datetime) -> None:
    tasks = JudgeTask.objects.filter(item__in=items)
    locked = list(tasks.open().select_for_update().values_list("pk", "status", "session_id"))
    under_way = {session for _pk, status, session in locked if status == JudgeTask.Status.RUNNING}
    if under_way:
        names = JudgeSession.objects.filter(pk__in=under_way).values_list("name", flat=True)
        text = _("Models have these texts before them just now. Pause first, and wait for the last call: %s.")
        raise LifecycleConflict(text % ", ".join(names))
    JudgeTask.objects.filter(pk__in=[pk for pk, _status, _session in locked]).update(
        status=JudgeTask.Status.FAILED, failure_code=FailureCode.TEXTS_REMOVED, finished_at=now
    )
    tasks.update(failure_detail="")
    Draft.objects.filter(assignment__item__in=items).delete()
    to_do = Assignment.objects.filter(item__in=items, status__in=Assignment.TO_DO)
    to_do.update(status=Assignment.Status.DECLINED, finished_at=now)
    Assignment.objects.filter(item__in=items).update(skip_reason="")


def empty_answers(items: Sequence[int]) -> None:
    """Remove the texts from all that was answered about these items; figures stay."""
    Attempt.objects.filter(task__item__in=items).update(raw_text="", failure_detail="")
    answers = list(Evaluation.objects.filter(item__in=items).only("pk", "payload"))
    for answer in answers:
        answer.payload = without_texts(answer.payload)
        answer.reasoning = answer.comment = ""
        answer.annotations = {}
    _write(Evaluation, answers, ["payload", "reasoning", "comment", "annotations"])
    references = list(Item.objects.filter(pk__in=items, reference__isnull=False).only("pk", "reference"))
    for item in references:
        item.reference = without_texts(item.reference)
    _write(Item, references, ["reference"])


def _write(
    model: type[Evaluation] | type[Item], rows: Iterable[Evaluation] | Iterable[Item], names: list[str]
) -> None:
    model._default_manager.bulk_update(rows, names, batch_size=_AT_ONCE)  # type: ignore[arg-type]
