"""What is due by a schedule or a day is done by the watch that ``make run`` keeps alive."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

import django_rq
import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from evaluations.models import Model
from llars.models import AuditEntry
from pillars.kia.models import PathPattern, Repository
from pillars.models import Pillar, Thread
from tests.processes import running, start, wait_until
from tests.sessions import make_session

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("pillars", "default_prompts"),
    pytest.mark.processes,
]


@contextmanager
def watch() -> Iterator[None]:
    """The watch, which looks for what is due four times a second."""
    django_rq.get_connection("default").flushdb()
    with running(start("manage.py", "judge_watch", "--every", "0.25", "--removals-every", "0.25")):
        yield


def has_texts(number: int) -> bool:
    return Thread.objects.in_pillar(number).filter(purged_at__isnull=True).exists()


def set_day(number: int, days: int) -> None:
    day = timezone.localdate() + timedelta(days=days)
    Pillar.objects.filter(pk=number).update(delete_on=day)


def test_texts_go_on_their_day_once_and_on_record() -> None:
    set_day(3, 0)
    set_day(5, 1)
    with watch():
        wait_until(lambda: not has_texts(3), what="the texts of pillar 3 are removed")
        set_day(5, 0)
        wait_until(lambda: not has_texts(5), what="the watch has looked again")
    entries = AuditEntry.objects.filter(action="purge_due")
    assert sorted(entries.filter(target_type="pillar").values_list("target_id", flat=True)) == ["3", "5"]
    assert entries.filter(target_type="thread", user=None).count() == 12
    assert has_texts(1)


def test_what_a_model_reads_is_told_and_tried_again(admin: User, baseline: Model, client: Client) -> None:
    session = make_session(admin, baseline, samples_per_pillar=2, session_name="Geheime Sitzung")
    task = session.tasks.filter(item__pillar_b=3)[0]
    later = timezone.now() + timedelta(hours=1)
    session.tasks.filter(pk=task.pk).update(status="running", leased_until=later)
    set_day(3, -1)
    client.force_login(admin)
    assert "within an hour" in client.get("/judge/pillar/3", headers={"Accept-Language": "en"}).text
    with watch():
        wait_until(lambda: Pillar.objects.get(pk=3).purge_refused_at, what="the watch has tried")
        assert has_texts(3)
        for address in ("/judge/pillar/3", reverse("admin:pillars_pillar_changelist")):
            text = client.get(address, headers={"Accept-Language": "en"}).text
            assert "models had some of them before them" in text, address
            assert "Geheime Sitzung" not in text
        session.tasks.filter(pk=task.pk).update(status="pending", leased_until=None)
        wait_until(lambda: not has_texts(3), what="it was tried again")
    assert Pillar.objects.get(pk=3).purge_refused_at is None
    text = client.get("/judge/pillar/3", headers={"Accept-Language": "en"}).text
    assert "still there" not in text
    assert "Texts of this pillar were removed on" in text


def test_a_sync_that_is_due_is_started_and_not_twice() -> None:
    made = Repository.objects.create(url="http://127.0.0.1:1", project="x/y", token="t", every_minutes=60)
    PathPattern.objects.create(repository=made, pattern="**/*.json", pillar_id=1)
    with watch():
        wait_until(made.runs.exists, what="the sync was started")
        made.runs.update(status="done", created_at=timezone.now() - timedelta(minutes=61))
        wait_until(lambda: made.runs.count() == 2, what="the sync was started again")
        made.runs.update(status="done")
        set_day(5, 0)
        wait_until(lambda: not has_texts(5), what="the watch has looked once more")
        set_day(3, 0)
        wait_until(lambda: not has_texts(3), what="and once more")
    assert made.runs.count() == 2
    assert made.runs.filter(way="schedule").count() == 2
