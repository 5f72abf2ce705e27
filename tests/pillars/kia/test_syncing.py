"""The sync against a GitLab server: what comes in, changes and goes, and what GitLab may do meanwhile."""

import json

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from pillars.kia.models import Repository, SourceFile, SyncRun
from pillars.models import Pillar, Thread
from pillars.retention import purge
from tests.fake_gitlab.server import FakeGitLab, blob_id

pytestmark = pytest.mark.django_db


def thread(name: str, text: str = "Hallo") -> dict[str, object]:
    """A thread in KIA's form."""
    said = [("Ratsuchende Person", f"{text} von {name}"), ("Beratende Person", "Guten Tag")]
    messages = [
        {"message_id": number, "sender": sender, "content": content, "timestamp": f"01.02.2024 1{number}:00"}
        for number, (sender, content) in enumerate(said)
    ]
    return {"chat_id": name, "messages": messages}


def file(*threads: object) -> bytes:
    """A file of them."""
    return json.dumps(list(threads)).encode()


def sync(**options: object) -> SyncRun:
    """Sync all repositories by the command."""
    call_command("kia_sync", **options)
    return SyncRun.objects.latest("pk")


def names(number: int) -> list[str]:
    """The external ids of a pillar's threads in use."""
    return sorted(Thread.objects.active().in_pillar(number).values_list("external_id", flat=True))


def test_new_files_come_in_over_several_pages_and_are_skipped_the_next_time(
    gitlab: FakeGitLab, repository: Repository
) -> None:
    gitlab.put({f"saeule_1/{n}.json": file(thread(f"a{n}")) for n in range(7)})
    gitlab.put({"saeule_3/x/b.json": file(thread("b")), "README.md": b"text"})
    run = sync()
    assert run.counts | {"new": 8, "threads": 8, "failed": 0} == run.counts
    assert names(1) == [f"a{n}" for n in range(7)]
    assert names(3) == ["b"]
    repository.refresh_from_db()
    assert repository.last_commit_id == gitlab.head
    before = len(gitlab.calls)
    again = sync()
    assert again.counts | {"unchanged": 8, "new": 0} == again.counts
    assert not [path for path in gitlab.calls[before:] if "blobs" in path]


def test_a_dry_run_says_the_same_and_writes_nothing(gitlab: FakeGitLab, repository: Repository) -> None:
    gitlab.put({"saeule_1/a.json": file(thread("a"))})
    run = sync(dry_run=True)
    assert (run.counts["new"], run.counts["threads"]) == (1, 1)
    assert not Thread.objects.exists()
    assert not SourceFile.objects.exists()


def test_what_changed_becomes_a_new_version_and_what_is_gone_is_archived(
    gitlab: FakeGitLab, repository: Repository
) -> None:
    gitlab.put({"saeule_1/a.json": file(thread("a"), thread("b")), "saeule_1/c.json": file(thread("c"))})
    sync()
    old = Thread.objects.get(external_id="a")
    gitlab.put({"saeule_1/a.json": file(thread("a", "Servus"), thread("d")), "saeule_1/c.json": None})
    run = sync()
    assert (run.counts["changed"], run.counts["gone"]) == (1, 1)
    assert names(1) == ["a", "d"]
    new = Thread.objects.active().get(external_id="a")
    assert (new.version, new.replaces_id) == (2, old.pk)
    assert gitlab.head[:10] in new.correction_note
    assert Thread.objects.count() == 5
    assert Thread.objects.get(external_id="c").archived_at is not None
    gitlab.put({"saeule_1/c.json": file(thread("c"))})
    sync()
    assert names(1) == ["a", "c", "d"]


def test_a_moved_file_is_not_read_again(gitlab: FakeGitLab, repository: Repository) -> None:
    content = file(thread("a"))
    gitlab.put({"saeule_1/a.json": content})
    sync()
    gitlab.put({"saeule_1/a.json": None, "saeule_1/new/b.json": content})
    before = len(gitlab.calls)
    run = sync()
    assert (run.counts["moved"], run.counts["gone"], run.counts["new"]) == (1, 0, 0)
    assert SourceFile.objects.get().path == "saeule_1/new/b.json"
    assert not [path for path in gitlab.calls[before:] if "blobs" in path]
    assert names(1) == ["a"]


def test_one_bad_file_does_not_stop_the_rest_and_is_tried_again_when_it_changes(
    gitlab: FakeGitLab, repository: Repository
) -> None:
    gitlab.put({"saeule_1/a.json": b"{broken", "saeule_1/b.json": file(thread("b"))})
    run = sync()
    assert (run.counts["failed"], run.counts["new"]) == (1, 1)
    assert names(1) == ["b"]
    assert SourceFile.objects.get(path="saeule_1/a.json").problem
    gitlab.put({"saeule_1/a.json": file(thread("a"))})
    assert sync().counts["changed"] == 1
    assert names(1) == ["a", "b"]


