"""What imports keep of texts goes with these texts: files on disk, quotes, names; and not a moment before."""

import os
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from evaluations.models import JudgeSession, Model
from llars.errors import WrongState
from pillars.imports import storage, uploads
from pillars.models import ImportRun, Pillar, PillarAssignment, Thread, Upload
from pillars.retention import purge
from tests.pillars.files import as_json, thread
from tests.pillars.imports.conftest import Uploader
from tests.sessions import make_session

pytestmark = pytest.mark.django_db(transaction=True)
GOOD = as_json([thread("Ich weiß nicht weiter.", "Gut, dass Sie schreiben.", id="a")])
SECRET = "Geheimwort"
WITH_SECRET = as_json(
    [thread("Ich schlafe schlecht.", "Seit wann?", id="b"), {"messages": [{"role": SECRET, "content": "x"}]}]
)


@pytest.fixture
def session(anna: User, pillars: dict[int, Pillar], default_prompts: None, baseline: Model) -> JudgeSession:
    """A model that has threads of pillar 1 before it."""
    made = make_session(anna, baseline, pillar_ids=(1, 3), samples_per_pillar=2)
    made.tasks.update(status="running")
    JudgeSession.objects.filter(pk=made.pk).update(status="running")
    return made


def checked(person: Uploader, content: bytes) -> ImportRun:
    """A file that was added and looked at."""
    run = person.add("a.json", content)
    assert run is not None
    person.look(run)
    return run


def failed_import(person: Uploader) -> ImportRun:
    """An import whose file went bad between the check and the job."""
    run = checked(person, GOOD)
    storage.file_of(run).write_bytes(b"%PDF-1.7")
    assert person.start(run).status == "failed"
    storage.file_of(run).write_bytes(GOOD)
    return run


def test_files_of_an_upload_stay_where_texts_cannot_be_removed_yet(
    uploader: Callable[[], Uploader], session: JudgeSession, pillars: dict[int, Pillar], anna: User
) -> None:
    person = uploader()
    run = checked(person, GOOD)
    with pytest.raises(WrongState):
        purge(pillars[1], now=timezone.now(), actor=anna)
    assert person.start(run).imported == 1


def test_an_import_that_failed_is_tried_again(uploader: Callable[[], Uploader]) -> None:
    person = uploader()
    run = failed_import(person)
    assert run.error in person.client.get(f"{person.base}/import").content.decode()
    assert run.error in person.look(run)
    person.set(run, again="1", good_only="on")
    assert (run.status, run.error, run.ended_at) == ("checked", "", None)
    assert person.start(run).imported == 1


def test_an_import_that_failed_stays_on_record_without_its_texts_when_the_upload_is_dropped(
    uploader: Callable[[], Uploader],
) -> None:
    person = uploader()
    run = failed_import(person)
    assert "Ich weiß nicht weiter." in str(run.findings)
    person.client.post(f"{person.base}/give-up")
    run.refresh_from_db()
    assert (run.status, run.findings) == ("failed", {})
    assert not storage.folder_of(run).exists()
    assert person.client.get(f"/judge/import/{run.pk}").status_code == 200


def test_an_upload_says_that_its_files_went_along_with_another_pillars_texts(
    uploader: Callable[[], Uploader], pillars: dict[int, Pillar], anna: User
) -> None:
    person = uploader()
    run = checked(person, GOOD)
    Thread.objects.in_pillar(1)[0].pillars.add(pillars[3])
    purge(pillars[3], now=timezone.now(), actor=anna)
    assert not storage.folder_of(run).exists()
    assert not ImportRun.objects.filter(pk=run.pk).exists()
    for step in ("pillar", "files", "import"):
        page = person.client.get(f"{person.base}/{step}")
        assert f"Texten der Säule „{pillars[3]}“" in page.text, step
    assert "Dateien entfernt" in person.client.get("/judge/upload").text
    gone = f"{person.base}/check/{run.pk}"
    assert person.client.get(gone).url == f"{person.base}/files"  # type: ignore[attr-defined]
    assert person.client.get(gone, headers={"HX-Request": "true"})["HX-Redirect"] == f"{person.base}/files"
    assert person.client.post(f"{person.base}/files/{run.pk}/remove").status_code == 302
    PillarAssignment.objects.filter(pillar=3).delete()
    pillars[3].delete()
    assert "mit Texten von Verläufen" in person.client.get(f"{person.base}/files").text
    assert person.start(checked(person, GOOD)).imported == 1


def test_an_upload_that_lost_no_file_says_nothing_and_knows_no_others(
    uploader: Callable[[], Uploader], pillars: dict[int, Pillar], anna: User
) -> None:
    person = uploader()
    checked(person, GOOD)
    purge(pillars[3], now=timezone.now(), actor=anna)
    assert 'data-testid="files-removed"' not in person.client.get(f"{person.base}/files").text
    assert person.client.get(f"{person.base}/check/999999").status_code == 404


