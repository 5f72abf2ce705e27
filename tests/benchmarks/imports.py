"""Files of many messages brought in, beside the same rows written by nothing but ``bulk_create``."""

import csv
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from pillars.models import Message, Pillar
from tests.benchmarks.children import Measured, run_all
from tests.pillars.workbooks import write_as_excel_does

MESSAGES_A_THREAD = 5
FORMS = ("json", "jsonl", "csv", "xlsx")
_FIRST_NUMBER = 201
_SENTENCE = "Es geht mir seit Wochen nicht gut, und ich weiß nicht mehr weiter. "
_CHILD = "tests.benchmarks.brought_in"


def written_bare(messages: int, chars: int) -> Measured:
    """The rows of so many messages, made in memory and written with ``bulk_create`` alone."""
    pillar = _pillar("bare")
    return run_all([_CHILD, "bare", str(pillar.pk), str(messages), str(chars)])


def brought_in(form: str, messages: int, chars: int, folder: Path) -> tuple[Measured, int]:
    """A file of so many messages of so many characters, imported; and how many bytes it has."""
    path = folder / f"threads.{form}"
    pillar = _pillar(f"{form}, {chars}")
    _write(path, form, threads_of(messages, chars, pillar.name))
    size = path.stat().st_size
    try:
        measured = run_all([_CHILD, "import", str(pillar.pk), str(path)])
    finally:
        path.unlink()
    arrived = Message.objects.filter(thread__assignments__pillar=pillar).count()
    if arrived != messages:
        raise SystemExit(f"{arrived} of {messages} messages came in from {form}.")
    return measured, size


def threads_of(messages: int, chars: int, name: str) -> Iterator[dict[str, Any]]:
    """Threads of five messages each; all texts differ, and with ``name`` those of one file from another's."""
    text = (_SENTENCE * (chars // len(_SENTENCE) + 1))[:chars]
    for number in range(messages // MESSAGES_A_THREAD):
        yield {
            "id": f"F{number}",
            "messages": [
                {"role": ("client", "counsellor")[place % 2], "content": f"{name} {number}/{place}: {text}"}
                for place in range(MESSAGES_A_THREAD)
            ],
        }


def _write(path: Path, form: str, threads: Iterable[dict[str, Any]]) -> None:
    if form == "xlsx":
        write_as_excel_does(path, _rows(threads))
        return
    with path.open("w", encoding="utf-8", newline="") as file:
        if form == "csv":
            csv.writer(file).writerows(_rows(threads))
            return
        between = "\n" if form == "jsonl" else ",\n"
        file.write("" if form == "jsonl" else "[")
        for number, one in enumerate(threads):
            file.write((between if number else "") + json.dumps(one, ensure_ascii=False))
        file.write("\n" if form == "jsonl" else "]")


def _rows(threads: Iterable[dict[str, Any]]) -> Iterator[list[str]]:
    yield ["thread", "role", "content"]
    for one in threads:
        yield from ([one["id"], said["role"], said["content"]] for said in one["messages"])


def _pillar(name: str) -> Pillar:
    number = _FIRST_NUMBER + Pillar.objects.filter(number__gte=_FIRST_NUMBER).count()
    return Pillar.objects.create(number=number, name=name)
