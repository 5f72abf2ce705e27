"""A purge removes every text of a pillar and all that quotes it, and leaves what was counted."""

import json
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db import models
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from evaluations.models import Assignment, Attempt, Draft, Evaluation, Item, JudgeSession, Member, Model
from evaluations.task_types.forgetting import without_texts
from llars.models import AuditEntry
from pillars import retention
from pillars.models import Feature, Message, Pillar, PillarAssignment, Thread
from pillars.retention import due, purge
from pillars.versions import Correction, correct
from tests.evaluations.reports import casting
from tests.sessions import make_session

SECRET = "Zauberwort"
OF_THREE = models.Q(item__pillar_a=3) | models.Q(item__pillar_b=3)
pytestmark = pytest.mark.django_db


@pytest.fixture
def session(anna: User, pillars: dict[int, Pillar], default_prompts: None, baseline: Model) -> JudgeSession:
    """Pillar 3 holds a secret, which stands in threads and in all that was said of them."""
    for thread in Thread.objects.in_pillar(3):
        thread.subject = f"{SECRET} {thread.pk}"
        thread.metadata = {"ort": SECRET}
        thread.external_id = f"{SECRET}-{thread.pk}"
        thread.save()
        message = thread.messages.all()[0]
        message.content = f"{SECRET} {message.content}"
        message.save()
        Feature.objects.create(thread=thread, type="summary", content=SECRET, provenance={"prompt": SECRET})
    made = make_session(anna, baseline, samples_per_pillar=2)
    *tasks, failed, _open, _also_open = casting.tasks_of(made)
    for task in tasks:
        casting.answer(task, casting.longer(task), reason=f"Er sagt {SECRET}, das überzeugt mich sehr.")
    casting.fail(failed)
    Attempt.objects.update(raw_text=f"… {SECRET} …")
    Evaluation.objects.update(comment=SECRET, annotations={"winner": SECRET})
    JudgeSession.objects.filter(pk=made.pk).update(status="paused")
    return made


def texts_with(secret: str) -> list[str]:
    """Where in the whole database the secret stands; fields of every kind are looked at as text."""
    found = []
    for model in (one for one in apps.get_models() if one._meta.managed):
        for row in model._default_manager.all():
            values = {
                field.attname: getattr(row, field.attname)
                for field in model._meta.concrete_fields
                if not isinstance(field, models.ForeignKey)
            }
            if secret in json.dumps(values, default=str, ensure_ascii=False):
                found.append(model.__name__)
    return found


def purged(number: int = 3) -> None:
    purge(Pillar.objects.get(pk=number), now=timezone.now(), actor=None)


def test_no_text_is_left_anywhere(anna: User, session: JudgeSession, client: Client) -> None:
    client.force_login(anna)
    thread = Thread.objects.in_pillar(3)[0]
    client.get(f"/judge/pillar/3/thread/{thread.pk}")
    correct(thread, Correction(note=SECRET, label="x"), now=timezone.now(), actor=anna)
    made = Thread.objects.create(subject=SECRET, content_hash="made", source_thread=thread)
    Item.objects.filter(thread_a__in=Thread.objects.in_pillar(3)).update(reference={"reason": SECRET})
    item = Item.objects.filter(pillar_b=3)[0]
    member = Member.objects.create(scenario=session.scenario, name="Ben")
    assignment = Assignment.objects.create(member=member, item=item, skip_reason=SECRET)
    Draft.objects.create(assignment=assignment, fields={"reasoning": SECRET}, saved_at=timezone.now())
    assert {"Thread", "Message", "Feature", "Evaluation", "Attempt", "AuditEntry", "Draft"} <= set(
        texts_with(SECRET)
    )
    purged()
    # Answers about pillars 1 and 5 alone keep theirs.
    others = Evaluation.objects.exclude(item__pillar_a=3).exclude(item__pillar_b=3)
    Attempt.objects.filter(task__evaluation__in=others).delete()
    others.delete()
    Attempt.objects.exclude(task__item__pillar_a=3).exclude(task__item__pillar_b=3).delete()
    assert texts_with(SECRET) == []
    made.refresh_from_db()
    assert made.purged_at is not None


def test_figures_stay(anna: User, session: JudgeSession, client: Client) -> None:
    client.force_login(anna)
    for task in casting.tasks_of(session):
        if task.status == "pending":
            casting.answer(task, casting.longer(task))
    address = f"/api/judge/sessions/{session.pk}"
    before = [client.get(f"{address}/{what}").json() for what in ("results", "verbosity-analysis")]
    lengths = list(Thread.objects.order_by("pk").values_list("message_count", "character_count"))
    costs = list(Attempt.objects.order_by("pk").values_list("input_tokens", "cost"))
    purged()
    after = [client.get(f"{address}/{what}").json() for what in ("results", "verbosity-analysis")]
    assert after == before
    assert list(Thread.objects.order_by("pk").values_list("message_count", "character_count")) == lengths
    assert list(Attempt.objects.order_by("pk").values_list("input_tokens", "cost")) == costs
    assert Message.objects.filter(thread__assignments__pillar=3, content="").count() == 12


