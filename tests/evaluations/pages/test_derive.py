"""A derived thread made by hand on a page."""

from datetime import date
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from llars.models import AuditEntry
from pillars.derived import Derivation, derive
from pillars.models import Feature, Message, Pillar, Thread
from tests.evaluations.pages.conftest import As

BUTTON = 'data-testid="derive-thread"'


@pytest.fixture
def source(pillars: dict[int, Pillar]) -> Thread:
    Pillar.objects.create(number=2, name="Feature aus Säule 1")
    return Thread.objects.in_pillar(1)[0]


@pytest.fixture
def her(anna: User, logged_in: As) -> Client:
    return logged_in(anna)


def address(thread: Thread, pillar: int = 1) -> str:
    return f"/judge/pillar/{pillar}/thread/{thread.pk}"


def filled(*texts: dict[str, str], **fields: Any) -> dict[str, Any]:
    """What the form sends: each text one of its rows."""
    sent = {"pillar": "2", "subject": "", "features-INITIAL_FORMS": "0", "features-TOTAL_FORMS": len(texts)}
    for place, text in enumerate(texts):
        row = {"type": "", "content": "", "model": "", "note": ""} | text
        sent |= {f"features-{place}-{name}": value for name, value in row.items()}
    return sent | fields


SUMMARY = {"type": "summary", "content": "Kurz.\r\nGut.", "model": "m-1", "note": "nach dem Lesen"}
SITUATION = {"type": "situation_description", "content": "Jemand hat Sorgen."}


def test_it_is_made_and_its_page_shows_texts_and_source(her: Client, source: Thread) -> None:
    messages = Message.objects.count()
    assert address(source) + "/derive" in her.get(address(source)).text
    form = her.get(address(source) + "/derive").context["form"]
    assert form["pillar"].value() == 2
    sent = filled(SUMMARY, {}, SITUATION, subject="Neuer Betreff")
    page = her.post(address(source) + "/derive", sent, follow=True)
    made = page.context["thread"]
    assert page.redirect_chain == [(address(made, 2), 302)]
    assert (made.source_thread, made.subject) == (source, "Neuer Betreff")
    rows = made.features.values_list("type", "content", "model_name", "provenance")
    assert list(rows) == [
        ("summary", "Kurz.\nGut.", "m-1", {"source_thread": source.pk, "note": "nach dem Lesen"}),
        ("situation_description", "Jemand hat Sorgen.", "", {"source_thread": source.pk}),
    ]
    assert Message.objects.count() == messages
    assert address(source) in page.text
    assert "nach dem Lesen" in page.text
    assert AuditEntry.objects.filter(action="change", target_id=str(made.pk)).exists()


def test_the_same_again_leads_to_what_is_there(her: Client, source: Thread) -> None:
    for level in ("success", "info"):
        page = her.post(address(source) + "/derive", filled(SUMMARY), follow=True)
        assert [message.level_tag for message in page.context["messages"]] == [level]
    assert source.derived_threads.count() == 1


@pytest.mark.parametrize(
    ("texts", "fields", "wrong"),
    [
        ([{}], {}, "Betreff oder mindestens"),
        ([SUMMARY, {"type": "subject"}], {}, 'id="id_features-1-content_error"'),
        ([{"content": "Ohne Art"}], {}, 'id="id_features-0-type_error"'),
        ([{"type": "x", "content": "  \r\n "}], {}, 'id="id_features-0-content_error"'),
        ([SUMMARY | {"type": "x" * 81}], {}, 'id="id_features-0-type_error"'),
        ([SUMMARY], {"pillar": "77"}, 'id="id_pillar_error"'),
        ([SUMMARY], {"subject": "x" * 501}, 'id="id_subject_error"'),
        ([SUMMARY], {"features-TOTAL_FORMS": "viele"}, "alert-danger"),
    ],
)
def test_what_is_wrong_is_said_at_its_field_and_nothing_is_lost(
    her: Client, source: Thread, texts: list[dict[str, str]], fields: dict[str, Any], wrong: str
) -> None:
    sent = filled(*texts, **{"subject": ""} | fields)
    page = her.post(address(source) + "/derive", sent)
    assert page.status_code == 400
    assert wrong in page.text
    form = page.context["form"]
    assert form["subject"].value() == sent["subject"]
    for place, row in enumerate(form.features.forms):
        assert row["content"].value() == sent[f"features-{place}-content"]
        assert row["type"].value() == sent[f"features-{place}-type"]
    assert not source.derived_threads.exists()


