"""A session's page and its fragments."""

import re
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from evaluations.judging.workers import WorkerState
from evaluations.models import Evaluation, JudgeSession, JudgeTask, Model
from tests.evaluations.pages.conftest import As, finish
from tests.sessions import make_session

HTMX = {"HX-Request": "true"}


def test_a_new_session_can_be_started_or_deleted(created: JudgeSession, anna: User, logged_in: As) -> None:
    text = logged_in(anna).get(reverse("judge-session", args=[created.pk])).content.decode()
    assert 'data-testid="start-session"' in text
    assert 'data-testid="delete-session"' in text
    assert 'data-testid="pause-session"' not in text
    assert "Noch hat kein Vergleich begonnen" in text


def test_start_pause_and_resume_each_say_what_happened(
    created: JudgeSession, anna: User, logged_in: As
) -> None:
    client = logged_in(anna)
    for step, said, status in (
        ("start", "wurde gestartet", "queued"),
        ("pause", "ist pausiert", "paused"),
        ("resume", "geht weiter", "queued"),
    ):
        answer = client.post(reverse("judge-session-step", args=[created.pk, step]), follow=True)
        assert said in answer.content.decode()
        created.refresh_from_db()
        assert created.status == status


def test_a_step_that_does_not_apply_is_a_409_with_its_reason_and_a_way_back(
    judged: JudgeSession, anna: User, logged_in: As
) -> None:
    answer = logged_in(anna).post(reverse("judge-session-step", args=[judged.pk, "pause"]))
    assert answer.status_code == 409
    assert "abgeschlossen" in answer.content.decode()
    assert reverse("judge-session", args=[judged.pk]) in answer.content.decode()


def test_an_unknown_step_is_not_there(created: JudgeSession, anna: User, logged_in: As) -> None:
    assert (
        logged_in(anna).post(reverse("judge-session-step", args=[created.pk, "explode"])).status_code == 404
    )


def test_without_a_worker_the_page_says_so_and_how_to_start_one(
    created: JudgeSession, anna: User, logged_in: As
) -> None:
    client = logged_in(anna)
    client.post(reverse("judge-session-step", args=[created.pk, "start"]))
    text = client.get(reverse("judge-session", args=[created.pk])).content.decode()
    assert 'data-testid="no-workers"' in text
    assert "rqworker" in text


def test_with_a_worker_it_does_not(
    created: JudgeSession, anna: User, logged_in: As, monkeypatch: Any
) -> None:
    alive = [WorkerState("w1", busy=True, heartbeat=timezone.now())]
    monkeypatch.setattr("evaluations.judging.health.live_workers", lambda now: alive)
    client = logged_in(anna)
    client.post(reverse("judge-session-step", args=[created.pk, "start"]))
    text = client.get(reverse("judge-session", args=[created.pk])).content.decode()
    assert 'data-testid="no-workers"' not in text


def test_a_pause_for_a_reason_names_the_reason(created: JudgeSession, anna: User, logged_in: As) -> None:
    JudgeSession.objects.filter(pk=created.pk).update(
        status="paused", status_reason="unauthorised", status_detail="Incorrect API key <b>"
    )
    text = logged_in(anna).get(reverse("judge-session", args=[created.pk])).content.decode()
    assert "Schlüssel vom Anbieter abgelehnt" in text
    assert "Incorrect API key &lt;b&gt;" in text
    assert 'data-testid="resume-session"' in text


def test_a_finished_session_shows_its_last_verdict_and_what_is_done(
    judged: JudgeSession, anna: User, logged_in: As
) -> None:
    text = logged_in(anna).get(reverse("judge-session", args=[judged.pk])).content.decode()
    assert text.count('data-testid="winner"') == 1
    assert text.count('data-testid="history-row"') == 12
    assert re.search(r'data-testid="progress"\s+max="12"\s+value="12"', text)
    assert 'data-testid="baseline-note"' in text


def test_progress_never_exceeds_the_total(judged: JudgeSession, anna: User, logged_in: As) -> None:
    judged.tasks.filter(queue_position__lt=3).update(status="failed", failure_code="refused")
    text = logged_in(anna).get(reverse("judge-session-state", args=[judged.pk])).content.decode()
    assert re.search(r'max="12"\s+value="12"', text)
    assert "3 fehlgeschlagen" in text
    assert 'data-testid="retry-failed"' in text


