"""JSON is read piece by piece as Python reads it whole, and what breaks midway brings nothing in."""

import io
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pillars.importing import import_threads
from pillars.models import Pillar, Thread
from pillars.readers import read_threads
from pillars.readers.faults import FileUnreadable
from pillars.readers.json_stream import BrokenRecord, stream_records

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=12,
)
OBJECTS = st.dictionaries(st.text(max_size=6).filter(lambda key: key != "threads"), VALUES, max_size=4)


class Trickle(io.StringIO):
    """A text that comes three characters at a time, so that every value is cut somewhere."""

    def read(self, size: int | None = -1) -> str:
        """At most three characters."""
        return super().read(3)


def _stream(text: str) -> list[Any]:
    return list(stream_records(Trickle(text)))


@pytest.mark.database_free
@given(st.lists(VALUES, max_size=6), st.sampled_from([None, 0, 2]), st.booleans())
def test_a_list_gives_its_entries(entries: list[Any], indent: int | None, ascii_only: bool) -> None:
    assert _stream(json.dumps(entries, indent=indent, ensure_ascii=ascii_only)) == entries


@pytest.mark.database_free
@given(OBJECTS, st.lists(OBJECTS, max_size=4), st.booleans())
def test_an_object_gives_its_threads_or_itself(
    head: dict[str, Any], threads: list[Any], has_threads: bool
) -> None:
    head.pop("format", None)
    if has_threads:
        assert _stream(json.dumps(head | {"threads": threads, "n": 1}, indent=1)) == threads
    else:
        assert _stream(json.dumps(head)) == [head]


@pytest.mark.database_free
@given(st.lists(OBJECTS, min_size=2, max_size=5))
def test_lines_give_one_record_each(records: list[Any]) -> None:
    assert _stream("\n".join(json.dumps(one) for one in records)) == records


@pytest.mark.database_free
@pytest.mark.parametrize(
    "text",
    [
        '[{"a": 1},\n {"b": }]', "[1, 2", '{"a": tru}', "[1 2]", '[{"a": 1}]\nx', '{"a" 1}', "{1: 2}", "[,]",
    ],
)  # fmt: skip
def test_what_is_broken_is_named_by_the_line_where_it_breaks(text: str) -> None:
    with pytest.raises(FileUnreadable) as caught:
        _stream(text)
    with pytest.raises(json.JSONDecodeError) as whole:
        json.loads(text)
    told = caught.value.problems[0]
    assert told.kind == "json_broken"
    assert f" {whole.value.lineno}, " in told.where


@pytest.mark.database_free
def test_a_broken_line_is_named_and_the_others_are_read() -> None:
    found = _stream('{"a": 1}\n{"a": }\n\n{"a": 3}\n')
    assert (found[0], found[2]) == ({"a": 1}, {"a": 3})
    assert isinstance(found[1], BrokenRecord)
    assert " 2, " in found[1].problem.where


@pytest.mark.django_db
def test_a_file_that_breaks_after_many_threads_brings_in_none() -> None:
    pillar = Pillar.objects.create(number=1, name="Eins")
    thread = {"messages": [{"role": "client", "content": "Hallo"}]}
    records = ",".join(json.dumps(thread | {"subject": str(number)}) for number in range(1200))
    report = import_threads(f"[{records},{{broken".encode(), pillar=pillar)
    assert (report.imported, report.nothing_read) == (0, True)
    assert [one.kind for one in report.problems] == ["json_broken"]
    assert not Thread.objects.exists()


@pytest.mark.django_db
def test_a_broken_line_of_many_keeps_nothing_but_itself_out() -> None:
    pillar = Pillar.objects.create(number=1, name="Eins")
    lines = [json.dumps({"id": n, "messages": [{"role": "client", "content": str(n)}]}) for n in range(5)]
    lines[3] = lines[3][:-1]
    report = import_threads("\n".join(lines).encode(), pillar=pillar)
    assert (report.imported, report.failed) == (4, 1)
    assert [one.kind for one in report.problems] == ["json_broken"]


@pytest.mark.database_free
def test_a_quotation_mark_that_is_missing_does_not_swallow_a_large_file() -> None:
    table = 'thread,role,content\nf1,client,"offen\n' + "f1,client,x\n" * 1_000_000
    reading = read_threads(table.encode())
    assert not reading.threads
    assert [one.kind for one in reading.problems] == ["cell_too_long"]


@pytest.mark.database_free
def test_a_fault_early_in_a_large_file_is_named_without_reading_on() -> None:
    text = io.StringIO('[{"a": }' + ',\n{"a": "b"}' * 400_000)
    with pytest.raises(FileUnreadable) as caught:
        list(stream_records(text))
    assert " 1, " in caught.value.problems[0].where
    assert text.read()


@pytest.mark.database_free
def test_separators_of_other_programs_do_not_end_a_line() -> None:
    records = [{"text": "a\u2028b\x85c\x0bd"}, {"text": "\u2029\x1c"}, {"text": "e"}]
    text = "\n".join(json.dumps(one, ensure_ascii=False) for one in records)
    assert list(stream_records(io.StringIO(text, newline=""))) == records
    assert _stream(text) == records
