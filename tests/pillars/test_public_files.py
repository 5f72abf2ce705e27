"""Public files of others come in whole: counts, roles and texts are those that stand in the file."""

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from pillars.readers import ParsedThread, read_threads
from tests.pillars.files import PUBLIC_FILES, needs_public_files

pytestmark = [pytest.mark.database_free, needs_public_files]

DATA = PUBLIC_FILES.parent
PAIRS = ["pandalm/testset-v1.json", *(f"llmbar/{one}.dataset.json" for one in ("Manual", "Natural"))]


def _json(path: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
    return found


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def _said(thread: ParsedThread) -> list[tuple[str, str]]:
    return [(one.role, one.content) for one in thread.messages]


def _written(thread: ParsedThread) -> list[tuple[str, str, str]]:
    return [(one.type, one.model, one.content) for one in thread.features]


@pytest.mark.parametrize("name", ["authenticity-conversations.json", "mail-rating-conversations.json"])
def test_threads_of_user_and_assistant(name: str) -> None:
    reading = read_threads(PUBLIC_FILES / name)
    roles = {"user": "client", "assistant": "counsellor"}
    expected = [
        [(roles[one["role"]], one["content"]) for one in record["messages"]]
        for record in _json(PUBLIC_FILES / name)
    ]
    assert [_said(thread) for thread in reading.threads] == expected
    assert reading.failed == 0


def test_conversations_under_other_names_keep_each_models_answer() -> None:
    reading = read_threads(PUBLIC_FILES / "04_nested_conversations.json")
    records = _json(PUBLIC_FILES / "04_nested_conversations.json")
    by_id: dict[str, list[dict[str, Any]]] = {}
    for record in records:
        by_id.setdefault(record["dialogue_id"], []).append(record)
    roles = {"human": "client", "ai": "counsellor"}
    assert [thread.external_id for thread in reading.threads] == list(by_id)
    for thread in reading.threads:
        members = by_id[thread.external_id]
        turns = members[0]["conversation_history"]
        assert _said(thread) == [(roles[one["speaker"]], one["text"]) for one in turns]
        answers = [("final_response", one["assistant_type"], one["final_response"]) for one in members]
        assert _written(thread) == answers


@pytest.mark.parametrize(
    ("name", "thread_id", "source", "model", "text"),
    [
        ("01_german_fieldnames.csv", "ref_nr", "eingabetext", "ki_modell", "ausgabe"),
        ("02_cryptic_abbreviations.csv", "src_id", "inp", "mdl", "out"),
    ],
)
def test_odd_columns_are_recognised(name: str, thread_id: str, source: str, model: str, text: str) -> None:
    rows = _rows(PUBLIC_FILES / name)
    reading = read_threads(PUBLIC_FILES / name)
    assert [thread.external_id for thread in reading.threads] == list(
        dict.fromkeys(r[thread_id] for r in rows)
    )
    for thread in reading.threads:
        mine = [row for row in rows if row[thread_id] == thread.external_id]
        assert _said(thread) == [("client", mine[0][source])]
        assert _written(thread) == [(text, row[model], row[text]) for row in mine]


@pytest.mark.parametrize("name", ["ranking-summaries.csv", "ranking-summaries.json"])
def test_several_summaries_of_a_text_are_its_features(name: str) -> None:
    path = PUBLIC_FILES / name
    records: list[dict[str, Any]] = (
        _json(path) if name.endswith("json") else [dict(row) for row in _rows(path)]
    )
    reading = read_threads(path)
    assert [thread.external_id for thread in reading.threads] == [record["id"] for record in records]
    for thread, record in zip(reading.threads, records, strict=True):
        assert _said(thread) == [("client", record["source_text"])]
        summaries = [
            (key, "", value) for key, value in record.items() if key.startswith("summary_") and value
        ]
        assert _written(thread) == summaries


def test_questions_and_answers_are_two_messages() -> None:
    path = PUBLIC_FILES / "rating-llm-responses.json"
    reading = read_threads(path)
    for thread, record in zip(reading.threads, _json(path), strict=True):
        assert _said(thread) == [("client", record["question"]), ("counsellor", record["response"])]
        assert thread.metadata["model"] == record["model"]


@pytest.mark.parametrize("name", PAIRS)
def test_a_pair_is_two_threads_or_an_error_for_the_side_without_a_text(name: str) -> None:
    reading = read_threads(DATA / name)
    sides = ("response1", "response2") if "pandalm" in name else ("output_1", "output_2")
    answers = [record[side] for record in _json(DATA / name) for side in sides]
    whole = [one for one in answers if isinstance(one, str) and one.strip()]
    assert [thread.messages[-1].content for thread in reading.threads] == whole
    assert {thread.messages[-1].role for thread in reading.threads} == {"counsellor"}
    assert len(reading.unreadable) == len(answers) - len(whole)
    assert all(one.problems[0].hint for one in reading.unreadable)
    for thread in reading.threads:
        assert thread.external_id == f"{thread.metadata['pair']}:{thread.metadata['side']}"


def test_results_without_texts_get_an_error_that_says_what_to_do() -> None:
    reading = read_threads(DATA / "pandalm" / "gpt-3.5-turbo-testset-v1.json")
    assert not reading.threads
    assert reading.problems[0].kind == "unknown_form"
    assert "messages" in reading.problems[0].hint
