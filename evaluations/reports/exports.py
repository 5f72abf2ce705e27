"""A session's answers as CSV and JSON, streamed.

Rows are read in chunks by their place in the queue, so that memory stays flat, no cursor is held
open while a client reads slowly, and the first bytes leave before the first row is read.

The CSV is UTF-8 with a byte order mark, so that spreadsheets take the umlauts right; it is parted
by commas, or by semicolons, which spreadsheets set to German expect. Texts that a spreadsheet
would run as a formula get an apostrophe in front.
"""

import csv
import io
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.contrib.auth.models import User
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Count, Prefetch, Sum

from evaluations.models import Attempt, Evaluation, JudgeSession, JudgeTask
from evaluations.reports.comparisons import answer_of, shown_verdict
from evaluations.task_types.base import TaskType
from evaluations.task_types.registry import task_type
from llars import audit
from llars.models import AuditEntry

ROWS_AT_ONCE = 200
ENDED = (JudgeTask.Status.COMPLETED, JudgeTask.Status.FAILED)
_BOM = "\ufeff"
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


class Separator(StrEnum):
    """What parts the columns of a CSV."""

    COMMA = ","
    SEMICOLON = ";"


@dataclass(frozen=True, slots=True)
class _Chunk:
    tasks: list[JudgeTask]
    usage: dict[int, dict[str, Any]]


def csv_export(
    session: JudgeSession, *, actor: User, separator: Separator = Separator.COMMA
) -> Iterator[str]:
    """The session's answers and final failures as CSV, a row each; goes on record before the first byte."""
    audit.record(actor, AuditEntry.Action.EXPORT, session)
    return _csv_lines(session, separator)


def json_export(session: JudgeSession, *, actor: User) -> Iterator[str]:
    """``{"session": {…}, "comparisons": […]}`` with payloads and attempts; goes on record likewise."""
    audit.record(actor, AuditEntry.Action.EXPORT, session)
    return _json_pieces(session)


def guarded(value: Any) -> Any:
    """A cell's value, with an apostrophe before a text that a spreadsheet would run."""
    if isinstance(value, str) and value.startswith(_FORMULA_STARTS):
        return f"'{value}"
    return value


def _csv_lines(session: JudgeSession, separator: Separator) -> Iterator[str]:
    kind = task_type(session.scenario.task_type)
    criteria = [a.key for a in kind.aspects(session.scenario.config) if not a.is_verdict]
    common = _common(session)
    buffer = io.StringIO()
    writer = csv.writer(buffer, delimiter=separator, lineterminator="\r\n")
    writer.writerow([*common, *_columns(criteria)])
    yield _BOM + _taken(buffer)
    for chunk in _chunks(session, with_payload=False):
        for task in chunk.tasks:
            row = _row(task, chunk.usage.get(task.pk, {}), criteria, kind)
            writer.writerow([guarded(value) for value in (*common.values(), *row)])
        yield _taken(buffer)


def _taken(buffer: io.StringIO) -> str:
    text = buffer.getvalue()
    buffer.seek(0)
    buffer.truncate()
    return text


def _common(session: JudgeSession) -> dict[str, Any]:
    version = session.prompt_version
    return {
        "session_id": session.pk,
        "session": session.name,
        "provider": session.model.provider.name,
        "model": session.model.name,
        "is_language_model": session.model.is_language_model,
        "prompt": version.template.name if version else None,
        "prompt_version": version.number if version else None,
        "prompt_hash": session.prompt_hash,
        "temperature": session.temperature,
        "seed": session.seed,
    }


def _columns(criteria: Sequence[str]) -> list[str]:
    return [
        *("comparison_id", "pair", "position", "repetition", "status"),
        *("pillar_a", "thread_a", "thread_a_external_id", "pillar_b", "thread_b", "thread_b_external_id"),
        *("winner", "winner_shown", "confidence"),
        *(f"{criterion}_{side}" for criterion in criteria for side in ("a", "b")),
        *("reasoning", "is_contradictory", "failure_code", "failure_detail"),
        *("model_version", "output_mode", "attempts", "input_tokens", "output_tokens", "cost"),
        *("time_ms", "finished_at"),
    ]


