"""What a file says of one thread is put together wherever it stands in the file."""

import json
from typing import Any

import pytest

from pillars.importing import import_threads
from pillars.models import Feature, Pillar, Thread
from pillars.readers import ParsedThread, read_threads
from pillars.readers.faults import ThreadUnreadable
from pillars.readers.row_store import RowStore
from tests.pillars.files import as_json, as_table

QUESTIONS = {
    "f1": "Ich schlafe seit Wochen schlecht und weiß nicht mehr weiter.",
    "f2": "Mein Sohn geht nicht mehr zur Schule, was soll ich tun?",
}
ANSWERS = [("f1", "m1"), ("f2", "m1"), ("f1", "m2"), ("f2", "m2"), ("f1", "m3")]
MODELS = {"f1": ["m1", "m2", "m3"], "f2": ["m1", "m2"]}


def _answer(case: str, model: str) -> str:
    return f"Danke für Ihre Nachricht zu {case}, hier schreibt {model}."


def _flat() -> list[dict[str, Any]]:
    return [
        {"id": case, "question": QUESTIONS[case], "answer": _answer(case, model), "model": model}
        for case, model in ANSWERS
    ]


def _with_turns() -> list[dict[str, Any]]:
    return [
        {
            "dialogue_id": case,
            "turns": [{"speaker": "human", "text": QUESTIONS[case]}],
            "summary": _answer(case, model),
            "model": model,
        }
        for case, model in ANSWERS
    ]


def _rows() -> bytes:
    records = _flat()
    return as_table([list(records[0]), *(list(record.values()) for record in records)])


FILES = {
    "JSON": as_json(_flat()),
    "JSON lines": b"\n".join(map(as_json, _flat())),
    "CSV": _rows(),
    "JSON with turns": as_json(_with_turns()),
    "JSON lines with turns": b"\n".join(map(as_json, _with_turns())),
}


def _written(thread: ParsedThread) -> list[tuple[str, str]]:
    return [(one.model, one.content) for one in thread.features]


@pytest.mark.database_free
@pytest.mark.parametrize("file", FILES.values(), ids=FILES.keys())
def test_answers_to_one_text_are_one_thread_though_others_stand_between(file: bytes) -> None:
    reading = read_threads(file)
    assert {one.external_id: one.messages[0].content for one in reading.threads} == QUESTIONS
    assert [one.external_id for one in reading.threads] == list(QUESTIONS)
    for thread in reading.threads:
        case = thread.external_id
        assert _written(thread) == [(model, _answer(case, model)) for model in MODELS[case]]


@pytest.mark.django_db
@pytest.mark.parametrize("file", FILES.values(), ids=FILES.keys())
def test_no_answer_is_lost_as_a_duplicate(file: bytes) -> None:
    pillar = Pillar.objects.create(number=1, name="Eins")
    report = import_threads(file, pillar=pillar)
    assert (report.imported, report.skipped, report.problems) == (2, 0, [])
    assert Feature.objects.count() == len(ANSWERS)


@pytest.mark.database_free
def test_records_without_an_id_stay_apart_and_what_is_none_is_named() -> None:
    records = [{"question": text, "answer": "Guten Tag"} for text in QUESTIONS.values()]
    reading = read_threads(as_json([records[0], "text", records[1]]))
    assert [one.messages[0].content for one in reading.threads] == list(QUESTIONS.values())
    assert [(one.kind, one.where) for one in reading.problems] == [("not_a_thread", "Verlauf 2")]


@pytest.mark.database_free
def test_half_a_surrogate_pair_as_an_id_fails_that_thread_alone() -> None:
    records = [record | {"id": "\ud800"} if record["id"] == "f1" else record for record in _flat()]
    reading = read_threads(json.dumps(records).encode())
    assert [one.external_id for one in reading.threads] == ["f2"]
    assert reading.failed == 1


@pytest.mark.database_free
def test_one_id_for_far_too_much_text_is_a_fault_of_that_thread_alone() -> None:
    with RowStore(most_chars=100) as store:
        for number, (key, text) in enumerate([("f1", "x" * 60), ("f2", "kurz"), ("f1", "y" * 60)]):
            store.add(key, number, [text])
        large, small = store.groups()
    assert (small.key, small.entries, small.fault) == ("f2", [(1, ["kurz"])], None)
    assert (large.key, len(large.entries)) == ("f1", 1)
    with pytest.raises(ThreadUnreadable) as refused:
        large.unreadable().finish()
    assert refused.value.problems[0].kind == "too_large"


@pytest.mark.django_db
def test_an_exported_table_may_be_sorted_anew() -> None:
    pillar = Pillar.objects.create(number=1, name="Eins")
    columns = ["thread", "id", "subject", "label", "metadata", "features", "role", "timestamp", "content"]
    rows = [
        ["1", "a", "Betreff", "", '{"k": 1}', "", "client", "", "eins"],
        ["2", "b", "", "", "", "", "client", "", "zwei"],
        ["1", "", "", "", "", "", "counsellor", "", "drei"],
    ]
    import_threads(as_table([columns, *rows]), pillar=pillar)
    thread = Thread.objects.get(external_id="a")
    assert (thread.subject, thread.metadata, thread.message_count) == ("Betreff", {"k": 1}, 2)
