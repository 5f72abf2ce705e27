"""One comparison in full."""

from django.contrib.auth.models import User
from django.urls import reverse
from django.utils import timezone

from evaluations.models import Attempt, Evaluation, JudgeSession
from tests.evaluations.pages.conftest import As


def _page(session: JudgeSession, number: int, user: User, logged_in: As) -> str:
    task = session.tasks.get(queue_position=number)
    return logged_in(user).get(reverse("judge-comparison", args=[session.pk, task.pk])).content.decode()


def test_it_shows_verdict_scores_steps_and_the_prompts_hash(
    judged: JudgeSession, anna: User, logged_in: As
) -> None:
    text = _page(judged, 0, anna, logged_in)
    evaluation = Evaluation.objects.get(task__session=judged, task__queue_position=0)
    assert f'data-winner="{evaluation.payload["winner"]}"' in text
    assert "Kohärenz der beratenden Person" in text
    assert "Überblick" in text
    assert judged.prompt_hash in text
    assert text.count('data-testid="attempt"') == 1


def test_in_position_2_letters_are_the_judges_own(judged: JudgeSession, anna: User, logged_in: As) -> None:
    evaluation = Evaluation.objects.get(task__session=judged, task__queue_position=1)
    assert evaluation.position == 2
    text = _page(judged, 1, anna, logged_in)
    assert f'data-winner="{evaluation.payload["winner"]}"' in text


def test_it_says_whether_both_positions_agree(judged: JudgeSession, anna: User, logged_in: As) -> None:
    first, second = Evaluation.objects.filter(task__session=judged).order_by("task__queue_position")[:2]
    assert first.verdict == second.verdict
    assert "Beide Positionen stimmen überein" in _page(judged, 0, anna, logged_in)
    other = "B" if first.verdict == "A" else "A"
    Evaluation.objects.filter(pk=second.pk).update(verdict=other)
    assert "Die Positionen widersprechen sich" in _page(judged, 0, anna, logged_in)


def test_every_attempt_is_there_with_its_failure_by_name(
    judged: JudgeSession, anna: User, logged_in: As
) -> None:
    task = judged.tasks.get(queue_position=0)
    Attempt.objects.create(
        task=task, number=2, failure_code="malformed", raw_text="<em>roh</em>", started_at=timezone.now()
    )
    text = _page(judged, 0, anna, logged_in)
    assert "nicht als JSON lesbar" in text
    assert "&lt;em&gt;roh&lt;/em&gt;" in text


def test_one_that_failed_shows_no_verdict(judged: JudgeSession, anna: User, logged_in: As) -> None:
    task = judged.tasks.get(queue_position=0)
    Evaluation.objects.filter(task=task).delete()
    judged.tasks.filter(pk=task.pk).update(status="failed", failure_code="truncated")
    text = _page(judged, 0, anna, logged_in)
    assert 'data-testid="winner"' not in text
    assert "an der Token-Grenze abgeschnitten" in text


def test_the_comparison_of_another_session_is_not_there(
    judged: JudgeSession, created: JudgeSession, anna: User, logged_in: As
) -> None:
    task = created.tasks.get(queue_position=0)
    address = reverse("judge-comparison", args=[judged.pk, task.pk])
    assert logged_in(anna).get(address).status_code == 404
