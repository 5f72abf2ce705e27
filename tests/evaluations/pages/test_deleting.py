"""Deleting a session: asked first, refused while it runs."""

from django.contrib.auth.models import User
from django.urls import reverse

from evaluations.models import JudgeSession
from tests.evaluations.pages.conftest import As


def test_it_asks_first_and_says_what_is_lost(judged: JudgeSession, anna: User, logged_in: As) -> None:
    text = logged_in(anna).get(reverse("judge-session-delete", args=[judged.pk])).content.decode()
    assert "12 Antworten" in text
    assert JudgeSession.objects.filter(pk=judged.pk).exists()


def test_confirmed_it_is_gone_and_the_list_says_so(judged: JudgeSession, anna: User, logged_in: As) -> None:
    answer = logged_in(anna).post(reverse("judge-session-delete", args=[judged.pk]), follow=True)
    assert not JudgeSession.objects.filter(pk=judged.pk).exists()
    assert "wurde gelöscht" in answer.content.decode()


def test_a_running_one_is_refused(created: JudgeSession, anna: User, logged_in: As) -> None:
    client = logged_in(anna)
    client.post(reverse("judge-session-step", args=[created.pk, "start"]))
    assert client.get(reverse("judge-session-delete", args=[created.pk])).status_code == 409
    assert client.post(reverse("judge-session-delete", args=[created.pk])).status_code == 409
    assert JudgeSession.objects.filter(pk=created.pk).exists()
