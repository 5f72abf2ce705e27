"""Threads do not change: they are corrected in a new version, archived, and deleted only unused."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from evaluations.models import Item, JudgeSession, Model
from llars.models import AuditEntry
from pillars.importing import import_threads
from pillars.models import Feature, Pillar, Thread
from tests.pillars.files import as_json
from tests.sessions import make_session

pytestmark = pytest.mark.django_db

THREADS = reverse("admin:pillars_thread_changelist")


@pytest.fixture
def boss(client: Client, admin: User) -> Client:
    client.force_login(admin)
    return client


@pytest.fixture
def session(anna: User, pillars: dict[int, Pillar], default_prompts: None, baseline: Model) -> JudgeSession:
    """A session over pillars 1 and 3 that takes all of their threads."""
    return make_session(anna, baseline, pillar_ids=(1, 3), comparison_mode="round_robin")


@pytest.fixture
def judged(session: JudgeSession) -> Thread:
    return Thread.objects.in_pillar(1)[0]


def send(client: Client, thread: Thread, what: str, data: Any = None) -> Any:
    return client.post(f"/api/threads/{thread.pk}/{what}", data or {}, content_type="application/json")


def messages_of(thread: Thread) -> list[dict[str, str]]:
    return [{"role": one.role, "content": one.content} for one in thread.messages.order_by("position")]


def test_a_judged_thread_cannot_be_deleted_over_the_api(boss: Client, judged: Thread) -> None:
    answer = boss.delete(f"/api/threads/{judged.pk}")
    assert (answer.status_code, answer.json()["type"].rsplit(":")[-1]) == (409, "thread_in_use")
    assert Thread.objects.filter(pk=judged.pk).exists()
    assert not AuditEntry.objects.filter(action="delete").exists()


def test_an_unused_thread_can_and_it_is_on_record(boss: Client, judged: Thread) -> None:
    unused = Thread.objects.in_pillar(5)[0]
    assert boss.delete(f"/api/threads/{unused.pk}").status_code == 204
    assert not Thread.objects.filter(pk=unused.pk).exists()
    assert AuditEntry.objects.get(action="delete").target_id == str(unused.pk)


def test_a_judged_thread_cannot_be_deleted_in_the_admin(boss: Client, judged: Thread) -> None:
    unused = Thread.objects.in_pillar(5)[0]
    address = reverse("admin:pillars_thread_delete", args=[judged.pk])
    assert str(judged.pk) in boss.get(address).context["protected"][0]
    boss.post(address, {"post": "yes"})
    chosen = [judged.pk, unused.pk]
    boss.post(THREADS, {"action": "delete_selected", "_selected_action": chosen, "post": "yes"})
    assert Thread.objects.filter(pk__in=chosen).count() == 2


def test_a_judged_threads_label_cannot_be_changed_in_the_admin(boss: Client, judged: Thread) -> None:
    address = reverse("admin:pillars_thread_change", args=[judged.pk])
    inlines: dict[str, Any] = {}
    for prefix, count in (("assignments", 1), ("features", 0), ("messages", 2)):
        inlines |= {f"{prefix}-TOTAL_FORMS": count, f"{prefix}-INITIAL_FORMS": count}
    inlines |= {"assignments-0-id": judged.assignments.get().pk, "assignments-0-thread": judged.pk}
    boss.post(address, {"label": "anders", **inlines})
    judged.refresh_from_db()
    assert judged.label == ""


def test_a_correction_is_a_new_version_and_the_session_keeps_the_old(
    boss: Client, judged: Thread, session: JudgeSession
) -> None:
    Feature.objects.create(thread=judged, type="summary", content="Kurz", model_name="m", provenance={"t": 1})
    before = messages_of(judged)
    corrected = [{**before[0], "content": "Hallo, berichtigt."}, before[1]]
    answer = send(boss, judged, "versions", {"note": "Name entfernt", "messages": corrected})
    assert answer.status_code == 201
    body = answer.json()
    assert (body["version"], body["replaces"], body["correction_note"]) == (2, judged.pk, "Name entfernt")
    assert (body["pillars"], body["is_judged"], body["message_count"]) == ([1], False, 2)
    new = Thread.objects.get(pk=body["id"])
    judged.refresh_from_db()
    assert judged.archived_at is not None
    assert messages_of(judged) == before
    assert messages_of(new) == corrected
    assert new.features.get().provenance == {"t": 1}
    assert new.character_count == len("Hallo, berichtigt.") + len(before[1]["content"])
    assert Item.objects.filter(scenario=session.scenario, thread_a=judged).exists()
    assert boss.get(f"/api/threads/{judged.pk}").json()["replaced_by"] == new.pk
    versions = boss.get(f"/api/threads/{new.pk}/versions").json()["results"]
    assert [row["version"] for row in versions] == [2, 1]
    assert AuditEntry.objects.get(action="change").target_id == str(new.pk)


def test_a_new_session_takes_the_newest_version_alone(
    boss: Client, judged: Thread, anna: User, baseline: Model
) -> None:
    new = send(boss, judged, "versions", {"note": "x", "subject": "Neu"}).json()["id"]
    later = make_session(anna, baseline, pillar_ids=(1, 3), comparison_mode="round_robin")
    taken = set(later.scenario.items.values_list("thread_a", flat=True))
    assert new in taken
    assert judged.pk not in taken


def test_what_was_corrected_back_is_a_third_version(boss: Client, judged: Thread) -> None:
    second = send(boss, judged, "versions", {"note": "x", "subject": "Neu"}).json()["id"]
    third = send(boss, Thread(pk=second), "versions", {"note": "doch nicht", "subject": ""}).json()
    assert third["version"] == 3
    assert send(boss, judged, "versions", {"note": "x", "label": "y"}).status_code == 409


@pytest.mark.parametrize(
    "wrong",
    [
        {"note": "nichts"},
        {"note": "leer", "messages": []},
        {"note": "leer", "messages": [{"role": "client", "content": " "}]},
        {"note": "Rolle", "messages": [{"role": "judge", "content": "x"}]},
        {"subject": "ohne Grund"},
    ],
)
def test_a_correction_that_corrects_nothing_or_cannot_be_is_refused(
    boss: Client, judged: Thread, wrong: dict[str, Any]
) -> None:
    assert send(boss, judged, "versions", wrong).status_code == 400
    assert not Thread.objects.filter(version=2).exists()


def test_a_correction_to_another_threads_texts_is_refused(boss: Client, judged: Thread) -> None:
    rows = [{"id": "x", "messages": [{"role": "client", "content": "Genau dies."}]}]
    import_threads(as_json(rows), pillar=Pillar.objects.get(pk=5))
    answer = send(boss, judged, "versions", {"note": "x", "messages": rows[0]["messages"]})
    assert answer.status_code == 400


def test_archived_threads_come_back_unless_they_were_replaced(boss: Client, judged: Thread) -> None:
    assert send(boss, judged, "archive").json()["archived_at"] is not None
    assert send(boss, judged, "restore").json()["archived_at"] is None
    assert list(
        AuditEntry.objects.exclude(action="read").order_by("pk").values_list("action", flat=True)
    ) == ["archive", "restore"]
    send(boss, judged, "versions", {"note": "x", "subject": "Neu"})
    assert send(boss, judged, "restore").status_code == 409


def test_an_archived_thread_does_not_come_in_with_a_request(boss: Client, pillars: dict[int, Pillar]) -> None:
    record = {"id": "x", "messages": [{"role": "client", "content": "Genau dies."}]}
    import_threads(as_json([record]), pillar=pillars[5])
    known = Thread.objects.get(external_id="x")
    scenario = boss.post(
        "/api/scenarios", {"name": "S", "task_type": "authenticity"}, content_type="application/json"
    ).json()["id"]
    items = f"/api/scenarios/{scenario}/items"
    send(boss, known, "archive")
    answer = boss.post(items, [{"thread": record}], content_type="application/json")
    assert answer.status_code == 400
    send(boss, known, "restore")
    assert boss.post(items, [{"thread": record}], content_type="application/json").status_code == 201


def test_who_may_not_change_threads_may_not_correct_or_delete_them(
    client: Client, anna: User, judged: Thread
) -> None:
    client.force_login(anna)
    assert client.delete(f"/api/threads/{judged.pk}").status_code == 403
    anna.groups.clear()
    assert send(client, judged, "archive").status_code == 403
