"""Bring files into a pillar over the API: what came of it, a dry run, maps, refusals; and the KIA sync."""

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from rest_framework.test import APIClient

from pillars.kia.models import PathPattern, Repository
from pillars.models import ImportRun, Pillar, Thread

pytestmark = pytest.mark.django_db

GOOD: dict[str, Any] = {"id": "a", "messages": [{"role": "client", "content": "Hallo"}]}
BAD = {"id": "b", "messages": [{"role": "who", "content": "Hallo"}]}


@pytest.fixture
def api(anna: User) -> APIClient:
    client = APIClient()
    client.force_login(anna)
    return client


def _send(api: APIClient, name: str, content: bytes, query: str = "", **fields: Any) -> Any:
    data = {"file": SimpleUploadedFile(name, content)} | fields
    return api.post(f"/api/judge/pillars/1/import{query}", data, format="multipart")


def test_readable_threads_come_in_and_the_rest_is_told(
    api: APIClient, pillars: dict[int, Pillar], anna: User
) -> None:
    before = Thread.objects.count()
    answer = _send(api, "a.json", json.dumps([GOOD, BAD]).encode())
    assert answer.status_code == 200
    report = answer.json()
    assert {key: report[key] for key in ("format", "encoding", "imported", "skipped", "failed")} == {
        "format": "llars", "encoding": "utf-8", "imported": 1, "skipped": 0, "failed": 1,
    }  # fmt: skip
    assert [one["kind"] for one in report["problems"]] == ["unknown_role"]
    assert Thread.objects.count() == before + 1
    run = ImportRun.objects.get()
    assert (run.way, run.started_by, run.file_name, run.imported) == ("api", anna, "a.json", 1)
    assert run.brought.get().is_new
    again = _send(api, "a.json", json.dumps([GOOD]).encode()).json()
    assert (again["imported"], again["skipped"]) == (0, 1)


def test_a_dry_run_writes_nothing(api: APIClient, pillars: dict[int, Pillar]) -> None:
    before = Thread.objects.count()
    answer = _send(api, "a.json", json.dumps([GOOD]).encode(), "?dry_run=true")
    assert answer.json()["imported"] == 1
    assert Thread.objects.count() == before
    assert not ImportRun.objects.exists()


def test_maps_tell_columns_and_roles(api: APIClient, pillars: dict[int, Pillar]) -> None:
    table = b"A;B;C\nf1;Maike;Hallo\nf1;Weber;Guten Tag\n"
    columns = json.dumps({"thread": "A", "role": "B", "content": "C"})
    roles = json.dumps({"Maike": "client", "Weber": "counsellor"})
    report = _send(api, "a.csv", table, column_map=columns, role_map=roles).json()
    assert (report["format"], report["imported"]) == ("table_long", 1)
    assert [one["role"] for one in report["threads"][0]["messages"]] == ["client", "counsellor"]


def test_a_third_voice_is_left_out_and_a_wrong_word_names_the_right_ones(
    api: APIClient, pillars: dict[int, Pillar]
) -> None:
    turns = [*GOOD["messages"], {"role": "Leitung", "content": "Notiz"}]
    file = json.dumps([{"id": "c", "messages": turns}]).encode()
    report = _send(api, "a.json", file, role_map='{"Leitung": "leave_out"}').json()
    assert (report["imported"], [one["kind"] for one in report["problems"]]) == (1, ["left_out"])
    assert Thread.objects.get(external_id="c").messages.count() == 1
    refused = _send(api, "a.json", file, role_map='{"Leitung": "ignore"}')
    assert refused.status_code == 400
    assert "leave_out" in refused.json()["errors"]["role_map"][0]


@pytest.mark.parametrize(
    ("content", "fields", "status"),
    [
        (b"", {}, 400),
        (b"%PDF-1.7 nothing", {}, 400),
        (b"[{}]", {}, 400),
        (b"[{}]", {"role_map": "{broken"}, 400),
        (b"[{}]", {"column_map": "[1]"}, 400),
        (b"a;b\n1;2\n", {"form": "none such"}, 400),
    ],
)
def test_what_cannot_be_read_is_refused_with_a_reason(
    api: APIClient, pillars: dict[int, Pillar], content: bytes, fields: dict[str, str], status: int
) -> None:
    answer = _send(api, "a.json", content, **fields)
    assert answer.status_code == status
    told = answer.json()
    assert told.get("problems") or told.get("errors")


@pytest.mark.parametrize("name", ["role_map", "column_map"])
@pytest.mark.parametrize(
    "value", ["[" * 100_000, '{"thread": "\\ud800"}', '{"\\ud800": "client"}', "[]", "1"]
)
def test_a_map_that_is_none_is_refused(
    api: APIClient, pillars: dict[int, Pillar], name: str, value: str
) -> None:
    answer = _send(api, "a.csv", b"thread,role,content\na,client,Hallo\n", **{name: value})
    assert answer.status_code == 400
    assert list(answer.json()["errors"]) == [name]


def test_only_those_who_may_bring_threads_in_do(ben: User, pillars: dict[int, Pillar]) -> None:
    client = APIClient()
    client.force_login(ben)
    assert _send(client, "a.json", json.dumps([GOOD]).encode()).status_code in (403, 404)


def test_the_sync_tells_its_state_without_the_token_and_is_started(
    api: APIClient, pillars: dict[int, Pillar], ben: User
) -> None:
    repository = Repository.objects.create(url="http://127.0.0.1:1", project="kia/data", token="secret-token")
    assert api.post("/api/judge/kia/sync", {}, format="json").status_code == 409
    PathPattern.objects.create(repository=repository, pattern="**/*.json", pillar=pillars[1])
    started = api.post("/api/judge/kia/sync", {"dry_run": True}, format="json")
    assert started.status_code == 202
    assert api.post("/api/judge/kia/sync", {}, format="json").status_code == 409
    state = api.get("/api/judge/kia")
    assert "secret-token" not in state.content.decode()
    told = state.json()["results"][0]
    assert (told["project"], told["last_run"]["status"]) == ("kia/data", "waiting")
    stranger = APIClient()
    stranger.force_login(ben)
    assert stranger.post("/api/judge/kia/sync", {}, format="json").status_code == 403
