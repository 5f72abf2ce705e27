"""One cell, row or line that is broken keeps its own thread out, and no other."""

import json
from collections.abc import Callable

import pytest

from pillars.imports import running
from pillars.readers import read_threads
from pillars.thread_table import COLUMNS
from tests.pillars.files import as_json, as_table, thread
from tests.pillars.imports.conftest import Uploader, researcher, uploader

__all__ = ["researcher", "uploader"]

BROKEN = '{"never": '
MESSAGES = json.dumps([{"role": "client", "content": "Hallo"}, {"role": "counsellor", "content": "Ja"}])


def _llars_row(number: int, **cells: str) -> list[str]:
    row = {"thread": str(number), "id": f"f{number}", "role": "client", "content": f"Text {number}"} | cells
    return [row.get(name, "") for name in COLUMNS]


def _llars(*rows: list[str]) -> bytes:
    return as_table([list(COLUMNS), *rows])


def _wide(*rows: list[str]) -> bytes:
    return as_table([["id", "messages", "metadata", "features"], *rows])


TABLES = {
    "metadata": (_llars(_llars_row(1), _llars_row(2, metadata=BROKEN), _llars_row(3)), "json_broken"),
    "features": (_llars(_llars_row(1), _llars_row(2, features="[{]"), _llars_row(3)), "json_broken"),
    "key twice": (_llars(_llars_row(1), _llars_row(2, metadata='{"a":1,"a":2}'), _llars_row(3)), "key_twice"),
    "row too long": (_llars(_llars_row(1), [*_llars_row(2), "mehr"], _llars_row(3)), "row_too_long"),
    "wide messages": (
        _wide(["f1", MESSAGES, "", ""], ["f2", "[{", "", ""], ["f3", MESSAGES, "", ""]),
        "json_broken",
    ),
    "wide metadata": (
        _wide(["f1", MESSAGES, "", ""], ["f2", MESSAGES, BROKEN, ""], ["f3", MESSAGES, "", ""]),
        "json_broken",
    ),
    "wide features": (
        _wide(["f1", MESSAGES, "", ""], ["f2", MESSAGES, "", "[{]"], ["f3", MESSAGES, "", ""]),
        "json_broken",
    ),
    "wide row too long": (
        _wide(["f1", MESSAGES, "", ""], ["f2", MESSAGES, "", "", "mehr"], ["f3", MESSAGES, "", ""]),
        "row_too_long",
    ),
}


@pytest.mark.database_free
@pytest.mark.parametrize(("file", "kind"), TABLES.values(), ids=TABLES.keys())
def test_a_broken_cell_or_row_keeps_its_thread_out_and_no_other(file: bytes, kind: str) -> None:
    reading = read_threads(file)
    assert [one.external_id for one in reading.threads] == ["f1", "f3"]
    assert (reading.failed, [one.kind for one in reading.problems]) == (1, [kind])
    assert "f2" in json.dumps(reading.unreadable[0].raw)


@pytest.mark.database_free
def test_a_later_row_that_is_too_long_fails_its_whole_thread() -> None:
    reading = read_threads(_llars(_llars_row(1), _llars_row(2), [*_llars_row(1, content="b"), "mehr"]))
    assert [one.external_id for one in reading.threads] == ["f2"]
    assert reading.failed == 1


@pytest.mark.database_free
def test_metadata_and_features_beside_messages_are_read_as_json() -> None:
    features = '[{"type": "summary", "content": "kurz"}]'
    [found] = read_threads(_wide(["f1", MESSAGES, '{"a": 1}', features])).threads
    assert found.metadata == {"a": 1}
    assert [(one.type, one.content) for one in found.features] == [("summary", "kurz")]


FIRST_LINES = {
    "cut off": as_json(thread("a", id="0"))[:-9],
    "cut within a text": b'{"id": "0", "messages": [{"role": "client", "content": "Ha',
    "no JSON at all": b"kaputt, ganz; und gar",
    "its beginning is missing": b'"messages": [{"role": "client", "content": "Hallo"}]}',
    "a bracket that stays open": b'{"id": "0", "messages": [',
}


@pytest.mark.database_free
@pytest.mark.parametrize("first", FIRST_LINES.values(), ids=FIRST_LINES.keys())
@pytest.mark.parametrize("following", [1, 3])
def test_a_broken_first_line_keeps_nothing_but_itself_out(first: bytes, following: int) -> None:
    lines = [as_json(thread("a", "b", id=str(number))) for number in range(1, following + 1)]
    reading = read_threads(b"\n".join([first, *lines]))
    assert [one.external_id for one in reading.threads] == [str(n + 1) for n in range(following)]
    assert (reading.format, reading.failed) == ("llars", 1)
    assert [one.kind for one in reading.problems] == ["json_broken"]
    assert " 1, " in reading.problems[0].where


@pytest.mark.database_free
def test_a_broken_first_line_does_not_change_the_form() -> None:
    kia = {"chat_id": 1, "messages": [{"sender": "Ratsuchende Person", "content": "Hallo"}]}
    lines = [as_json(kia | {"chat_id": number}) for number in range(3)]
    whole, broken = read_threads(b"\n".join(lines)), read_threads(b"\n".join([lines[0][:40], *lines[1:]]))
    assert (whole.format, broken.format) == ("kia", "kia")
    assert [one.external_id for one in broken.threads] == ["1", "2"]


@pytest.mark.database_free
def test_one_broken_object_over_many_lines_is_named_by_its_place() -> None:
    text = json.dumps(thread("a", "b", "c"), indent=1).replace(
        '"role": "counsellor",', '"role": "counsellor"'
    )
    reading = read_threads(text.encode())
    assert not reading.threads
    assert [one.kind for one in reading.problems] == ["json_broken"]


@pytest.mark.django_db(transaction=True)
def test_what_a_broken_cell_kept_out_can_be_downloaded_with_its_reason(
    uploader: Callable[[], Uploader],
) -> None:
    person = uploader()
    run = person.add("table.csv", TABLES["metadata"][0])
    assert run is not None
    person.look(run)
    person.set(run, next="1", good_only="on")
    done = person.start(run)
    assert (done.status, done.imported, done.failed) == ("done", 2, 1)
    path = running.unreadable_file(run)
    assert path is not None
    told = json.loads(path.read_text(encoding="utf-8"))
    assert told["thread"][0]["metadata"] == BROKEN
    assert told["problems"][0]["kind"] == "json_broken"