def test_a_pointer_of_lfs_is_followed_or_named(gitlab: FakeGitLab, repository: Repository) -> None:
    pointer = b"version https://git-lfs.github.com/spec/v1\noid sha256:%s\nsize 3\n"
    gitlab.put({"saeule_1/a.json": pointer % b"a", "saeule_1/b.json": pointer % b"b"})
    gitlab.lfs["saeule_1/a.json"] = file(thread("a"))
    gitlab.lfs["saeule_1/b.json"] = pointer % b"b"
    run = sync()
    assert names(1) == ["a"]
    assert "LFS" in str([line["problems"] for line in run.report if line["what"] == "failed"])


def test_a_rewritten_history_is_said_and_changes_nothing_by_itself(
    gitlab: FakeGitLab, repository: Repository
) -> None:
    gitlab.put({"saeule_1/a.json": file(thread("a"))})
    assert not sync().history_rewritten
    gitlab.put({"saeule_1/b.json": file(thread("b"))})
    assert not sync().history_rewritten
    gitlab.force_push()
    run = sync()
    assert run.history_rewritten
    assert run.counts["unchanged"] == 2


def test_refusals_for_being_too_fast_are_waited_out(gitlab: FakeGitLab, repository: Repository) -> None:
    gitlab.put({"saeule_1/a.json": file(thread("a"))})
    gitlab.refuse = 4
    assert sync().counts["new"] == 1


def test_a_server_that_fails_for_a_moment_is_asked_again(gitlab: FakeGitLab, repository: Repository) -> None:
    gitlab.put({"saeule_1/a.json": file(thread("a")), "saeule_1/b.json": file(thread("b"))})
    gitlab.fail_at, gitlab.fails = "/projects", [502, 500, 0]
    assert sync().counts["new"] == 2
    assert not gitlab.fails


def test_an_address_where_nobody_answers_is_told_after_one_try(
    gitlab: FakeGitLab, repository: Repository
) -> None:
    gitlab.fails = [0] * 100
    with pytest.raises(CommandError):
        call_command("kia_sync")
    assert len(gitlab.calls) == 1
    assert repository.url.removeprefix("http://") in SyncRun.objects.get().error


def test_a_server_that_goes_away_midway_stops_the_sync_and_costs_no_file(
    gitlab: FakeGitLab, repository: Repository
) -> None:
    gitlab.put({f"saeule_1/{name}.json": file(thread(name)) for name in "abc"})
    gitlab.fail_at, gitlab.fails = f"blobs/{blob_id(file(thread('b')))}", [503] * 100
    with pytest.raises(CommandError):
        call_command("kia_sync")
    assert len(gitlab.fails) == 100 - 7
    assert names(1) == ["a"]
    assert not SourceFile.objects.filter(state="failed").exists()
    gitlab.fails = []
    assert sync().counts["new"] == 2


def test_a_file_that_the_server_itself_cannot_read_does_not_stop_the_rest(
    gitlab: FakeGitLab, repository: Repository
) -> None:
    gitlab.put({f"saeule_1/{name}.json": file(thread(name)) for name in "abc"})
    gitlab.fail_at, gitlab.fails = f"blobs/{blob_id(file(thread('b')))}", [500] * 7
    run = sync()
    assert (run.counts["new"], run.counts["failed"]) == (2, 1)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"token": "expired"}, "Token"),
        ({"branch": "master"}, "main"),
        ({"project": "kia/other"}, "kia/other"),
        ({"url": "http://127.0.0.1:1"}, "127.0.0.1:1"),
    ],
)
def test_what_an_administrator_must_do_is_said(
    gitlab: FakeGitLab, repository: Repository, change: dict[str, str], told: str
) -> None:
    gitlab.put({"saeule_1/a.json": file(thread("a"))})
    sync()
    for name, value in change.items():
        setattr(repository, name, value)
    repository.save()
    with pytest.raises(CommandError):
        call_command("kia_sync")
    run = SyncRun.objects.latest("pk")
    assert run.status == "failed"
    assert told in run.error
    assert names(1) == ["a"]


def test_the_fake_names_contents_as_git_does() -> None:
    assert blob_id(b"what is up, doc?") == "bd9dbf5aae1a3862dd1526723246b20206e5fc37"


def test_when_texts_are_removed_syncs_forget_what_they_quote(
    gitlab: FakeGitLab, repository: Repository
) -> None:
    odd = thread("b") | {"messages": [{"message_id": 1, "sender": "Geheimwort", "content": "Hallo"}]}
    gitlab.put({"saeule_1/a.json": file(thread("a"), odd), "saeule_1/b.json": file(odd)})
    run = sync()
    assert "Geheimwort" in str(run.report)
    purge(Pillar.objects.get(pk=1), now=timezone.now(), actor=None)
    run.refresh_from_db()
    assert {line["path"]: line["what"] for line in run.report} == {
        "saeule_1/a.json": "new", "saeule_1/b.json": "failed",
    }  # fmt: skip
    assert "Geheimwort" not in str(list(SyncRun.objects.values()) + list(SourceFile.objects.values()))
