"""Comparisons, results and exports over HTTP."""

import csv
import io
import json
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.db import connection
from django.http import StreamingHttpResponse
from django.test import AsyncClient
from django.test.utils import CaptureQueriesContext

from evaluations.models import JudgeSession, JudgeTask
from llars.models import AuditEntry
from tests.evaluations.api.conftest import Caller, token_of
from tests.evaluations.api.test_refusals import assert_problem
from tests.evaluations.reports import casting
from tests.evaluations.reports.casting import answer, answer_all, fail, tasks_of


@pytest.fixture
def path(session: JudgeSession) -> str:
    return f"judge/sessions/{session.pk}"


def ids(response: Any) -> list[int]:
    return [row["id"] for row in response.json()["results"]]


def test_a_row_has_winner_confidence_and_scores(session: JudgeSession, path: str, anna: Caller) -> None:
    task = tasks_of(session)[1]
    answer(task, "A", confidence=0.75, score_a=4.0)
    row = anna.call("get", f"{path}/comparisons").json()["results"][1]
    assert (row["id"], row["position"], row["status"]) == (task.pk, 2, "completed")
    assert (row["winner"], row["winner_shown"], row["confidence"]) == ("B", "A", 0.75)
    assert row["scores"]["empathy"] == {"score_a": 2.0, "score_b": 4.0}
    assert (row["pillar_a"], row["pillar_b"]) == (1, 3)
    assert row["thread_a"]["id"] == task.item.thread_a_id
    assert "reasoning" not in row


def test_an_open_or_failed_row_has_no_winner(session: JudgeSession, path: str, anna: Caller) -> None:
    fail(tasks_of(session)[0], "refused")
    failed, waiting, *_others = anna.call("get", f"{path}/comparisons").json()["results"]
    assert (failed["status"], failed["failure_code"], failed["winner"]) == ("failed", "refused", None)
    assert (waiting["status"], waiting["winner"], waiting["scores"]) == ("pending", None, None)


def test_a_row_says_whether_the_judgements_of_its_pair_agree(
    session: JudgeSession, path: str, anna: Caller
) -> None:
    swapped: dict[int, list[JudgeTask]] = {}
    for task in tasks_of(session):
        swapped.setdefault(task.item_id, []).append(task)
    agreeing, contrary, failed = swapped.values()
    for pair, verdicts in ((agreeing, "AB"), (contrary, "AA")):
        for task, shown in zip(pair, verdicts, strict=True):
            answer(task, shown)
    answer(failed[0], "A")
    fail(failed[1])
    rows = anna.call("get", f"{path}/comparisons").json()["results"]
    said = {(row["pair"], row["consistent"]) for row in rows}
    known = {agreeing[0].item_id: True, contrary[0].item_id: False}
    assert said == {(item, known.get(item)) for item in swapped}
    in_full = anna.call("get", f"{path}/comparisons/{contrary[1].pk}").json()
    assert in_full["consistent"] is False


def test_the_filters(session: JudgeSession, path: str, anna: Caller) -> None:
    first, second, third, *_open = tasks_of(session)
    answer(first, "A")
    answer(second, "A", reason="Am Ende gilt: Verlauf B ist besser, ohne jede Frage.")
    fail(third, "refused")
    of = f"{path}/comparisons"
    assert ids(anna.call("get", of, {"status": "failed"})) == [third.pk]
    assert ids(anna.call("get", of, {"winner": "B"})) == [second.pk]
    assert ids(anna.call("get", of, {"contradictory": "true"})) == [second.pk]
    assert ids(anna.call("get", of, {"failure": "refused"})) == [third.pk]
    assert ids(anna.call("get", of, {"winner": "A", "pillar": 3})) == [first.pk]
    assert ids(anna.call("get", of, {"pillar": 2})) == []


@pytest.mark.parametrize("query", [{"status": "done"}, {"winner": "C"}, {"pillar": "x"}])
def test_a_filter_that_means_nothing_is_400(path: str, anna: Caller, query: dict[str, str]) -> None:
    body = assert_problem(anna.call("get", f"{path}/comparisons", query), 400)
    assert list(body["errors"]) == list(query)


