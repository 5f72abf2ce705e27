"""Notes, supervision and lines of a system: what a third voice says can be left out of the threads."""

from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.utils.translation import override

from pillars.models import Pillar, Thread
from pillars.readers import Reading, read_threads
from tests.pillars.files import as_json, as_table

OUT = {"Supervision": "leave_out", "": "leave_out"}
ROWS = [
    ["thread", "role", "content"],
    ["f1", "Klient", "Hallo"],
    ["f1", "Supervision", "Bitte nachfragen."],
    ["f1", "Berater", "Guten Tag"],
    ["f2", "Supervision", "Nur eine Notiz."],
    ["f1", "", ""],
]


def _turns(*said: tuple[Any, Any], speaker: str = "role", text: str = "content") -> list[dict[str, Any]]:
    return [{speaker: who, text: what} for who, what in said]


def _texts(reading: Reading) -> list[list[str]]:
    return [[one.content for one in thread.messages] for thread in reading.threads]


def _left_out(reading: Reading) -> list[tuple[str, str]]:
    return [(one.where, one.value) for one in reading.problems if one.kind == "left_out"]


SAID = [("Klient", "Hallo"), ("Supervision", None), (None, "Notiz"), ("Berater", "Guten Tag")]


@pytest.mark.parametrize(
    "file",
    [
        as_table(ROWS[:5]),
        as_json([{"id": "f1", "messages": _turns(*SAID)}]),
        as_json([{"id": "f1", "messages": _turns(*SAID, speaker="sender")}]),
        as_json([{"id": "f1", "mails": _turns(*SAID, speaker="von", text="inhalt")}]),
        as_json([{"id": "f1", "conversations": _turns(*SAID, speaker="from", text="value")}]),
    ],
    ids=["table", "llars", "kia", "records", "sharegpt"],
)  # fmt: skip
def test_the_thread_comes_in_without_what_was_left_out(file: bytes) -> None:
    assert read_threads(file).threads == []
    reading = read_threads(file, role_map=OUT)
    assert _texts(reading) == [["Hallo", "Guten Tag"]]
    assert reading.roles["Supervision"].role == "leave_out"
    where, who = _left_out(reading)[0]
    assert (who, "f1" in where) == ("Supervision", True)


def test_a_thread_of_nothing_else_fails_and_says_why() -> None:
    with override("en"):
        reading = read_threads(as_table(ROWS), role_map=OUT)
    assert (_texts(reading), reading.failed) == ([["Hallo", "Guten Tag"]], 1)
    fault = reading.unreadable[0].problems[0]
    assert (fault.kind, "left out" in fault.hint) == ("no_messages", True)
    assert len(_left_out(reading)) == 3


def test_a_flag_can_be_left_out() -> None:
    rows = [
        ["thread", "is_counsellor", "content"],
        ["a", "ja", "x"],
        ["a", "unklar", "y"],
        ["a", "nein", "z"],
    ]
    reading = read_threads(as_table(rows), role_map={"unklar": "leave_out"})
    assert _texts(reading) == [["x", "z"]]


@pytest.mark.parametrize(
    "record",
    [
        {"messages": _turns(("system", "Sei kurz."), ("user", "a"), ("assistant", "b"))},
        {
            "conversations": _turns(
                ("system", "Sei kurz."), ("human", "a"), ("gpt", "b"), speaker="from", text="value"
            )
        },
    ],
    ids=["chatml", "sharegpt"],
)
def test_what_the_system_says_is_metadata_unless_it_is_left_out(record: dict[str, Any]) -> None:
    assert read_threads(as_json([record])).threads[0].metadata == {"system": "Sei kurz."}
    reading = read_threads(as_json([record]), role_map={"system": "leave_out"})
    assert (reading.threads[0].metadata, _texts(reading)) == ({}, [["a", "b"]])
    assert [who for _where, who in _left_out(reading)] == ["system"]


@pytest.mark.django_db
def test_the_command_leaves_out_and_names_the_word_where_it_does_not_understand(tmp_path: Path) -> None:
    Pillar.objects.create(number=1, name="Eins")
    path = tmp_path / "a.csv"
    path.write_bytes(as_table(ROWS[:4]))
    printed = StringIO()
    call_command("import_threads", str(path), pillar=1, role_map={"Supervision": "leave_out"}, stdout=printed)
    assert "[left_out]" in printed.getvalue()
    assert Thread.objects.get().messages.count() == 2
    unknown = read_threads(as_table(ROWS[:5]))
    assert all("leave_out" in one.hint for one in unknown.problems if one.kind == "unknown_role")
