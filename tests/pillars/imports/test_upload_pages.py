"""From a file to threads through the pages: add, check, set right, bring in, see the report, undo."""

import json
from collections.abc import Callable

import django_rq
import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client
from django.utils import timezone

from evaluations.models import Model
from pillars.derived import Derivation, derive
from pillars.imports import jobs, running, storage
from pillars.models import ImportRun, Pillar, Thread, Upload
from pillars.retention import purge
from tests.pillars.imports.conftest import Uploader, work_off
from tests.sessions import make_session

pytestmark = pytest.mark.django_db(transaction=True)

ODD = (
    "Fall;Wer schrieb;Was;Wann\n"
    "f1;Maike;Guten Tag, ich wohne in Nürnberg, meine Nummer ist 0911 5880-1234.;03.02.2024 10:15\n"
    "f1;Frau Weber;Guten Tag, was beschäftigt Sie?;03.02.2024 12:00\n"
    "f2;Maike;Noch etwas anderes.;04.02.2024 09:00\n"
    "f2;Frau Weber;Gern, erzählen Sie.;04.02.2024 10:00\n"
)
GOOD = {
    "id": "a",
    "messages": [{"role": "client", "content": "Hallo"}, {"role": "counsellor", "content": "Guten Tag"}],
}
BAD = {"id": "b", "messages": [{"role": "client", "content": 7}]}


def _json(*threads: object) -> bytes:
    return json.dumps(list(threads), ensure_ascii=False).encode()


def test_odd_columns_and_names_are_set_right_and_come_in(uploader: Callable[[], Uploader]) -> None:
    person = uploader()
    run = person.add("odd.csv", ODD.encode("cp1252"))
    assert run is not None
    page = person.look(run)
    assert "Wer schrieb" in page
    assert run.findings["encoding"].lower().replace("_", "-") in ("cp1252", "windows-1252")
    meanings = {"Fall": "thread", "Wer schrieb": "role", "Was": "content", "Wann": "timestamp"}
    columns = {
        f"column-{number}": meanings[one["name"]] for number, one in enumerate(run.findings["columns"])
    }
    person.set(run, again="1", good_only="on", **columns)
    roles = {
        f"role-{number}": {"Maike": "client", "Frau Weber": "counsellor"}[one["value"]]
        for number, one in enumerate(run.findings["roles"])
    }
    person.set(run, again="1", good_only="on", **columns, **roles)
    assert (run.status, run.findings["threads"], run.findings["messages"]) == ("checked", 2, 4)
    person.set(run, next="1", good_only="on", **columns, **roles)
    assert run.reading["role_map"] == {"Maike": "client", "Frau Weber": "counsellor"}
    done = person.start(run)
    assert (done.status, done.imported, done.failed) == ("done", 2, 0)
    thread = Thread.objects.in_pillar(1).get(external_id="f1")
    written = list(thread.messages.order_by("position").values_list("role", flat=True))
    assert written == ["client", "counsellor"]
    assert f"{thread.messages.earliest('position').timestamp:%Y-%m-%d %H:%M}" == "2024-02-03 09:15"


def test_the_same_columns_are_read_the_same_way_the_next_time(uploader: Callable[[], Uploader]) -> None:
    first = uploader()
    run = first.add("odd.csv", ODD.encode())
    assert run is not None
    first.look(run)
    mapping = {"thread": "Fall", "role": "Wer schrieb", "content": "Was", "timestamp": "Wann"}
    run.reading = {"column_map": mapping, "role_map": {"Maike": "client", "Frau Weber": "counsellor"}}
    run.save(update_fields=["reading"])
    first.client.post(f"{first.base}/files", {"text": " "})
    ImportRun.objects.filter(pk=run.pk).update(status="draft")
    first.look(run)
    first.start(run)
    second = uploader()
    again = second.add("next.csv", ODD.replace("Noch etwas", "Und etwas").encode())
    assert again is not None
    page = second.look(again)
    assert (again.status, again.findings["threads"]) == ("checked", 2)
    assert "odd.csv" in page