def test_one_in_full(session: JudgeSession, path: str, anna: Caller) -> None:
    task = tasks_of(session)[0]
    fail(task)
    evaluation = answer(task, "A", reason="Größe; „Zitat“\n=1+1 und noch etwas mehr.")
    body = anna.call("get", f"{path}/comparisons/{task.pk}").json()
    assert [message["role"] for message in body["thread_a"]["messages"]] == ["client", "counsellor"]
    assert body["thread_b"]["messages"][1]["content"] == "y" * 10
    assert body["reasoning"] == evaluation.reasoning
    assert body["payload"]["winner"] == "A"
    assert body["raw_response"] == "{…}"
    assert [attempt["failure_code"] for attempt in body["attempts"]] == ["malformed", ""]
    assert body["attempts"][0]["raw_text"] == "Ich denke"
    assert (body["model"], body["prompt_hash"]) == ("baseline", session.prompt_hash)


def test_reading_one_goes_on_record(session: JudgeSession, path: str, anna: Caller) -> None:
    task = tasks_of(session)[0]
    anna.call("get", f"{path}/comparisons/{task.pk}")
    entry = AuditEntry.objects.get()
    assert (entry.action, entry.target_type, entry.target_id) == ("read", "judgetask", str(task.pk))


def test_a_failed_one_in_full_has_no_answer(session: JudgeSession, path: str, anna: Caller) -> None:
    task = tasks_of(session)[0]
    fail(task)
    body = anna.call("get", f"{path}/comparisons/{task.pk}").json()
    assert (body["winner"], body["reasoning"], body["payload"]) == (None, None, None)
    assert body["raw_response"] == "Ich denke"


def test_a_comparison_of_another_session_is_not_there(session: JudgeSession, path: str, anna: Caller) -> None:
    other = casting.session_of(session.created_by, samples_per_pillar=1)
    assert_problem(anna.call("get", f"{path}/comparisons/{tasks_of(other)[0].pk}"), 404)


def test_current_is_a_plain_list_of_what_has_begun(session: JudgeSession, path: str, anna: Caller) -> None:
    claimed, begun, *_others = tasks_of(session)
    running = JudgeTask.objects.filter(pk__in=[claimed.pk, begun.pk])
    running.update(status=JudgeTask.Status.RUNNING)
    running.filter(pk=begun.pk).update(started_at=session.created_at)
    assert [row["id"] for row in anna.call("get", f"{path}/current").json()] == [begun.pk]
    assert len(ids(anna.call("get", f"{path}/queue"))) == 6


def test_the_queue_holds_what_is_not_done(session: JudgeSession, path: str, anna: Caller) -> None:
    first, second, *others = tasks_of(session)
    answer(first, "A")
    fail(second)
    assert ids(anna.call("get", f"{path}/queue")) == [task.pk for task in others]


def test_results_have_the_fixed_shape(session: JudgeSession, path: str, anna: Caller) -> None:
    answer_all(session, casting.longer)
    body = anna.call("get", f"{path}/results").json()
    assert body["matrix"] == [
        {
            "pillar_a": 1,
            "pillar_b": 3,
            "wins_a": 3,
            "wins_b": 0,
            "ties": 0,
            "conflicts": 0,
            "pairs": 3,
            "open": 0,
            "win_rate_a": 1.0,
            "avg_confidence": pytest.approx(0.8),
        }
    ]
    assert set(body["ranking"][0]) == {
        *("pillar", "wins", "losses", "ties", "win_rate", "elo", "bradley_terry", "ci_low", "ci_high")
    }
    assert set(body["criteria"][0]) == {"pillar", "criterion", "mean", "n"}
    assert body["confidence"]["mean"] == pytest.approx(0.8)
    assert len(body["confidence"]["histogram"]) == 10