def test_pages_and_downloads_of_what_was_purged_still_work(
    anna: User, session: JudgeSession, client: Client
) -> None:
    client.force_login(anna)
    thread = Thread.objects.in_pillar(3)[0]
    purged()
    task = Evaluation.objects.filter(item__pillar_b=3)[0].task
    assert task is not None
    for address in (
        f"/judge/session/{session.pk}",
        f"/judge/session/{session.pk}/comparison/{task.pk}",
        f"/judge/session/{session.pk}/results",
        "/judge/pillar/3?archived=all",
        f"/judge/pillar/3/thread/{thread.pk}",
        f"/api/judge/sessions/{session.pk}/export/csv",
        f"/api/judge/sessions/{session.pk}/comparisons/{task.pk}",
    ):
        assert client.get(address).status_code == 200, address
    assert "Der Text wurde entfernt." in client.get(f"/judge/pillar/3/thread/{thread.pk}").text
    assert client.get("/api/judge/pillars/3/export/jsonl?archived=all").getvalue() == b""


def test_what_was_still_to_be_judged_ends_and_cannot_come_back(
    anna: User, session: JudgeSession, client: Client
) -> None:
    assert session.tasks.open().filter(OF_THREE).exists()
    purged()
    assert not session.tasks.open().filter(OF_THREE).exists()
    assert session.tasks.filter(failure_code="texts_removed").exists()
    client.force_login(anna)
    thread = Thread.objects.in_pillar(3)[0]
    for what, data in (("restore", {}), ("versions", {"note": "x", "subject": "y"})):
        answer = client.post(f"/api/threads/{thread.pk}/{what}", data, content_type="application/json")
        assert answer.status_code == 409


def test_it_waits_for_calls_under_way(session: JudgeSession) -> None:
    task = session.tasks.open().filter(OF_THREE)[0]
    session.tasks.filter(pk=task.pk).update(status="running")
    with pytest.raises(CommandError, match=session.name):
        call_command("purge_pillar", 3, yes=True)
    assert not Thread.objects.filter(purged_at__isnull=False).exists()
    assert SECRET in Thread.objects.in_pillar(3)[0].subject


def test_the_command_foretells_then_removes_and_it_is_on_record(
    session: JudgeSession, capsys: pytest.CaptureFixture[str]
) -> None:
    PillarAssignment.objects.create(pillar_id=5, thread=Thread.objects.in_pillar(3)[0])
    call_command("purge_pillar", 3)
    assert "6 threads, 12 messages, 6 features; 1 of the threads" in capsys.readouterr().out
    assert SECRET in Thread.objects.in_pillar(3)[0].subject
    call_command("purge_pillar", 3, yes=True)
    call_command("purge_pillar", 3, yes=True)
    assert Pillar.objects.get(pk=3).purged_at is not None
    entries = AuditEntry.objects.filter(action="purge", target_type="thread")
    assert entries.count() == 6
    assert AuditEntry.objects.filter(action="purge", target_type="pillar", target_id="3").exists()
    with pytest.raises(CommandError):
        call_command("purge_pillar", 99)


def test_what_is_due_goes(session: JudgeSession, capsys: pytest.CaptureFixture[str]) -> None:
    today = timezone.localdate()
    Pillar.objects.filter(pk=3).update(delete_on=today)
    Pillar.objects.filter(pk=5).update(delete_on=today + timedelta(days=1))
    assert [pillar.pk for pillar in due(today)] == [3]
    call_command("purge_due")
    assert "Pillar 3: texts of 6 threads removed." in capsys.readouterr().out
    assert not due(today).exists()


def test_a_pillar_that_is_deleted_meanwhile_does_not_stop_the_others(pillars: dict[int, Pillar]) -> None:
    Pillar.objects.update(delete_on=timezone.localdate())

    def delete_the_last(ids: Sequence[int], now: datetime) -> None:
        PillarAssignment.objects.filter(pillar=5).delete()
        Pillar.objects.filter(pk=5).delete()

    retention.register(delete_the_last)
    try:
        removals = retention.remove_due(timezone.now())
    finally:
        retention._forgetters.remove(delete_the_last)
    assert [(removal.pillar.pk, removal.refusal) for removal in removals] == [(1, ""), (3, "")]


def test_the_admin_asks_first(admin: User, anna: User, session: JudgeSession, client: Client) -> None:
    address = reverse("admin:pillars_pillar_changelist")
    action: dict[str, Any] = {"action": "remove_texts", "_selected_action": [3]}
    client.force_login(admin)
    page = client.post(address, action)
    assert page.context["purges"][0][1].threads == 6
    assert "style=" not in page.text
    assert SECRET in Thread.objects.in_pillar(3)[0].subject
    client.post(address, {**action, "confirmed": "yes"})
    assert not Thread.objects.in_pillar(3).filter(purged_at__isnull=True).exists()
    anna.is_staff = True
    anna.save()
    client.force_login(anna)
    client.post(address, {**action, "_selected_action": [5], "confirmed": "yes"})
    assert Thread.objects.in_pillar(5).filter(purged_at__isnull=True).count() == 6


def test_an_answer_keeps_its_figures_and_words() -> None:
    payload = {
        "winner": "A", "confidence": 0.8, "criteria_scores": {"empathy": {"score_a": 4, "reasoning": "x"}},
        "key_phrases": ["x"], "labels": ["a", "b"], "indicators": [{"indicator": "x", "supports": "real"}],
    }  # fmt: skip
    assert without_texts(payload) == {
        "winner": "A", "confidence": 0.8, "criteria_scores": {"empathy": {"score_a": 4, "reasoning": ""}},
        "key_phrases": [], "labels": ["a", "b"], "indicators": [{"indicator": "", "supports": "real"}],
    }  # fmt: skip
