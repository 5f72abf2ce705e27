"""Exports: whole, agreeing with the database, and harmless in a spreadsheet."""

import csv
import io
import json
from typing import Any

import pytest
from django.contrib.auth.models import User

from evaluations.models import JudgeSession, JudgeTask
from evaluations.reports.exports import ROWS_AT_ONCE, Separator, csv_export, guarded, json_export
from llars.models import AuditEntry
from tests.evaluations.reports import casting
from tests.evaluations.reports.casting import answer, answer_all, fail, tasks_of

WILD = "Größe; „Zitat“\n=1+1"


def rows_of(
    session: JudgeSession, actor: User, separator: Separator = Separator.COMMA
) -> list[dict[str, str]]:
    text = "".join(csv_export(session, actor=actor, separator=separator))
    assert text.startswith("\ufeff")
    return list(csv.DictReader(io.StringIO(text[1:]), delimiter=separator))


def data_of(session: JudgeSession, actor: User) -> Any:
    return json.loads("".join(json_export(session, actor=actor)))


def test_every_answer_and_every_failure_is_a_row(session: JudgeSession, anna: User) -> None:
    first, second, *_open = tasks_of(session)
    answer(first, "A", confidence=0.75)
    fail(second)
    rows = rows_of(session, anna)
    assert [row["status"] for row in rows] == ["completed", "failed"]
    assert (rows[0]["winner"], rows[0]["confidence"], rows[0]["empathy_a"]) == ("A", "0.75", "4.0")
    assert (rows[1]["winner"], rows[1]["failure_code"], rows[1]["attempts"]) == ("", "malformed", "1")


def test_each_row_names_who_judged_with_what(session: JudgeSession, anna: User) -> None:
    answer(tasks_of(session)[0], "A")
    row = rows_of(session, anna)[0]
    assert row["model"] == "baseline"
    assert row["is_language_model"] == "False"
    assert row["prompt_version"] == "1"
    assert row["prompt_hash"] == session.prompt_hash
    assert (row["pillar_a"], row["pillar_b"], row["position"], row["repetition"]) == ("1", "3", "1", "1")


def test_the_verdict_stands_in_both_frames(session: JudgeSession, anna: User) -> None:
    answer_all(session, casting.always_first)
    rows = rows_of(session, anna)
    assert {(row["position"], row["winner"], row["winner_shown"]) for row in rows} == {
        ("1", "A", "A"),
        ("2", "B", "A"),
    }


@pytest.mark.parametrize("separator", list(Separator))
def test_wild_text_comes_back_as_it_was(session: JudgeSession, anna: User, separator: Separator) -> None:
    answer(tasks_of(session)[0], "A", reason=WILD)
    assert rows_of(session, anna, separator)[0]["reasoning"] == WILD


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r"])
def test_what_a_spreadsheet_would_run_is_text(session: JudgeSession, anna: User, start: str) -> None:
    text = f"{start}1+1 ist keine Begründung"
    answer(tasks_of(session)[0], "A", reason=text)
    assert rows_of(session, anna)[0]["reasoning"] == f"'{text}"
    assert data_of(session, anna)["comparisons"][0]["payload"]["final_justification"] == text


def test_numbers_are_left_alone() -> None:
    assert guarded(-1.5) == -1.5
    assert guarded("") == ""


def test_the_json_has_the_prompt_the_payload_and_every_attempt(session: JudgeSession, anna: User) -> None:
    task = tasks_of(session)[0]
    fail(task)
    answer(task, "A", reason=WILD)
    data = data_of(session, anna)
    assert data["session"]["prompt_hash"] == session.prompt_hash
    assert data["session"]["user_text"] == session.user_text
    entry = data["comparisons"][0]
    assert entry["payload"]["final_justification"] == WILD
    assert [attempt["raw_text"] for attempt in entry["attempt_list"]] == ["Ich denke", "{…}"]
    assert (entry["attempts"], entry["input_tokens"], entry["cost"]) == (2, 200, 0.00012)


def test_an_export_without_answers_is_whole(session: JudgeSession, anna: User) -> None:
    assert rows_of(session, anna) == []
    assert data_of(session, anna)["comparisons"] == []


def test_more_rows_than_are_read_at_once_come_in_order_and_once(anna: User) -> None:
    casting.add_threads(1, range(100, 115))
    casting.add_threads(3, range(100, 115))
    session = casting.session_of(anna, comparison_mode="round_robin", position_swap=False)
    assert session.tasks.count() > ROWS_AT_ONCE
    answer_all(session, casting.always_first)
    expected = [str(task.pk) for task in tasks_of(session)]
    assert [row["comparison_id"] for row in rows_of(session, anna)] == expected
    assert [entry["comparison_id"] for entry in data_of(session, anna)["comparisons"]] == list(
        map(int, expected)
    )


def test_exports_go_on_record_before_the_first_byte(session: JudgeSession, anna: User) -> None:
    csv_export(session, actor=anna)
    entry = AuditEntry.objects.get()
    assert (entry.user, entry.action, entry.target_id) == (anna, AuditEntry.Action.EXPORT, str(session.pk))


def test_export_and_database_agree_after_a_break(session: JudgeSession, anna: User) -> None:
    for task in tasks_of(session)[:4]:
        answer(task, "A")
    done = JudgeTask.objects.filter(session=session, status=JudgeTask.Status.COMPLETED).count()
    assert len(rows_of(session, anna)) == len(data_of(session, anna)["comparisons"]) == done == 4