def test_undefined_figures_are_null_with_their_reason(session: JudgeSession, path: str, anna: Caller) -> None:
    body = anna.call("get", f"{path}/results").json()
    assert body["ranking"][0]["elo"] is None
    assert body["ranking"][0]["win_rate"] is None
    assert (body["elo_undefined"], body["bradley_terry_undefined"]) == ("no_pairs", "no_pairs")
    answer_all(session, casting.longer)
    body = anna.call("get", f"{path}/results").json()
    assert body["ranking"][0]["bradley_terry"] is None
    assert body["bradley_terry_undefined"] == "unbeaten"


def test_the_csv_is_a_download_for_spreadsheets(session: JudgeSession, path: str, anna: Caller) -> None:
    answer(tasks_of(session)[0], "A", reason="Größe; „Zitat“\n=1+1")
    response = anna.call("get", f"{path}/export/csv")
    assert response.streaming
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    assert response["Content-Disposition"] == f'attachment; filename="llars-session-{session.pk}.csv"'
    raw = b"".join(response.streaming_content)
    assert raw.startswith(b"\xef\xbb\xbf")
    assert next(csv.DictReader(io.StringIO(raw.decode("utf-8-sig"))))["reasoning"] == "Größe; „Zitat“\n=1+1"


def test_an_asgi_server_gets_the_pieces_one_by_one(session: JudgeSession, path: str) -> None:
    answer_all(session, casting.always_first)
    token = token_of(session.created_by)

    async def pieces() -> list[bytes]:
        headers = {"Authorization": f"Token {token}"}
        response = await AsyncClient().get(f"/api/{path}/export/csv", headers=headers)
        assert isinstance(response, StreamingHttpResponse)
        return [piece async for piece in response]

    header, rows = async_to_sync(pieces)()
    assert header.startswith(b"\xef\xbb\xbfsession_id,")
    assert rows.count(b"\r\n") == 6


def test_the_csv_parts_by_semicolons_on_demand(path: str, anna: Caller) -> None:
    response = anna.call("get", f"{path}/export/csv", {"separator": "semicolon"})
    assert b"".join(response.streaming_content).startswith(b"\xef\xbb\xbfsession_id;session;")
    assert_problem(anna.call("get", f"{path}/export/csv", {"separator": "tab"}), 400)


def test_the_json_is_a_download(session: JudgeSession, path: str, anna: Caller) -> None:
    answer_all(session, casting.always_first)
    response = anna.call("get", f"{path}/export/json")
    data = json.loads(b"".join(response.streaming_content))
    assert (data["session"]["session_id"], len(data["comparisons"])) == (session.pk, 6)


@pytest.mark.parametrize("part", ["comparisons", "queue", "current"])
def test_more_rows_make_no_more_queries(session: JudgeSession, path: str, anna: Caller, part: str) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            assert anna.call("get", f"{path}/{part}").status_code == 200
        return len(captured)

    first, *others = tasks_of(session)
    running = JudgeTask.objects.filter(session=session)
    running.filter(pk=first.pk).update(status="running", started_at=session.created_at)
    JudgeTask.objects.filter(pk__in=[task.pk for task in others]).update(status="failed")
    one = queries()
    running.update(status="running", started_at=session.created_at)
    for task in others[:2]:
        answer(task, "A")
    assert queries() == one


def test_the_looks_behind_the_results(session: JudgeSession, path: str, anna: Caller) -> None:
    answer_all(session, casting.longer)
    positions = anna.call("get", f"{path}/position-swap-analysis").json()
    assert (positions["overall"]["swapped"], positions["overall"]["flips"]) == (3, 0)
    assert positions["by_pillars"][0]["pillar_b"] == 3
    lengths = anna.call("get", f"{path}/verbosity-analysis").json()
    assert (lengths["n"], lengths["longer_won_share"]) == (3, 1.0)
    records = anna.call("get", f"{path}/thread-performance", {"page_size": 2}).json()
    assert (records["count"], len(records["results"])) == (6, 2)
    assert records["results"][0]["win_rate"] == 1.0
