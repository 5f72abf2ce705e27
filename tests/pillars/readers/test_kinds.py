"""Every kind of problem is brought about by a file, says what to do, and has a title in both languages."""

import ast
import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone
from django.utils.translation import override

import pillars
from pillars.importing import import_threads
from pillars.models import Pillar, Thread
from pillars.readers.kinds import TITLES, kind_title
from tests.pillars.files import as_json, as_table, thread
from tests.pillars.workbooks import as_workbook, from_parts

FEATURE = {"type": "summary", "content": "kurz"}
KNOWN = thread("Ich bin schon da.", "Guten Tag.", id="known")
HEAD = ["thread", "role", "content"]
SAID = ["f1", "client", "Hallo"]


def _said(content: Any, role: Any = "client", **more: Any) -> bytes:
    """A thread of one message beside a good one."""
    return as_json([KNOWN, {"messages": [{"role": role, "content": content, **more}]}])


def _table(*rows: list[str], head: list[str] = HEAD) -> bytes:
    return as_table([head, *rows])


def _bomb() -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", bytes(30 * 1024 * 1024))
    return stream.getvalue()


LONG_CELL = "<sheetData><row><c t='inlineStr'><is><t>" + "x" * 11_000_000 + "</t></is></c></row></sheetData>"
TIMES = [{"role": "client", "content": "x", "timestamp": f"2024-01-0{day}"} for day in (2, 1)]
SPOKEN = [{"role": "client", "content": "a"}, {"role": "counsellor", "content": "b"}]
TOOL = [{"role": "user", "content": "a"}, {"role": "tool", "content": "b"}]
PARTS = [{"type": "text", "text": "Hallo"}, {"type": "image_url", "image_url": "x"}]
FILES: dict[str, bytes] = {
    "archived": as_json([KNOWN]),
    "broken_text": json.dumps([thread("a\ud83d")]).encode(),
    "cell_too_long": from_parts(LONG_CELL),
    "column_missing": as_table([["a", "b"], ["x", "y"]]),
    "column_twice": _table([*SAID, "x"], head=[*HEAD, "role"]),
    "empty": b" \n",
    "empty_answer": as_json([{"prompt": "Hallo", "chosen": "Ja", "rejected": " "}]),
    "empty_message": as_json([thread("a", " ")]),
    "encoding": b"\x81\x8d\xff",
    "encoding_doubtful": "thread,role,content\nf1,client,für\n".encode() + "f1,bot,schön".encode("cp1252"),
    "feature_incomplete": as_json([thread("a", features=[{"content": "x"}])]),
    "features_not_added": as_json([KNOWN | {"features": [FEATURE]}]),
    "fields_not_kept": _said("a", mood="ill"),
    "foreign_file": b"%PDF-1.7",
    "html": _said("<p>Hallo</p>"),
    "json_broken": b'[{"messages": [}',
    "key_twice": b'{"messages": [], "messages": []}',
    "left_out": as_json([{"messages": [*SPOKEN, {"role": "Leitung", "content": "Notiz"}]}]),
    "maybe_cut": _said("x" * 255),
    "missing_side": as_json([{"messages": [{"role": "client", "content": text} for text in "ab"]}]),
    "mojibake": _said("Ich fÃ¼hle mich schlecht"),
    "names_a_model": _said("Als KI kann ich das nicht."),
    "nearly_there": as_json([thread("Ich bin schon da!", "guten Tag", id="other")]),
    "nearly_twice": as_json([thread("Ich bin neu.", "Hallo"), thread("Ich bin neu!", "hallo")]),
    "no_messages": as_json([{"messages": []}]),
    "no_threads": b"[]",
    "not_a_list": as_json([thread("a", features="x")]),
    "not_a_message": as_json([{"messages": ["text"]}]),
    "not_a_thread": as_json([KNOWN, "text"]),
    "not_an_object": as_json([thread("a", metadata=[1])]),
    "not_storable": as_json([thread("a", metadata={"n": 1.5})]).replace(b"1.5", b"1e999"),
    "not_text": _said(5),
    "parts_left_out": _said(PARTS, role="user"),
    "quoted_mail": _said("Danke!\n> Guten Tag\n> Wie geht es?\n"),
    "row_too_long": _table([*SAID, "mehr"]),
    "sheets_not_read": as_workbook([HEAD, SAID], [["more"]]),
    "single_message": _said("Hallo"),
    "suffix_differs": as_json([KNOWN]),
    "table_broken": b'thread,role,content\nf1,client,"never closed\n',
    "thread_missing": _table(["", "client", "Hallo"]),
    "times_out_of_order": as_json([{"messages": TIMES}]),
    "too_large": _bomb(),
    "too_long": as_json([thread("a", subject="s" * 501)]),
    "too_many_columns": as_table([[f"c{number}" for number in range(1001)]]),
    "tool_message": as_json([{"messages": TOOL}]),
    "twice_in_file": as_json([thread("a"), thread("a")]),
    "unknown_form": as_json([{"foo": 1}]),
    "unknown_format": b'{"format": "llars-import-v9", "threads": []}',
    "unknown_role": _said("a", role="Anna"),
    "unknown_time": _said("a", timestamp="gestern"),
    "values_differ": _table([*SAID, "a"], [*SAID, "b"], head=[*HEAD, "subject"]),
    "workbook_broken": as_workbook([HEAD])[:200],
}  # fmt: skip
HINTS: dict[str, dict[str, Any]] = {
    "column_missing": {"column_map": {"thread": "a"}},
    "left_out": {"role_map": {"Leitung": "leave_out"}},
}


def _told_in(source: Path) -> Iterator[str]:
    """The kinds that a module tells of, by ``problem(kind, …)``, ``fault(kind, …)`` and ``note(kind, …)``."""
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            name = getattr(node.func, "id", "") or getattr(node.func, "attr", "")
            if name in {"problem", "fault", "note"}:
                yield str(node.args[0].value)


def _kinds() -> set[str]:
    return {kind for source in Path(pillars.__file__).parent.rglob("*.py") for kind in _told_in(source)}


@pytest.mark.database_free
def test_every_kind_has_a_title_and_a_file_here() -> None:
    assert _kinds() == set(TITLES)
    assert _kinds() == set(FILES)


@pytest.mark.database_free
@pytest.mark.parametrize("kind", sorted(FILES))
def test_a_title_is_in_both_languages(kind: str) -> None:
    titles = set()
    for language in ("de", "en"):
        with override(language):
            titles.add(kind_title(kind))
    assert len(titles) == 2 and kind not in titles


@pytest.mark.django_db
@pytest.mark.parametrize("kind", sorted(FILES))
def test_a_file_brings_the_kind_about_and_is_told_what_to_do(kind: str, tmp_path: Path) -> None:
    pillar = Pillar.objects.create(number=1, name="Eins")
    import_threads(as_json([KNOWN]), pillar=pillar)
    if kind == "archived":
        Thread.objects.update(archived_at=timezone.now())
    path = tmp_path / ("threads.csv" if kind == "suffix_differs" else "threads")
    path.write_bytes(FILES[kind])
    report = import_threads(path, pillar=pillar, dry_run=True, **HINTS.get(kind, {}))
    told = [one for one in report.problems if one.kind == kind]
    assert told, {one.kind for one in report.problems}
    assert all(one.hint for one in told)