def _row(task: JudgeTask, usage: dict[str, Any], criteria: Sequence[str], kind: TaskType) -> list[Any]:
    item, answer = task.item, answer_of(task)
    scores = answer.scores if answer else {}
    return [
        *(task.pk, task.item_id, task.position, task.repetition, task.status),
        *(item.pillar_a_id, item.thread_a_id, item.thread_a.external_id),
        *(item.pillar_b_id, item.thread_b_id, item.thread_b.external_id if item.thread_b else ""),
        *((answer.verdict, shown_verdict(task, kind), answer.confidence) if answer else ("", "", "")),
        *(score for criterion in criteria for score in scores.get(criterion, ("", ""))),
        *((answer.reasoning, answer.is_contradictory) if answer else ("", "")),
        *(task.failure_code, task.failure_detail),
        *((answer.model_version, answer.output_mode) if answer else ("", "")),
        *(usage.get("attempts", 0), usage.get("input_tokens", 0), usage.get("output_tokens", 0)),
        *(usage.get("cost", 0), usage.get("time_ms", 0)),
        task.finished_at.isoformat() if task.finished_at else "",
    ]


def _json_pieces(session: JudgeSession) -> Iterator[str]:
    head = _common(session) | {
        "status": session.status,
        "config": session.config,
        "task_config": session.scenario.config,
        "system_text": session.system_text,
        "user_text": session.user_text,
        "created_at": session.created_at,
        "finished_at": session.finished_at,
    }
    yield f'{{"session": {_dumps(head)},\n"comparisons": ['
    separator, kind = "\n", task_type(session.scenario.task_type)
    for chunk in _chunks(session, with_payload=True):
        entries = [_dumps(_entry(task, chunk.usage.get(task.pk, {}), kind)) for task in chunk.tasks]
        yield separator + ",\n".join(entries)
        separator = ",\n"
    yield "\n]}\n"


def _entry(task: JudgeTask, usage: dict[str, Any], kind: TaskType) -> dict[str, Any]:
    names = _columns([])
    entry = dict(zip(names, _row(task, usage, [], kind), strict=True))
    answer = answer_of(task)
    entry = {name: None if value == "" else value for name, value in entry.items()}
    return entry | {
        "scores": answer.scores if answer else None,
        "payload": answer.payload if answer else None,
        "attempt_list": [_attempt(attempt) for attempt in task.attempts.all()],
    }


def _attempt(attempt: Attempt) -> dict[str, Any]:
    return {
        "number": attempt.number,
        "output_mode": attempt.output_mode,
        "failure_code": attempt.failure_code,
        "failure_detail": attempt.failure_detail,
        "raw_text": attempt.raw_text,
        "input_tokens": attempt.input_tokens,
        "output_tokens": attempt.output_tokens,
        "cost": float(attempt.cost),
        "latency_ms": attempt.latency_ms,
        "started_at": attempt.started_at,
    }


def _dumps(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, cls=DjangoJSONEncoder)


def _chunks(session: JudgeSession, *, with_payload: bool) -> Iterator[_Chunk]:
    answers = Evaluation.objects.all() if with_payload else Evaluation.objects.defer("payload")
    tasks = (
        JudgeTask.objects.filter(session=session, status__in=ENDED)
        .select_related("item__thread_a", "item__thread_b")
        .defer("item__reference", "item__thread_a__metadata", "item__thread_b__metadata")
        .prefetch_related(Prefetch("evaluation", answers))
        .order_by("queue_position")
    )
    if with_payload:
        tasks = tasks.prefetch_related(Prefetch("attempts", Attempt.objects.order_by("id")))
    last = -1
    while chunk := list(tasks.filter(queue_position__gt=last)[:ROWS_AT_ONCE]):
        last = chunk[-1].queue_position
        yield _Chunk(chunk, _usage_by_task([task.pk for task in chunk]))


def _usage_by_task(ids: Sequence[int]) -> dict[int, dict[str, Any]]:
    sums = Attempt.objects.filter(task__in=ids).order_by().values("task")
    rows = sums.annotate(
        attempts=Count("pk"),
        # The sums must not take the names of the columns that they sum.
        tokens_in=Sum("input_tokens"),
        tokens_out=Sum("output_tokens"),
        spent=Sum("cost"),
        time_ms=Sum("latency_ms"),
    )
    return {
        row["task"]: {
            "attempts": row["attempts"],
            "input_tokens": row["tokens_in"],
            "output_tokens": row["tokens_out"],
            "cost": float(row["spent"]),
            "time_ms": row["time_ms"],
        }
        for row in rows
    }
