"""The list of sessions."""

from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext

from evaluations.models import JudgeSession, Model
from tests.evaluations.pages.conftest import As
from tests.sessions import make_session


def test_an_empty_list_says_what_to_do(anna: User, logged_in: As) -> None:
    text = logged_in(anna).get("/judge/sessions").content.decode()
    assert "Noch keine Sitzung" in text
    assert 'href="/judge/config"' in text


def test_it_shows_status_progress_and_that_the_baseline_is_no_language_model(
    judged: JudgeSession, anna: User, logged_in: As
) -> None:
    text = logged_in(anna).get("/judge/sessions").content.decode()
    assert "abgeschlossen" in text
    assert "12 von 12 beurteilt" in text
    assert "kein Sprachmodell" in text


def test_other_peoples_sessions_are_not_listed(judged: JudgeSession, dora: User, logged_in: As) -> None:
    assert judged.name not in logged_in(dora).get("/judge/sessions").content.decode()


def test_it_pages_with_a_constant_number_of_queries(anna: User, stage: Model, logged_in: As) -> None:
    client = logged_in(anna)
    make_session(anna, stage, samples_per_pillar=1, session_name="Erste")
    client.get("/judge/sessions")
    with CaptureQueriesContext(connection) as few:
        client.get("/judge/sessions")
    for number in range(24):
        make_session(anna, stage, samples_per_pillar=1, session_name=f"Sitzung {number}")
    with CaptureQueriesContext(connection) as many:
        text = client.get("/judge/sessions").content.decode()
    assert len(many) == len(few)
    assert text.count('data-testid="session-row"') == 20
    assert "Seite 1 von 2" in text
    assert "Erste" in client.get("/judge/sessions?page=2").content.decode()
