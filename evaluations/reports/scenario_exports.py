"""A scenario's answers as CSV (one row an answer) and JSON, streamed in chunks so that memory stays flat."""

import csv
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.contrib.auth.models import User
from django.core.serializers.json import DjangoJSONEncoder

from evaluations.models import Evaluation, Item, ItemFeature, JudgeTask, Scenario
from evaluations.reports.exports import Separator, guarded
from evaluations.reports.responses import prompt_of, responses_of
from evaluations.task_types.registry import task_type
from llars import audit
from llars.models import AuditEntry

ROWS_AT_ONCE = 200
_BOM = "\ufeff"
_ITEM = (
    "item",
    "external_id",
    "thread_a",
    "thread_b",
    "pillar_a",
    "pillar_b",
    "gold",
    "practice",
    "repeat_of",
)
_WHO = ("evaluator", "kind", "model_version", "prompt", "prompt_version", "prompt_hash")
_ANSWER = (
    *("status", "failure", "recorded", "version", "position", "repetition", "created_at", "active_time_ms"),
    *("verdict", "confidence"),
)
_END = ("reasoning", "comment", "annotations", "payload", "features")


def csv_export(scenario: Scenario, *, actor: User, separator: Separator = Separator.COMMA) -> Iterator[str]:
    """Every current answer and every final failure, a row each; goes on record before the first byte."""
    audit.record(actor, AuditEntry.Action.EXPORT, scenario)
    return _csv_lines(scenario, separator)


def json_export(scenario: Scenario, *, actor: User) -> Iterator[str]:
    """``{"scenario": {…}, "answers": […]}``; goes on record likewise."""
    audit.record(actor, AuditEntry.Action.EXPORT, scenario)
    return _json_pieces(scenario)


def _csv_lines(scenario: Scenario, separator: Separator) -> Iterator[str]:
    aspects = _aspect_columns(scenario)
    columns = ["scenario", *_ITEM, *_WHO, *_ANSWER, *aspects, *_END]
    buffer = io.StringIO()
    writer = csv.DictWriter(buffer, columns, delimiter=separator, lineterminator="\r\n")
    writer.writeheader()
    yield _BOM + _taken(buffer)
    for rows in _rows(scenario):
        for row in rows:
            flat = {"scenario": scenario.name, **row.pop("values"), **row}
            for name in ("annotations", "payload", "features"):
                flat[name] = json.dumps(flat[name], ensure_ascii=False) if flat[name] else ""
            writer.writerow({name: guarded(flat.get(name)) for name in columns})
        yield _taken(buffer)


def _json_pieces(scenario: Scenario) -> Iterator[str]:
    about = {
        "id": scenario.pk,
        "name": scenario.name,
        "task_type": scenario.task_type,
        "language": scenario.language,
        "config": scenario.config,
        "rules": scenario.rules,
        "seed": scenario.seed,
    }
    yield f'{{"scenario": {_json(about)},\n"answers": ['
    separator = "\n"
    for rows in _rows(scenario):
        for row in rows:
            yield separator + _json(row)
            separator = ",\n"
    yield "\n]}\n"


def _aspect_columns(scenario: Scenario) -> list[str]:
    """A column for each aspect; for each feature key too where features are judged."""
    kind = task_type(scenario.task_type)
    keys = [aspect.key for aspect in kind.aspects(scenario.config)]
    if not kind.judges_features:
        return keys
    features = set(ItemFeature.objects.filter(item__scenario=scenario).values_list("key", flat=True))
    ordered = sorted(features, key=lambda key: (len(key), key))
    return [f"{aspect}.{feature}" for aspect in keys for feature in ordered]


def _rows(scenario: Scenario) -> Iterator[list[dict[str, Any]]]:
    """Rows in chunks: answers first, then failures, each in the order of their ids."""
    answers = responses_of(scenario).order_by("pk")
    last = 0
    while chunk := list(answers.filter(pk__gt=last)[:ROWS_AT_ONCE]):
        last = chunk[-1].pk
        features = _features([answer.item_id for answer in chunk])
        yield [_answer_row(scenario, answer, features) for answer in chunk]
    failed = JudgeTask.objects.filter(session__scenario=scenario, status=JudgeTask.Status.FAILED)
    failures = failed.select_related("item", "session__model").order_by("pk")
    last = 0
    while tasks := list(failures.filter(pk__gt=last)[:ROWS_AT_ONCE]):
        last = tasks[-1].pk
        yield [_failed_row(task) for task in tasks]


def _features(items: Sequence[int]) -> dict[int, dict[str, Any]]:
    """What the keys of the items' features stand for."""
    found: dict[int, dict[str, Any]] = {}
    for row in ItemFeature.objects.filter(item__in=set(items)).select_related("feature"):
        feature = row.feature
        found.setdefault(row.item_id, {})[row.key] = {
            "id": feature.pk,
            "external_id": feature.external_id,
            "type": feature.type,
            "model": feature.model_name,
        }
    return found


def _answer_row(
    scenario: Scenario, answer: Evaluation, features: Mapping[int, dict[str, Any]]
) -> dict[str, Any]:
    kind, task = task_type(scenario.task_type), answer.task
    said = kind.values(answer.verdict, answer.scores, scenario.config)
    return {
        **_item_fields(answer.item),
        "evaluator": answer.member.name if answer.member is not None else str(answer.model),
        "kind": "person" if answer.member is not None else "model",
        "model_version": answer.model_version,
        **prompt_of(answer),
        "status": "answered",
        "recorded": answer.is_recorded,
        "version": answer.version,
        "position": answer.position,
        "repetition": task.repetition if task is not None else 1,
        "created_at": answer.created_at.isoformat(),
        "active_time_ms": answer.active_time_ms,
        "verdict": answer.verdict,
        "confidence": answer.confidence,
        "values": {f"{one.aspect}.{one.part}" if one.part else one.aspect: one.value for one in said},
        "reasoning": answer.reasoning,
        "comment": answer.comment,
        "annotations": answer.annotations,
        "payload": answer.payload,
        "features": features.get(answer.item_id, {}),
    }


def _failed_row(task: JudgeTask) -> dict[str, Any]:
    return {
        **_item_fields(task.item),
        "evaluator": str(task.session.model),
        "kind": "model",
        "status": "failed",
        "failure": task.failure_code,
        "recorded": task.failure_code == "recorded_error",
        "position": task.position,
        "repetition": task.repetition,
        "values": {},
        "annotations": {},
        "payload": {},
        "features": {},
    }


def _item_fields(item: Item) -> dict[str, Any]:
    return {
        "item": item.pk,
        "external_id": item.external_id,
        "thread_a": item.thread_a_id,
        "thread_b": item.thread_b_id,
        "pillar_a": item.pillar_a_id,
        "pillar_b": item.pillar_b_id,
        "gold": item.is_gold,
        "practice": item.is_practice,
        "repeat_of": item.repeat_of_id,
    }


def _taken(buffer: io.StringIO) -> str:
    text = buffer.getvalue()
    buffer.seek(0)
    buffer.truncate()
    return text


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, cls=DjangoJSONEncoder)