def test_what_was_set_for_json_holds_where_the_same_names_write_and_never_changes_texts_unasked(
    uploader: Callable[[], Uploader],
) -> None:
    def file(who: str, text: str) -> bytes:
        return _json(
            {"fall": text, "mails": [{"von": who, "inhalt": text}, {"von": "Klient", "inhalt": "Ja"}]}
        )

    first = uploader()
    run = first.add("first.json", file("Stelle 7", "<p>Guten Tag</p>"))
    assert run is not None
    first.look(run)
    stelle = next(n for n, one in enumerate(run.findings["roles"]) if one["value"] == "Stelle 7")
    first.set(run, next="1", good_only="on", step=["html"], **{f"role-{stelle}": "counsellor"})
    assert first.start(run).report["changed"]["html"] == 1
    second = uploader()
    alike = second.add("alike.json", file("Stelle 7", "<b>Noch etwas</b>"))
    assert alike is not None
    assert "first.json" in second.look(alike)
    assert (alike.findings["threads"], alike.reading["steps"]) == (1, [])
    second.start(alike)
    assert Thread.objects.filter(messages__content="<b>Noch etwas</b>").exists()
    third = uploader()
    other = third.add("other.json", file("Berater", "<i>Etwas anderes</i>"))
    assert other is not None
    assert "first.json" not in third.look(other)
    assert other.reading == {}


def test_good_threads_come_in_without_the_bad_which_can_be_downloaded(
    uploader: Callable[[], Uploader],
) -> None:
    person = uploader()
    run = person.add("mixed.json", _json(GOOD, BAD))
    assert run is not None
    person.look(run)
    assert (run.findings["threads"], run.findings["unreadable"]) == (1, 1)
    person.set(run, next="1")
    assert (
        "Some threads"
        in person.client.post(f"{person.base}/import", headers={"accept-language": "en"}).content.decode()
    )
    person.set(run, next="1", good_only="on")
    done = person.start(run)
    assert (done.status, done.imported, done.failed) == ("done", 1, 1)
    told = json.loads(person.client.get(f"/judge/import/{run.pk}/unreadable").getvalue())
    assert told["thread"] == BAD
    assert told["problems"][0]["hint"]


def test_nothing_is_replaced_that_nobody_chose_and_what_was_chosen_is(
    uploader: Callable[[], Uploader],
) -> None:
    text = "Ich wohne in Nürnberg, Telefon 0911 5880-1234."
    thread = {
        "id": "p",
        "messages": [{"role": "client", "content": text}, {"role": "counsellor", "content": "Ja"}],
    }
    person = uploader()
    run = person.add("personal.json", _json(thread))
    assert run is not None
    page = person.look(run)
    assert "0911 5880-1234" in page
    phone = next(n for n, one in enumerate(run.findings["personal"]) if one["kind"] == "phone")
    person.set(run, next="1", good_only="on", personal=[str(phone)])
    assert "[Telefon 1]" in person.look(run)
    person.start(run)
    content = Thread.objects.get(external_id="p").messages.order_by("position")[0].content
    assert content == "Ich wohne in Nürnberg, Telefon [Telefon 1]."
    run.refresh_from_db()
    assert run.report["changed"]["personal"] == 1
    assert run.findings == {}


def test_an_import_is_undone_unless_something_was_judged_with_it(
    uploader: Callable[[], Uploader], anna: User, default_prompts: None, baseline: Model
) -> None:
    person = uploader()
    before = Thread.objects.count()
    run = person.add("a.json", _json(GOOD))
    assert run is not None
    person.look(run)
    person.start(run)
    assert Thread.objects.count() == before + 1
    page = person.client.post(f"/judge/import/{run.pk}/undo", follow=True).content.decode()
    assert 'data-testid="import-status">rückgängig gemacht' in page
    assert Thread.objects.count() == before
    again = uploader()
    second = again.add("a.json", _json(GOOD))
    assert second is not None
    again.look(second)
    again.start(second)
    make_session(anna, baseline)
    person.client.post(f"/judge/import/{second.pk}/undo")
    second.refresh_from_db()
    assert (second.status, Thread.objects.count()) == ("done", before + 1)


def test_an_import_is_not_undone_where_something_was_made_of_it_and_says_of_how_many_threads(
    uploader: Callable[[], Uploader], pillars: dict[int, Pillar], anna: User
) -> None:
    person = uploader()
    before = Thread.objects.count()
    run = person.add("a.json", _json(*(GOOD | {"id": str(n), "subject": str(n)} for n in range(5))))
    assert run is not None
    person.look(run)
    person.start(run)
    source = Thread.objects.get(external_id="3")
    derive(source, Derivation(subject="Neu"), pillar=pillars[5], actor=anna)
    page = person.client.post(f"/judge/import/{run.pk}/undo", follow=True).content.decode()
    assert "1 Verlauf dieses Imports wurde berichtigt, oder es wurde etwas aus ihm gemacht" in page
    run.refresh_from_db()
    assert (run.status, Thread.objects.count()) == ("done", before + 6)


