"""Who may see which page: the way in and out, strangers, evaluators, and the language."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from evaluations.models import JudgeSession, Member
from llars.models import AuditEntry
from tests.evaluations.pages.conftest import As

SESSION_PAGES = (
    "judge-session",
    "judge-session-state",
    "judge-session-current",
    "judge-session-history",
    "judge-session-delete",
    "judge-results",
)


def test_the_front_door_leads_to_the_sessions(client: Client) -> None:
    assert client.get("/").headers["Location"] == "/judge/sessions"


def test_a_page_without_login_leads_to_the_login_and_back(anna: User, client: Client) -> None:
    asked = client.get("/judge/config")
    assert asked.headers["Location"] == "/login?next=/judge/config"
    answer = client.post(
        asked.headers["Location"],
        {"username": "anna", "password": "anna-password-1", "next": "/judge/config"},
    )
    assert answer.headers["Location"] == "/judge/config"


def test_a_wrong_password_is_said_and_the_name_kept(anna: User, client: Client) -> None:
    answer = client.post("/login", {"username": "anna", "password": "wrong"})
    assert answer.status_code == 200
    assert 'role="alert"' in answer.content.decode()
    assert 'value="anna"' in answer.content.decode()


def test_logging_out_takes_a_post(anna: User, logged_in: As) -> None:
    client = logged_in(anna)
    assert client.get("/logout").status_code == 405
    assert client.post("/logout").headers["Location"] == "/login"
    assert client.get("/judge/sessions").status_code == 302


def test_a_fragment_asked_for_after_the_login_ended_sends_the_page_to_the_login(
    judged: JudgeSession, client: Client
) -> None:
    answer = client.get(
        reverse("judge-session-state", args=[judged.pk]),
        headers={"HX-Request": "true", "HX-Current-URL": f"http://testserver/judge/session/{judged.pk}"},
    )
    assert answer.headers["HX-Redirect"] == f"/login?next=/judge/session/{judged.pk}"


@pytest.mark.parametrize("name", SESSION_PAGES)
def test_a_stranger_finds_no_session(name: str, judged: JudgeSession, dora: User, logged_in: As) -> None:
    assert logged_in(dora).get(reverse(name, args=[judged.pk])).status_code == 404


@pytest.mark.parametrize("name", SESSION_PAGES)
def test_the_owner_finds_it(name: str, judged: JudgeSession, anna: User, logged_in: As) -> None:
    assert logged_in(anna).get(reverse(name, args=[judged.pk])).status_code == 200


def test_a_stranger_cannot_delete_or_start(created: JudgeSession, dora: User, logged_in: As) -> None:
    client = logged_in(dora)
    assert client.post(reverse("judge-session-delete", args=[created.pk])).status_code == 404
    assert client.post(reverse("judge-session-step", args=[created.pk, "start"])).status_code == 404
    created.refresh_from_db()
    assert created.status == JudgeSession.Status.CREATED


def test_an_evaluator_may_not_make_sessions(ben: User, logged_in: As) -> None:
    answer = logged_in(ben).get("/judge/config")
    assert answer.status_code == 403
    assert "Keine Berechtigung" in answer.content.decode()


def test_an_unknown_page_says_so_in_a_page_of_ours(client: Client) -> None:
    answer = client.get("/no/such/page")
    assert answer.status_code == 404
    assert "Nicht gefunden" in answer.content.decode()


def test_pages_speak_german_first_and_english_on_choice(anna: User, logged_in: As) -> None:
    client = logged_in(anna)
    german = client.get("/judge/sessions").content.decode()
    assert '<html lang="de">' in german
    assert "Neue Sitzung" in german
    chosen = client.post("/language", {"language": "en", "next": "/judge/sessions"})
    english = client.get(chosen.headers["Location"]).content.decode()
    assert '<html lang="en">' in english
    assert "New session" in english


def test_pages_carry_the_strict_policy_and_nothing_inline(
    judged: JudgeSession, anna: User, logged_in: As
) -> None:
    client = logged_in(anna)
    for name in ("judge-session", "judge-results"):
        answer = client.get(reverse(name, args=[judged.pk]))
        assert "script-src 'self'" in answer.headers["Content-Security-Policy"]
        text = answer.content.decode()
        assert "style=" not in text
        assert "<script>" not in text
        assert "onclick" not in text


def test_a_form_without_its_mark_is_refused_in_a_page_of_ours(anna: User) -> None:
    client = Client(enforce_csrf_checks=True)
    answer = client.post("/login", {"username": "anna", "password": "anna-password-1"})
    assert answer.status_code == 403
    assert "Formular abgelaufen" in answer.content.decode()


@pytest.mark.parametrize("change", ["step", "delete"])
def test_who_may_only_look_sees_the_session_without_buttons_and_changes_nothing(
    change: str, judged: JudgeSession, dora: User, logged_in: As
) -> None:
    Member.objects.create(scenario=judged.scenario, user=dora, name="dora", role=Member.Role.VIEWER)
    client = logged_in(dora)
    page = client.get(reverse("judge-session", args=[judged.pk]))
    assert page.status_code == 200
    assert reverse("judge-session-delete", args=[judged.pk]) not in page.content.decode()

    if change == "delete":
        answer = client.post(reverse("judge-session-delete", args=[judged.pk]))
    else:
        answer = client.post(reverse("judge-session-step", args=[judged.pk, "retry-failed"]))
    assert answer.status_code == 403
    assert JudgeSession.objects.filter(pk=judged.pk).exists()


def test_the_owner_has_the_buttons(judged: JudgeSession, anna: User, logged_in: As) -> None:
    page = logged_in(anna).get(reverse("judge-session", args=[judged.pk])).content.decode()
    assert reverse("judge-session-delete", args=[judged.pk]) in page


def test_reading_threads_on_a_page_goes_on_record(judged: JudgeSession, anna: User, logged_in: As) -> None:
    logged_in(anna).get(reverse("judge-session", args=[judged.pk]))
    entry = AuditEntry.objects.get()
    assert (entry.user, entry.action, entry.target_id) == (anna, "read", str(judged.pk))
