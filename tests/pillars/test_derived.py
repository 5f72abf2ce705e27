"""Threads made from another one: texts of their own, and the messages of their source, not copied."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from evaluations.judging.texts import load_thread_texts
from evaluations.models import Model
from pillars.models import Message, Pillar, Thread
from pillars.retention import purge
from tests.evaluations.reports import casting
from tests.sessions import make_session

pytestmark = pytest.mark.django_db

MADE: dict[str, Any] = {
    "pillar": 3,
    "subject": "Erzeugter Betreff",
    "features": [
        {
            "type": "situation", "content": "Jemand hat Sorgen.", "model": "m-1",
            "provenance": {"prompt": "Beschreibe die Lage.", "temperature": 0.2},
        }
    ],
}  # fmt: skip


@pytest.fixture
def source(pillars: dict[int, Pillar]) -> Thread:
    return Thread.objects.in_pillar(1)[0]


@pytest.fixture
def her(client: Client, anna: User) -> Client:
    client.force_login(anna)
    return client


def make(client: Client, source: Thread, **fields: Any) -> Any:
    data = MADE | fields
    return client.post(f"/api/threads/{source.pk}/derive", data, content_type="application/json")


def test_it_has_its_own_texts_and_its_sources_messages(her: Client, source: Thread) -> None:
    messages = Message.objects.count()
    answer = make(her, source)
    assert answer.status_code == 201
    body = answer.json()
    assert (body["source_thread"], body["pillars"], body["subject"]) == (source.pk, [3], MADE["subject"])
    assert body["messages"] == her.get(f"/api/threads/{source.pk}").json()["messages"]
    assert body["message_count"] == 2
    assert Message.objects.count() == messages
    assert make(her, source).status_code == 200
    assert Thread.objects.filter(source_thread=source).count() == 1


def test_its_page_shows_provenance_and_source_and_the_sources_page_shows_it(
    her: Client, source: Thread
) -> None:
    made = make(her, source).json()["id"]
    text = her.get(f"/judge/pillar/3/thread/{made}").text
    assert "Beschreibe die Lage." in text
    assert f"/judge/pillar/1/thread/{source.pk}" in text
    assert source.messages.all()[0].content.split(".")[0] in text
    assert f"/judge/pillar/3/thread/{made}" in her.get(f"/judge/pillar/1/thread/{source.pk}").text
    found = her.get("/judge/pillar/3", {"q": "brauche Rat"}).context["page"]
    assert made in [thread.pk for thread in found]


def test_it_is_judged_with_its_sources_messages(
    her: Client, anna: User, source: Thread, default_prompts: None, baseline: Model
) -> None:
    made = make(her, source).json()["id"]
    texts = load_thread_texts([made, source.pk])
    assert texts[made].messages == texts[source.pk].messages
    assert texts[made].subject == MADE["subject"]
    session = make_session(anna, baseline, pillar_ids=(3, 5), comparison_mode="round_robin")
    task = next(task for task in casting.tasks_of(session) if task.item.thread_a_id == made)
    assert (
        source.messages.all()[0].content.split(".")[0]
        in her.get(f"/judge/session/{session.pk}/comparison/{task.pk}").text
    )
    full = her.get(f"/api/judge/sessions/{session.pk}/comparisons/{task.pk}").json()
    assert len(full["thread_a"]["messages"]) == 2


def test_more_made_threads_take_no_more_queries(her: Client, source: Thread) -> None:
    counts = []
    for number in (1, 4):
        for place in range(number):
            make(her, source, subject=f"Betreff {number}.{place}")
        with CaptureQueriesContext(connection) as captured:
            exported = her.get("/api/judge/pillars/3/export/jsonl").getvalue()
        counts.append(len(captured))
    assert exported.count(b"brauche Rat") == 6 + 5
    assert counts[0] == counts[1]


def test_what_was_made_is_corrected_without_its_sources_messages(her: Client, source: Thread) -> None:
    made = make(her, source).json()["id"]
    page = her.get(f"/judge/pillar/3/thread/{made}/correct").context["form"]
    assert page.turns() == []
    answer = her.post(
        f"/api/threads/{made}/versions", {"note": "x", "subject": "Besser"}, content_type="application/json"
    )
    body = answer.json()
    assert (body["subject"], body["source_thread"], body["message_count"]) == ("Besser", source.pk, 2)
    assert len(body["messages"]) == 2


@pytest.mark.parametrize(
    ("wrong", "status"),
    [({"subject": " ", "features": []}, 400), ({"pillar": 99}, 400), ({"features": [{"type": "x"}]}, 400)],
)
def test_nothing_comes_of_nothing(her: Client, source: Thread, wrong: dict[str, Any], status: int) -> None:
    assert make(her, source, **wrong).status_code == status


def test_nothing_is_made_from_what_is_archived_and_a_source_stays(
    her: Client, admin: User, source: Thread
) -> None:
    made = make(her, source).json()["id"]
    of_made = make(her, Thread.objects.get(pk=made), subject="Noch einer").json()
    assert of_made["source_thread"] == source.pk
    her.force_login(admin)
    assert her.delete(f"/api/threads/{source.pk}").status_code == 409
    her.post(f"/api/threads/{source.pk}/archive")
    assert make(her, source, subject="zu spät").status_code == 409


def test_a_purge_of_the_source_takes_what_was_made_along(her: Client, source: Thread) -> None:
    made = Thread.objects.get(pk=make(her, source).json()["id"])
    purge(Pillar.objects.get(pk=1), now=timezone.now(), actor=None)
    made.refresh_from_db()
    assert (made.subject, made.purged_at is not None) == ("", True)
    assert [one.content for one in made.features.all()] == [""]
    assert Thread.objects.in_pillar(3).active().count() == 6