def test_a_purge_reaches_imports_that_failed(
    uploader: Callable[[], Uploader], pillars: dict[int, Pillar], anna: User
) -> None:
    run = failed_import(uploader())
    purge(pillars[1], now=timezone.now(), actor=anna)
    run.refresh_from_db()
    assert (run.status, run.findings) == ("failed", {})
    assert not storage.folder_of(run).exists()


def test_a_purge_reaches_imports_whose_threads_were_all_there(
    uploader: Callable[[], Uploader], pillars: dict[int, Pillar], anna: User
) -> None:
    first, again = uploader(), uploader()
    first.start(checked(first, WITH_SECRET))
    run = again.start(checked(again, WITH_SECRET))
    assert (run.imported, run.skipped, run.failed) == (0, 1, 1)
    assert SECRET in str(run.report)
    purge(pillars[1], now=timezone.now(), actor=anna)
    run.refresh_from_db()
    assert SECRET not in str(run.report)
    assert not storage.folder_of(run).exists()


def test_names_of_senders_go_with_the_texts(
    uploader: Callable[[], Uploader], pillars: dict[int, Pillar], anna: User
) -> None:
    person = uploader()
    turns = [{"role": SECRET, "content": "Ich schlafe schlecht."}]
    run = checked(person, as_json([{"id": "b", "messages": turns}]))
    person.set(run, again="1", good_only="on", **{"role-0": "client"})
    assert SECRET in str(person.start(run).reading)
    purge(pillars[1], now=timezone.now(), actor=anna)
    assert SECRET not in str(ImportRun.objects.values().get(pk=run.pk))


def test_what_an_undone_import_quotes_is_gone(uploader: Callable[[], Uploader]) -> None:
    person = uploader()
    run = checked(person, WITH_SECRET)
    assert SECRET in str(person.start(run).report)
    person.client.post(f"/judge/import/{run.pk}/undo")
    run.refresh_from_db()
    assert (run.status, run.imported, run.failed) == ("undone", 1, 1)
    assert SECRET not in str(ImportRun.objects.values().get(pk=run.pk))


def test_no_import_quotes_the_subject_of_a_thread_that_another_one_brought(
    uploader: Callable[[], Uploader], pillars: dict[int, Pillar]
) -> None:
    there = uploader()
    run = checked(there, as_json([thread("Guten Tag", "Hallo", id="a", subject=SECRET)]))
    there.start(run)
    like_it = uploader()
    second = checked(like_it, as_json([thread("guten tag!", "Hallo", id="b")]))
    assert second.findings["nearly_there"] == 1
    assert SECRET not in str(second.findings)
    assert SECRET not in str(like_it.start(second).report)
    assert f" {Thread.objects.get(external_id='a').pk}," in str(second.report["problems"])


@pytest.mark.parametrize("lost", ["owner", "pillar"])
def test_files_do_not_outlive_the_row_that_knows_of_them(
    uploader: Callable[[], Uploader], anna: User, lost: str
) -> None:
    person = uploader()
    person.client.post(f"{person.base}/pillar", {"number": 9, "name": "Neu"})
    run = checked(person, GOOD)
    if lost == "owner":
        anna.delete()
    else:
        Pillar.objects.get(pk=9).delete()
    assert not Upload.objects.exists()
    uploads.clear_old(timezone.now())
    assert storage.folder_of(run).exists()
    _age(run)
    uploads.clear_old(timezone.now())
    assert not storage.folder_of(run).exists()
    assert not ImportRun.objects.filter(pk=run.pk).exists()


def test_nothing_lies_on_disk_of_a_file_that_came_in_as_a_whole(uploader: Callable[[], Uploader]) -> None:
    person = uploader()
    run = person.start(checked(person, GOOD))
    assert run.imported == 1
    assert not storage.folder_of(run).exists()


def test_what_could_not_be_read_stays_as_long_as_its_import(uploader: Callable[[], Uploader]) -> None:
    person = uploader()
    run = checked(person, WITH_SECRET)
    person.start(run)
    _age(run)
    uploads.clear_old(timezone.now())
    assert storage.unreadable_of(run).exists()


def test_a_folder_that_is_removed_while_others_are_cleared_is_no_matter(
    uploader: Callable[[], Uploader],
) -> None:
    run = checked(uploader(), GOOD)
    gone = storage.folder_of(run).with_name("999999")
    gone.symlink_to("nowhere")
    try:
        assert uploads.clear_old(timezone.now()) == 0
    finally:
        gone.unlink()


def _age(run: ImportRun) -> None:
    """Let the import's files have lain there for longer than they are kept."""
    before = (timezone.now() - uploads.KEPT - timedelta(hours=1)).timestamp()
    os.utime(storage.folder_of(run), (before, before))