def test_the_comparison_being_judged_shows_both_threads_as_the_judge_sees_them(
    created: JudgeSession, anna: User, logged_in: As
) -> None:
    task = created.tasks.get(queue_position=1)
    JudgeTask.objects.filter(pk=task.pk).update(status="running", started_at=timezone.now())
    text = logged_in(anna).get(reverse("judge-session-current", args=[created.pk])).content.decode()
    assert f'data-comparison="{task.pk}"' in text
    assert "Seiten vertauscht" in text
    first = text.index(f'id="thread-A-{task.item.thread_b_id}"')
    assert first < text.index(f'id="thread-B-{task.item.thread_a_id}"')


def test_a_comparison_shown_already_is_not_sent_again(
    judged: JudgeSession, anna: User, logged_in: As
) -> None:
    client = logged_in(anna)
    address = reverse("judge-session-current", args=[judged.pk])
    shown = judged.tasks.order_by("-finished_at", "-queue_position").values_list("pk", flat=True)[0]
    assert client.get(address, {"shown": f"{shown}:completed"}).status_code == 204
    assert client.get(address, {"shown": f"{shown}:running"}).status_code == 200


def test_texts_are_shown_escaped(created: JudgeSession, anna: User, logged_in: As) -> None:
    task = created.tasks.get(queue_position=0)
    task.item.thread_a.messages.filter(position=0).update(content="<script>alert(1)</script>")
    JudgeTask.objects.filter(pk=task.pk).update(status="running", started_at=timezone.now())
    text = logged_in(anna).get(reverse("judge-session", args=[created.pk])).content.decode()
    assert "<script>alert(1)" not in text
    assert "&lt;script&gt;alert(1)" in text


def test_the_history_is_filtered_by_status_winner_and_pillar(
    judged: JudgeSession, anna: User, logged_in: As
) -> None:
    client = logged_in(anna)
    address = reverse("judge-session-history", args=[judged.pk])

    def rows(**query: str) -> int:
        text = client.get(address, query, headers=HTMX).content.decode()
        assert "<html" not in text
        return text.count('data-testid="history-row"')

    assert rows() == 12
    assert rows(pillar="1") == 8
    won = Evaluation.objects.filter(task__session=judged, item__pillar_a=1, verdict="A").count()
    assert rows(winner="1") == won
    assert sum(rows(winner=winner) for winner in ("1", "3", "5", "TIE")) == 12
    judged.tasks.filter(queue_position=0).update(status="failed", failure_code="refused")
    assert rows(status="failed") == 1
    contradictory = Evaluation.objects.filter(task__session=judged, is_contradictory=True).count()
    assert rows(status="contradictory") == contradictory > 0
    assert rows(status="nonsense") == 12


def test_without_htmx_the_filter_gives_the_whole_page(
    judged: JudgeSession, anna: User, logged_in: As
) -> None:
    address = reverse("judge-session", args=[judged.pk])
    text = logged_in(anna).get(address, {"pillar": "5"}).content.decode()
    assert "<html" in text
    assert text.count('data-testid="history-row"') == 8


def test_the_page_takes_as_many_queries_for_many_comparisons_as_for_few(
    anna: User, stage: Model, logged_in: As
) -> None:
    client = logged_in(anna)
    few, many = (finish(make_session(anna, stage, samples_per_pillar=number)) for number in (1, 6))
    counted = []
    for session in (few, few, many):
        with CaptureQueriesContext(connection) as queries:
            client.get(reverse("judge-session", args=[session.pk]))
        counted.append(len(queries))
    assert counted[1] == counted[2]


def test_the_expected_end_is_shown_while_it_runs(anna: User, stage: Model, logged_in: As) -> None:
    session = make_session(anna, stage, samples_per_pillar=2)
    now = timezone.now()
    JudgeSession.objects.filter(pk=session.pk).update(status="running", started_at=now - timedelta(minutes=1))
    session.tasks.filter(queue_position__lt=6).update(status="completed", finished_at=now)
    text = logged_in(anna).get(reverse("judge-session-state", args=[session.pk])).content.decode()
    assert "etwa" in text