def test_reports_quote_texts_and_are_for_people_who_may_read_threads(
    uploader: Callable[[], Uploader], ben: User
) -> None:
    person = uploader()
    run = person.add("a.json", _json(GOOD, BAD))
    assert run is not None
    person.look(run)
    person.start(run)
    reader = Client()
    reader.force_login(ben)
    ben.user_permissions.add(Permission.objects.get(codename="view_pillar"))
    for path in ("", "/unreadable"):
        assert reader.get(f"/judge/import/{run.pk}{path}").status_code == 404
    ben.user_permissions.add(Permission.objects.get(codename="view_thread"))
    for path in ("", "/unreadable"):
        assert reader.get(f"/judge/import/{run.pk}{path}").status_code == 200


def test_a_file_that_is_none_and_one_that_is_there_say_so(uploader: Callable[[], Uploader]) -> None:
    person = uploader()
    assert person.add("empty.json", b"", status=400) is None
    person.add("a.json", _json(GOOD))
    person.add("same.json", _json(GOOD), status=400)
    assert person.upload.runs.count() == 1
    page = person.client.post(f"{person.base}/files", {"next": "1"})
    assert page.status_code == 302


def test_an_upload_is_resumed_and_its_pages_are_of_its_owner_alone(
    uploader: Callable[[], Uploader], dora: User, ben: User
) -> None:
    person = uploader()
    run = person.add("a.json", _json(GOOD))
    assert run is not None
    page = person.client.get("/judge/upload").content.decode()
    assert str(person.upload.pk) in page
    assert 'href="/judge/pillar/1"' in page
    for user, status in ((dora, 404), (ben, 403)):
        stranger = Client()
        stranger.force_login(user)
        for path in ("files", "check", f"check/{run.pk}", "import", "pillar"):
            assert stranger.get(f"{person.base}/{path}").status_code == status, (user, path)


def test_a_lost_job_gets_another_one_and_brings_in_once(uploader: Callable[[], Uploader]) -> None:
    person = uploader()
    run = person.add("a.json", _json(GOOD))
    assert run is not None
    person.look(run)
    person.client.post(f"{person.base}/import")
    django_rq.get_connection("default").flushdb()
    later = timezone.now() + 2 * jobs.GRACE
    jobs.look_after_imports(later)
    work_off()
    run.refresh_from_db()
    assert (run.status, run.imported) == ("done", 1)
    assert Thread.objects.filter(external_id="a").count() == 1


def test_a_new_pillar_is_made_on_the_way_and_a_taken_number_refused(
    researcher: Client, pillars: dict[int, Pillar]
) -> None:
    taken = researcher.post("/judge/upload", {"number": 1, "name": "Neu"})
    assert taken.status_code == 400
    made = researcher.post("/judge/upload", {"number": 9, "name": "Neu"})
    assert made.status_code == 302
    assert Upload.objects.get().pillar == Pillar.objects.get(number=9, name="Neu")


def test_when_texts_are_removed_imports_forget_what_they_quote(
    uploader: Callable[[], Uploader], pillars: dict[int, Pillar], anna: User
) -> None:
    odd = {"id": "c", "messages": [{"role": "Geheimwort", "content": "Hallo"}]}
    person = uploader()
    run = person.add("a.json", _json(GOOD, odd))
    assert run is not None
    person.look(run)
    person.set(run, next="1", good_only="on")
    person.start(run)
    assert "Geheimwort" in str(run.report)
    waiting = uploader().add("b.json", _json({"id": "d", "messages": GOOD["messages"]}))
    assert waiting is not None
    purge(pillars[1], now=timezone.now(), actor=anna)
    run.refresh_from_db()
    assert "Geheimwort" not in str(run.report)
    assert person.client.get(f"/judge/import/{run.pk}/unreadable").status_code == 404
    assert person.client.get(f"/judge/import/{run.pk}").status_code == 200
    assert not ImportRun.objects.filter(pk=waiting.pk).exists()


