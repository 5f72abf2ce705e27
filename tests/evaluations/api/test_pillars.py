"""Pillars and threads over HTTP."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from llars.models import AuditEntry
from pillars.models import Feature, Pillar, PillarAssignment, Thread
from tests.evaluations.api.conftest import Caller
from tests.evaluations.api.test_refusals import assert_problem
from tests.evaluations.reports import casting


def test_the_five_pillars_with_their_threads_counted(anna: Caller) -> None:
    casting.add_threads(1, [100, 200])
    Thread.objects.filter(pk=casting.add_threads(1, [300])[0].pk).update(archived_at=timezone.now())
    body = anna.call("get", "judge/pillars").json()
    assert [(row["number"], row["thread_count"]) for row in body["results"]] == [
        *((1, 2), (2, 0), (3, 0), (4, 0), (5, 0))
    ]
    assert body["results"][0]["name"] == "Rollenspiele"


def test_a_pillar_can_be_added(anna: Caller) -> None:
    response = anna.call("post", "judge/pillars", {"number": 6, "name": "Archiv", "colour": "#112233"})
    assert response.status_code == 201
    assert response.json()["thread_count"] == 0
    assert Pillar.objects.get(pk=6).name == "Archiv"


def test_a_deletion_day_that_has_come_is_taken_only_where_it_is_meant(anna: Caller) -> None:
    data = {"number": 6, "name": "Archiv", "delete_on": timezone.localdate().isoformat()}
    body = assert_problem(anna.call("post", "judge/pillars", data), 400)
    assert list(body["errors"]) == ["delete_on"]
    assert "remove_now" in body["errors"]["delete_on"][0]
    assert not Pillar.objects.filter(pk=6).exists()
    assert anna.call("post", "judge/pillars", data | {"remove_now": True}).status_code == 201
    assert Pillar.objects.get(pk=6).delete_on == timezone.localdate()


@pytest.mark.parametrize(
    ("data", "field"),
    [
        ({"number": 1, "name": "Noch eine"}, "number"),
        ({"number": 0, "name": "Null"}, "number"),
        ({"number": 6}, "name"),
        ({"number": 6, "name": "x", "colour": "red"}, "colour"),
    ],
)
def test_a_faulty_pillar_is_400(anna: Caller, data: dict[str, Any], field: str) -> None:
    body = assert_problem(anna.call("post", "judge/pillars", data), 400)
    assert list(body["errors"]) == [field]
    assert Pillar.objects.get(pk=1).name == "Rollenspiele"


def test_the_threads_of_a_pillar_come_without_messages(anna: Caller) -> None:
    thread = casting.add_threads(2, [150])[0]
    casting.add_threads(3, [100])
    body = anna.call("get", "judge/pillars/2/threads").json()
    assert body["count"] == 1
    row = body["results"][0]
    assert (row["id"], row["message_count"], row["pillars"]) == (thread.pk, 2, [2])
    assert "messages" not in row


def test_an_unknown_pillar_is_404(anna: Caller) -> None:
    assert_problem(anna.call("get", "judge/pillars/9/threads"), 404)
    assert_problem(anna.call("post", "judge/pillars/9/assign", {"thread_ids": [1]}), 404)


def test_threads_can_be_assigned_again_without_harm(anna: Caller) -> None:
    ids = [thread.pk for thread in casting.add_threads(1, [100, 200])]
    first = anna.call("post", "judge/pillars/4/assign", {"thread_ids": ids[:1]}).json()
    assert first == {"assigned": 1, "already_assigned": 0}
    again = anna.call("post", "judge/pillars/4/assign", {"thread_ids": ids}).json()
    assert again == {"assigned": 1, "already_assigned": 1}
    assert PillarAssignment.objects.filter(pillar=4).count() == 2


def test_taking_threads_out_tells_which_are_in_no_pillar_any_more(anna: Caller) -> None:
    shared, alone = [thread.pk for thread in casting.add_threads(1, [100, 200])]
    anna.call("post", "judge/pillars/4/assign", {"thread_ids": [shared]})
    answer = anna.call("post", "judge/pillars/1/remove", {"thread_ids": [shared, alone, 999_999]})
    assert answer.json() == {"removed": 2, "in_no_pillar": [alone]}


def test_one_unknown_thread_keeps_all_from_being_assigned(anna: Caller) -> None:
    known = casting.add_threads(1, [100])[0].pk
    body = assert_problem(anna.call("post", "judge/pillars/4/assign", {"thread_ids": [known, 9999]}), 400)
    assert "9999" in body["errors"]["thread_ids"][0]
    assert not PillarAssignment.objects.filter(pillar=4).exists()


def test_a_thread_in_full_and_on_record(anna: Caller, anna_user: User) -> None:
    thread = casting.add_threads(1, [100])[0]
    Feature.objects.create(thread=thread, type="summary", content="Kurz", model_name="m1")
    body = anna.call("get", f"threads/{thread.pk}").json()
    assert (body["id"], body["pillars"], body["metadata"]) == (thread.pk, [1], {})
    assert [set(message) for message in body["messages"]] == [{"role", "content", "timestamp"}] * 2
    assert body["features"][0] | {"id": 0} == {"id": 0, "type": "summary", "content": "Kurz", "model": "m1"}
    entry = AuditEntry.objects.get()
    assert (entry.user, entry.action, entry.target_type) == (anna_user, "read", "thread")


def test_an_unknown_thread_is_404(anna: Caller) -> None:
    assert_problem(anna.call("get", "threads/9999"), 404)


def test_more_threads_make_no_more_queries(anna: Caller) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            assert anna.call("get", "judge/pillars/1/threads").status_code == 200
        return len(captured)

    casting.add_threads(1, [100])
    one = queries()
    casting.add_threads(1, [100, 200, 300])
    assert queries() == one
