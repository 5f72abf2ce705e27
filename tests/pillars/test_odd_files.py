"""Values that JSON allows and no database keeps: their thread fails by name, the others come in."""

import json
from typing import Any

import pytest

from pillars.importing import import_threads
from pillars.models import Message, Pillar, Thread
from pillars.readers import read_threads
from pillars.readers.problem_log import KEPT
from pillars.thread_table import COLUMNS
from tests.pillars.files import as_json, thread

DEEP: Any = 1
for _level in range(200):
    DEEP = {"a": DEEP}


@pytest.fixture
def pillar(db: None) -> Pillar:
    return Pillar.objects.create(number=1, name="Eins")


def _json(*threads: dict[str, Any]) -> bytes:
    return json.dumps(threads).encode()


ODD_VALUES = {
    "infinite number": float("inf"),
    "half a surrogate pair": "\ud800",
    "half a surrogate pair as a key": {"\udfff": 1},
    "nested too deeply": DEEP,
}


@pytest.mark.parametrize("value", ODD_VALUES.values(), ids=ODD_VALUES.keys())
@pytest.mark.parametrize("place", ["metadata", "further field", "provenance"])
def test_a_value_that_cannot_be_kept_fails_its_thread_and_no_other(
    pillar: Pillar, value: Any, place: str
) -> None:
    more: dict[str, dict[str, Any]] = {
        "metadata": {"metadata": {"x": value}},
        "further field": {"x": value},
        "provenance": {"features": [{"type": "summary", "content": "kurz", "x": value}]},
    }
    # Python writes an infinite number as no other program does; JSON has it as one that is too large.
    file = _json(thread("odd", **more[place]), thread("plain")).replace(b"Infinity", b"1e999")
    report = import_threads(file, pillar=pillar)
    assert (report.imported, report.failed) == (1, 1)
    assert [one.kind for one in report.problems] == ["not_storable"]
    assert list(Message.objects.values_list("content", flat=True)) == ["plain"]


def test_metadata_within_the_limits_comes_in_as_it_is(pillar: Pillar) -> None:
    metadata = {"a": [1, 2.5, None, True, {"b": "ü🙂"}], "n": 10**40}
    import_threads(as_json([thread("x", metadata=metadata)]), pillar=pillar)
    assert Thread.objects.get().metadata == metadata


def test_a_time_beyond_all_numbers_is_no_time() -> None:
    file = b'[{"messages": [{"role": "client", "content": "x", "timestamp": 1' + b"0" * 400 + b"}]}]"
    reading = read_threads(file)
    assert [one.kind for one in reading.problems] == ["unknown_time"]
    assert reading.threads[0].messages[0].timestamp is None


@pytest.mark.parametrize(
    "file",
    [
        b'[{"messages": [{"role": "client", "content": "a", "content": "b"}]}]',
        b'{"messages": [], "messages": [{"role": "client", "content": "b"}]}',
        b'{"messages": [{"role": "client", "content": "a"}]}\n{"id": 1, "id": 2, "messages": []}',
    ],
    ids=["message", "thread", "line"],
)
def test_a_key_given_twice_is_refused_as_nobody_knows_which_counts(file: bytes) -> None:
    reading = read_threads(file)
    assert not reading.threads
    assert [one.kind for one in reading.problems] == ["key_twice"]
    assert reading.problems[0].value in {"content", "messages", "id"}


@pytest.mark.parametrize(
    "file", [b"thread,role,content\n", b"thread;role;content\n;;\n", ",".join(COLUMNS).encode()]
)
def test_a_table_of_headings_alone_says_that_no_thread_is_in_it(file: bytes) -> None:
    reading = read_threads(file)
    assert [one.kind for one in reading.problems] == ["no_threads"]


def test_many_unknown_roles_are_not_all_listed_each_time() -> None:
    reading = read_threads(_json(*({"messages": [{"role": f"R{n}", "content": "x"}]} for n in range(500))))
    assert len(reading.problems) == KEPT
    assert sum(one.count for one in reading.roles.values()) == 500
    assert max(len(one.hint) for one in reading.problems) < 1000
    assert "R0" in reading.problems[0].hint and "R499" not in reading.problems[0].hint


def test_lines_nested_too_deeply_are_named_by_their_line() -> None:
    reading = read_threads(as_json(thread("x")) + b"\n" + b"[" * 100_000)
    assert [(one.kind, one.value) for one in reading.problems] == [("json_broken", "zu tief verschachtelt")]
    assert "2" in reading.problems[0].where