def test_one_more_text_keeps_what_was_written_and_finds_nothing_wrong(her: Client, source: Thread) -> None:
    page = her.post(address(source) + "/derive", filled({"type": "summary"}, subject="S", step="more"))
    assert page.status_code == 200
    assert [row["type"].value() for row in page.context["form"].features.forms] == ["summary", None]
    assert "field-errors" not in page.text
    assert page.text.count("autofocus") == 1
    full = filled(*[SUMMARY] * 20, step="more")
    page = her.post(address(source) + "/derive", full)
    assert len(page.context["form"].features.forms) == 20
    assert "one-more-text" not in page.text
    assert not Feature.objects.exists()


def test_the_right_is_that_of_the_api(
    anna: User, ben: User, source: Thread, her: Client, logged_in: As
) -> None:
    assert logged_in(ben).post(address(source) + "/derive", filled(SUMMARY)).status_code == 403
    anna.groups.get().permissions.filter(codename="add_thread").delete()
    sent = {"pillar": 2, "subject": "x"}
    api = her.post(f"/api/threads/{source.pk}/derive", sent, content_type="application/json")
    page = her.post(address(source) + "/derive", filled(SUMMARY))
    assert (api.status_code, page.status_code, her.get(address(source) + "/derive").status_code) == (403,) * 3
    assert BUTTON not in her.get(address(source)).text
    assert not source.derived_threads.exists()


def test_strangers_are_asked_to_log_in_and_a_form_of_another_site_is_refused(
    anna: User, source: Thread, client: Client
) -> None:
    assert client.post(address(source) + "/derive", filled(SUMMARY)).status_code == 302
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(anna)
    assert strict.post(address(source) + "/derive", filled(SUMMARY)).status_code == 403
    assert not source.derived_threads.exists()


@pytest.mark.parametrize("gone", ["archived_at", "purged_at"])
def test_nothing_is_made_from_what_is_out_of_use(her: Client, anna: User, source: Thread, gone: str) -> None:
    made, _new = derive(source, Derivation(subject="x"), pillar=Pillar.objects.get(pk=2), actor=anna)
    Thread.objects.filter(pk=source.pk).update(**{gone: timezone.now()})
    for thread, number in ((source, 1), (made, 2)):
        assert BUTTON not in her.get(address(thread, number)).text
        assert her.get(address(thread, number) + "/derive").status_code == 409
        page = her.post(address(thread, number) + "/derive", filled(SUMMARY))
        assert page.status_code == 400
        assert page.context["form"].features.forms[0]["content"].value() == SUMMARY["content"]
        assert "archiviert" in page.text
    assert source.derived_threads.count() == 1


def test_what_is_made_from_a_derived_thread_is_made_from_its_source(
    her: Client, anna: User, source: Thread
) -> None:
    made, _new = derive(source, Derivation(subject="x"), pillar=Pillar.objects.get(pk=2), actor=anna)
    assert str(source) in her.get(address(made, 2) + "/derive").text
    page = her.post(address(made, 2) + "/derive", filled(SUMMARY), follow=True)
    assert page.context["thread"].source_thread == source


def test_real_data_stay_real_data(her: Client, source: Thread) -> None:
    real = Pillar.objects.get(pk=1)
    real.is_real_data, real.delete_on = True, date(2030, 1, 1)
    real.save()
    Thread.objects.in_pillar(1).protect(timezone.now())
    assert 'data-testid="real-data"' in her.get(address(source) + "/derive").text
    page = her.post(address(source) + "/derive", filled(SUMMARY), follow=True)
    assert page.context["thread"].real_data_since is not None
    assert 'data-testid="real-data"' in page.text


def test_a_thread_is_found_only_in_its_pillar(her: Client, source: Thread) -> None:
    assert her.get(address(source, 3) + "/derive").status_code == 404
    assert her.get(address(source, 77) + "/derive").status_code == 404


def test_reading_the_source_goes_on_record(her: Client, source: Thread) -> None:
    her.get(address(source) + "/derive")
    assert AuditEntry.objects.get().action == "read"


def test_many_texts_and_many_pillars_take_no_more_queries_to_show(her: Client, source: Thread) -> None:
    counts = []
    for number in (1, 12):
        Pillar.objects.bulk_create(
            Pillar(number=100 * number + place, name=f"S{place}") for place in range(number)
        )
        with CaptureQueriesContext(connection) as captured:
            her.post(address(source) + "/derive", filled(*[SUMMARY] * number, step="more"))
        counts.append(len(captured))
    assert counts[0] == counts[1]


def test_the_pillars_page_says_how_many_are_made_at_once(her: Client, anna: User, source: Thread) -> None:
    text = her.get("/judge/pillar/1").text
    assert "/judge/pillar/1/generate" in text.split("thread-actions")[-1]
    anna.groups.get().permissions.filter(codename="add_thread").delete()
    assert "einzeln auf der Seite des Verlaufs" in text
    assert "einzeln auf der Seite des Verlaufs" not in her.get("/judge/pillar/1").text
