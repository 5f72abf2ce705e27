"""What a file may hold, or a person may set, that breaks neither the upload's pages nor the import."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.pillars.imports.conftest import Uploader

pytestmark = pytest.mark.django_db(transaction=True)

GOOD = {
    "id": "a",
    "messages": [{"role": "client", "content": "Hallo"}, {"role": "counsellor", "content": "Guten Tag"}],
}
BAD = {"id": "b", "messages": [{"role": "client", "content": "Hallo"}]}
TABLE = b"thread,role,content\nf1,client,Hallo\nf1,counsellor,Guten Tag\n"


@pytest.mark.parametrize(
    "bad",
    [
        BAD | {"messages": [{"role": "client", "content": "\ud800"}]},
        BAD | {"messages": [{"role": "\ud800", "content": "Hallo"}]},
        BAD | {"id": "\ud800"},
        BAD | {"\ud800": "x"},
    ],
    ids=["text", "role", "id", "key"],
)
def test_half_a_character_keeps_its_thread_out_and_no_other(
    uploader: Callable[[], Uploader], bad: object
) -> None:
    person = uploader()
    run = person.add("mixed.json", json.dumps([GOOD, bad]).encode())
    assert run is not None
    person.look(run)
    assert (run.findings["threads"], run.findings["unreadable"]) == (1, 1)
    done = person.start(run)
    assert (done.status, done.imported, done.failed) == ("done", 1, 1)
    told = json.loads(person.client.get(f"/judge/import/{run.pk}/unreadable").getvalue())
    assert told["thread"] == bad


@pytest.mark.parametrize(
    "fields",
    [
        {"form": "nonsense"},
        {"form": "table_wide", "column-0": "subject"},
        {"column-0": "content", "column-1": "messages", "column-2": "thread"},
    ],
    ids=["no such form", "a form for other columns", "columns of two forms"],
)
def test_what_cannot_be_is_told_once_and_not_kept(
    uploader: Callable[[], Uploader], fields: dict[str, Any]
) -> None:
    person = uploader()
    run = person.add("a.csv", TABLE)
    assert run is not None
    person.look(run)
    answer = person.client.post(f"{person.base}/check/{run.pk}", {"again": "1", "good_only": "on"} | fields)
    assert answer.status_code == 400
    assert 'name="column-0"' in answer.content.decode()
    person.look(run)
    done = person.start(run)
    assert (done.status, done.imported) == ("done", 1)