def test_a_table_that_nobody_understands_says_what_to_do_and_where(uploader: Callable[[], Uploader]) -> None:
    person = uploader()
    run = person.add("odd.csv", ODD.encode())
    assert run is not None
    page = person.look(run)
    assert 'href="#columns-title"' in page
    assert "column_map" not in page
    assert "in der Prüfung einzustellen" in person.client.get(f"{person.base}/files").content.decode()
    refused = person.client.post(f"{person.base}/check/{run.pk}", {"next": "1"})
    assert refused.status_code == 400
    assert "Noch lässt sich kein Verlauf lesen" in refused.content.decode()
    waiting = person.client.get(f"{person.base}/import").content.decode()
    assert "Zurück zur Prüfung" in waiting
    assert "Zur Säule" not in waiting


def test_a_mail_address_in_brackets_is_no_html(uploader: Callable[[], Uploader]) -> None:
    turns = [{"role": "client", "content": "Am 3. Februar schrieb Beratung <b@example.org>:\n> Hallo"}]
    person = uploader()
    run = person.add("a.json", _json({"id": "m", "messages": turns}))
    assert run is not None
    person.look(run)
    assert run.findings["cleanable"] == ["quoted_mail"]
    person.set(run, next="1", good_only="on", step=["html"])
    person.start(run)
    assert Thread.objects.get(external_id="m").messages.get().content == turns[0]["content"]


def test_names_that_are_not_clear_are_asked_for_on_the_page(uploader: Callable[[], Uploader]) -> None:
    odd = {"id": "c", "messages": [{"role": "Userin", "content": "Hallo"}]}
    person = uploader()
    run = person.add("a.json", _json(GOOD, odd))
    assert run is not None
    page = person.look(run)
    assert 'href="#roles-title"' in page
    assert "role_map" not in page
    person.set(run, again="1", good_only="on", **{f"role-{n}": "client" for n in range(3)})
    page = person.look(run)
    assert 'data-testid="advice"' not in page
    assert "gelesen, wie Sie es eingestellt haben" in page


def test_a_separator_that_nobody_offers_is_as_none(uploader: Callable[[], Uploader]) -> None:
    person = uploader()
    run = person.add("odd.csv", ODD.encode())
    assert run is not None
    person.look(run)
    person.set(run, again="1", encoding="utf-8", delimiter="ab")
    assert (run.reading["delimiter"], run.findings["delimiter"]) == ("", ";")


def test_a_check_that_breaks_says_so_and_the_file_can_be_taken_out(uploader: Callable[[], Uploader]) -> None:
    person = uploader()
    run = person.add("a.json", _json(GOOD))
    assert run is not None
    ImportRun.objects.filter(pk=run.pk).update(status="draft")
    storage.file_of(run).unlink()
    with pytest.raises(FileNotFoundError):
        person.look(run)
    page = person.look(run)
    assert run.status == "failed"
    assert run.error in page
    person.client.post(f"{person.base}/files/{run.pk}/remove")
    assert not person.upload.runs.exists()


def test_a_check_whose_process_was_lost_is_done_by_a_job(uploader: Callable[[], Uploader]) -> None:
    person = uploader()
    run = person.add("a.json", _json(GOOD))
    assert run is not None
    ImportRun.objects.filter(pk=run.pk).update(status="checking", findings={})
    jobs.look_after_imports(timezone.now() + 2 * jobs.GRACE)
    work_off()
    person.look(run)
    assert (run.status, run.findings["threads"]) == ("checked", 1)


def test_a_late_check_does_not_take_back_what_was_set_meanwhile(uploader: Callable[[], Uploader]) -> None:
    many = [GOOD | {"id": str(number), "label": f"müde {number}"} for number in range(500)]
    person = uploader()
    run = person.add("a.json", _json(*many))
    assert run is not None
    ImportRun.objects.filter(pk=run.pk).update(status="checking")
    late = ImportRun.objects.get(pk=run.pk)

    def set_meanwhile(threads: int) -> None:
        person.set(run, again="1", encoding="windows-1252")

    running._check_and_keep(late, tell=set_meanwhile)
    run.refresh_from_db()
    assert run.reading["encoding"] == "windows-1252"
    assert "mÃ¼de" in run.findings["preview"][0]["label"]
