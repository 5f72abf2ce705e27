"""Threads as files that LLARS reads again: JSON, JSON lines, CSV; made while they are sent.

Threads are read in chunks by their place in the pillar, so that memory stays flat and no cursor is
held open while somebody reads slowly.
"""

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from typing import Any

from django.db.models import Prefetch

from llars import audit
from llars.audit import Who
from llars.models import AuditEntry
from pillars.models import Feature, Message, Pillar, Thread, ThreadQuerySet
from pillars.readers.documents import IMPORT_FORMAT
from pillars.thread_table import COLUMNS, guarded

_AT_ONCE = 200
_BOM = "\ufeff"


class FileForm(StrEnum):
    """What a file of threads may be."""

    JSON = "json"
    JSONL = "jsonl"
    CSV = "csv"

    @property
    def content_type(self) -> str:
        """The media type."""
        return {
            FileForm.JSON: "application/json",
            FileForm.JSONL: "application/x-ndjson",
            FileForm.CSV: "text/csv; charset=utf-8",
        }[self]


def export(pillar: Pillar, threads: ThreadQuerySet, form: FileForm, *, actor: Who) -> Iterator[str]:
    """These threads of the pillar in pieces; goes on record before the first one."""
    audit.record(actor, AuditEntry.Action.EXPORT, pillar)
    return _WRITERS[form](_each(threads))


def record_of(thread: Thread) -> dict[str, Any]:
    """A thread in LLARS' own form; what is empty is left out."""
    record = {
        "id": thread.external_id,
        "subject": thread.subject,
        "label": thread.label,
        "messages": [_message(one) for one in thread.turns],
        "features": [_feature(one) for one in thread.features.all()],
        "metadata": thread.metadata,
    }
    return {key: value for key, value in record.items() if value or key == "messages"}


def _message(message: Message) -> dict[str, Any]:
    record = {"role": message.role, "content": message.content}
    if message.timestamp is not None:
        record["timestamp"] = message.timestamp.isoformat()
    return record


def _feature(feature: Feature) -> dict[str, Any]:
    record = {
        "id": feature.external_id,
        "type": feature.type,
        "content": feature.content,
        "model": feature.model_name,
        "provenance": feature.provenance,
    }
    return {key: value for key, value in record.items() if value or key == "content"}


def _each(threads: ThreadQuerySet) -> Iterator[Thread]:
    belonging = (
        *Thread.TURNS,
        Prefetch("features", Feature.objects.order_by("pk")),
    )
    rows = threads.filter(purged_at__isnull=True).order_by("pk").prefetch_related(*belonging)
    last = 0
    while chunk := list(rows.filter(pk__gt=last)[:_AT_ONCE]):
        yield from chunk
        last = chunk[-1].pk


def _as_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _json(threads: Iterator[Thread]) -> Iterator[str]:
    yield f'{{"format": {_as_json(IMPORT_FORMAT)}, "threads": [\n'
    for number, thread in enumerate(threads):
        yield (",\n" if number else "") + _as_json(record_of(thread))
    yield "\n]}\n"


def _json_lines(threads: Iterator[Thread]) -> Iterator[str]:
    for thread in threads:
        yield _as_json(record_of(thread)) + "\n"


def _csv(threads: Iterator[Thread]) -> Iterator[str]:
    return table_of((str(thread.pk), record_of(thread)) for thread in threads)


def table_of(records: Iterable[tuple[str, dict[str, Any]]]) -> Iterator[str]:
    """Records in LLARS' own form as its own table, in pieces; each comes with what tells its rows apart."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    yield _BOM + buffer.getvalue()
    for key, record in records:
        buffer.seek(0)
        buffer.truncate()
        writer.writerows([guarded(cell) for cell in row] for row in _rows(key, record))
        yield buffer.getvalue()


def _rows(key: str, record: dict[str, Any]) -> Iterator[tuple[str, ...]]:
    head = (
        *(record.get(name, "") for name in ("id", "subject", "label")),
        *(_as_json(record[name]) if name in record else "" for name in ("metadata", "features")),
    )
    for message in record["messages"]:
        yield (key, *head, message["role"], message.get("timestamp", ""), message["content"])
        head = ("",) * len(head)


_WRITERS: dict[FileForm, Callable[[Iterator[Thread]], Iterator[str]]] = {
    FileForm.JSON: _json,
    FileForm.JSONL: _json_lines,
    FileForm.CSV: _csv,
}
