"""Files of threads: forms, encodings, separators, and what is said of faulty ones."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from llars.errors import InvalidInput
from pillars.readers import read_threads
from tests.pillars.files import PUBLIC_FILES, SAMPLE_FILES, as_json, as_table, needs_public_files, thread

HEADER = ["thread_id", "role", "text"]
ROWS = [HEADER, ["1", "client", 'Ich hörte: „Nein“,\nund "nie".'], ["1", "Berater", "Wann; denn\tnoch?"]]


def kinds(reading: Any) -> list[str]:
    return [problem.kind for problem in reading.problems]


@pytest.mark.parametrize(
    "data",
    [
        [thread("a", "b", id="x")],
        thread("a", "b", id="x"),
        {"threads": [thread("a", "b", id="x")]},
        {"format": "llars-import-v1", "threads": [thread("a", "b", id="x")]},
    ],
    ids=["list", "one object", "threads", "format"],
)
def test_it_reads_llars_json_in_every_wrapping(data: Any) -> None:
    reading = read_threads(as_json(data))
    assert reading.format == "llars"
    [found] = reading.threads
    assert found.external_id == "x"
    assert [(one.role, one.content) for one in found.messages] == [("client", "a"), ("counsellor", "b")]
    assert not reading.problems


def test_it_reads_one_object_a_line() -> None:
    lines = b"\n".join(as_json(thread(text, id=text)) for text in ("a", "b"))
    assert [one.external_id for one in read_threads(lines).threads] == ["a", "b"]


def test_it_keeps_all_that_a_thread_says() -> None:
    data = thread(
        "a", id=7, subject="Betreff", label="echt", metadata={"a": 1}, category="Trauer",
        features=[{"id": 3, "type": "summary", "content": "kurz", "model": "m", "prompt": "p"}],
    )  # fmt: skip
    data["messages"][0]["timestamp"] = "26.04.2020 19:39"
    [found] = read_threads(as_json([data])).threads
    assert (found.external_id, found.subject, found.label) == ("7", "Betreff", "echt")
    assert found.metadata == {"a": 1, "category": "Trauer"}
    [feature] = found.features
    assert (feature.external_id, feature.type, feature.content, feature.model) == (
        "3",
        "summary",
        "kurz",
        "m",
    )
    assert feature.provenance == {"prompt": "p"}
    assert found.messages[0].timestamp == datetime(2020, 4, 26, 17, 39, tzinfo=UTC)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_it_finds_encoding_and_separator(encoding: str, delimiter: str) -> None:
    reading = read_threads(as_table(ROWS, delimiter, encoding))
    [found] = reading.threads
    assert [one.content for one in found.messages] == [row[2] for row in ROWS[1:]]
    assert reading.format == "table_long"
    family = {"utf-8-sig": "utf-8", "cp1252": "windows-1252"}.get(encoding, encoding[:6].rstrip("-"))
    assert reading.encoding == family


def test_it_understands_german_column_names_and_excels_first_line() -> None:
    rows = [
        ["Fall-ID", "Rolle", "Nachricht", "Datum", "Betreff"],
        ["1", "Ratsuchende Person", "a", "26.04.2020 19:39", "B"],
    ]
    [found] = read_threads(b"sep=;\r\n" + as_table(rows, ";")).threads
    assert (found.external_id, found.subject, found.messages[0].role) == ("1", "B", "client")
    assert found.messages[0].timestamp is not None


def test_rows_of_a_thread_need_not_stand_together() -> None:
    rows = [HEADER, ["1", "client", "a"], ["2", "client", "b"], ["1", "bot", "c"]]
    found = read_threads(as_table(rows)).threads
    assert [[one.content for one in each.messages] for each in found] == [["a", "c"], ["b"]]


def test_a_column_is_counsellor_tells_the_role() -> None:
    rows = [["thread", "is_counsellor", "text"], ["1", "nein", "a"], ["1", "ja", "b"]]
    [found] = read_threads(as_table(rows)).threads
    assert [one.role for one in found.messages] == ["client", "counsellor"]


def test_the_callers_columns_are_taken() -> None:
    rows = [["k", "w", "t", "sum"], ["1", "client", "a", "S"], ["1", "client", "b", "S"]]
    columns = {"thread": "k", "role": "w", "content": "t", "features": ["sum"]}
    [found] = read_threads(as_table(rows), column_map=columns).threads
    assert [(one.type, one.content) for one in found.features] == [("sum", "S")]


@pytest.mark.parametrize("columns", [{"thread": "nowhere"}, {"who": "role"}, {"features": "text"}])
def test_a_column_map_that_does_not_fit_is_refused_by_field(columns: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput) as refused:
        read_threads(as_table(ROWS), column_map=columns)
    assert "column_map" in refused.value.errors


def test_columns_are_metadata_and_where_a_threads_rows_differ_the_list_of_their_values() -> None:
    rows = [
        [*HEADER, "quelle", "ip", "leer"],
        ["1", "client", "a", "Mail", "x", ""],
        ["2", "client", "a", "Chat", "z", ""],
        ["1", "client", "b", "Mail", "", ""],
        ["1", "client", " ", "Mail", "y", ""],
    ]
    reading = read_threads(as_table(rows))
    assert [one.metadata for one in reading.threads] == [
        {"quelle": "Mail", "ip": ["x", "", "y"]},
        {"quelle": "Chat", "ip": "z"},
    ]
    [problem] = [one for one in reading.problems if one.kind == "values_differ"]
    assert problem.where.endswith("1, ip")
    assert problem.value == "x, y"


def test_unknown_roles_are_listed_all_and_a_map_answers_them() -> None:
    rows = [HEADER, ["1", "Anna", "a"], ["1", "Bob", "b"], ["1", "Anna", "c"], ["2", "client", "d"]]
    reading = read_threads(as_table(rows))
    assert reading.failed == 1
    assert [one.external_id for one in reading.threads] == ["2"]
    assert [(one.kind, one.value) for one in reading.problems] == [
        ("unknown_role", "Anna"),
        ("unknown_role", "Bob"),
    ]
    assert all("Anna" in one.hint and "Bob" in one.hint for one in reading.problems)
    answered = read_threads(as_table(rows), role_map={"Anna": "client", "Bob": "counsellor"})
    assert (len(answered.threads), answered.failed) == (2, 0)


def test_long_texts_stay_whole() -> None:
    text = "wort " * 60_000
    for raw in (as_json(thread(text)), as_table([HEADER, ["1", "client", text]])):
        assert read_threads(raw).threads[0].messages[0].content == text


@pytest.mark.parametrize(
    ("raw", "kind"),
    [
        (b"", "empty"),
        (b" \n", "empty"),
        (b'[{"messages": [}', "json_broken"),
        (b"[" * 100_000, "json_broken"),
        (b'{"messages": [], "n": NaN}', "json_broken"),
        (b"[]", "no_threads"),
        (b'{"format": "llars-import-v9", "threads": []}', "unknown_format"),
        (b'[{"foo": 1}]', "unknown_form"),
        (b"a,b\n1,2\n", "unknown_form"),
        (b'thread,role,text\n1,client,"never closed\n', "table_broken"),
        (b"thread,role,text,text\n1,client,a,b\n", "column_twice"),
        (b"\x81\x8d\xff", "encoding"),
    ],
)
def test_an_unreadable_file_says_what_is_wrong(raw: bytes, kind: str) -> None:
    reading = read_threads(raw)
    assert not reading.threads
    assert kinds(reading) == [kind]
    assert reading.problems[0].hint


@pytest.mark.parametrize(
    ("broken", "kind"),
    [
        ("no object", "not_a_thread"),
        ({"messages": []}, "no_messages"),
        (thread("a", subject="s" * 501), "too_long"),
        (thread("a", subject=["s"]), "not_text"),
        ({"messages": ["text"]}, "not_a_message"),
        ({"messages": [{"role": "client"}]}, "not_text"),
        ({"messages": [{"role": "client", "content": 5}]}, "not_text"),
        (thread("a", features=[{"content": "x"}]), "feature_incomplete"),
        (thread("a", features="x"), "not_a_list"),
        (thread("a", metadata=[1]), "not_an_object"),
    ],
)
def test_one_faulty_thread_does_not_stop_the_others(broken: Any, kind: str) -> None:
    reading = read_threads(as_json([thread("good"), broken]))
    assert (len(reading.threads), reading.failed) == (1, 1)
    assert kinds(reading) == [kind]
    assert "2" in reading.problems[0].where


def test_half_a_surrogate_pair_is_a_fault_not_a_crash() -> None:
    raw = json.dumps([thread("a\ud83d")]).encode()
    reading = read_threads(raw)
    assert kinds(reading) == ["broken_text"]
    json.dumps([one.as_dict() for one in reading.problems], ensure_ascii=False).encode()


def test_a_row_with_too_many_cells_is_never_cut() -> None:
    reading = read_threads(b"thread,role,text\n1,client,Ja, aber\n2,client,gut\n")
    assert [one.external_id for one in reading.threads] == ["2"]
    assert kinds(reading) == ["row_too_long"]


def test_what_is_left_out_is_said() -> None:
    data = thread("a", "  ")
    data["messages"][0].update(timestamp="gestern", message_id=4)
    reading = read_threads(as_json([data]))
    assert len(reading.threads[0].messages) == 1
    assert sorted(kinds(reading)) == ["empty_message", "fields_not_kept", "unknown_time"]


def test_the_hash_tells_content_not_spelling_of_line_ends() -> None:
    one, same, other = (
        read_threads(as_json(thread(*texts))).threads[0].content_hash
        for texts in (("a\r\nb", "c"), ("a\nb", "c"), ("a\nbc",))
    )
    assert one == same != other


@pytest.mark.parametrize("number", [1, 3, 4, 5])
def test_the_samples_come_in_whole(number: int) -> None:
    reading = read_threads(SAMPLE_FILES / f"pillar_{number}.json")
    assert len(reading.threads) >= 8
    assert not reading.problems
    assert all(3 <= len(one.messages) <= 9 for one in reading.threads)


@needs_public_files
@pytest.mark.parametrize("name", ["authenticity-conversations.json", "mail-rating-conversations.json"])
def test_public_conversations_come_in_whole(name: str) -> None:
    reading = read_threads(PUBLIC_FILES / name)
    given = json.loads((PUBLIC_FILES / name).read_text())
    assert [[one.content for one in each.messages] for each in reading.threads] == [
        [message["content"] for message in each["messages"]] for each in given
    ]
    assert not reading.problems
