"""Threads come into a pillar once, all or none, and with a report."""

from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from llars.errors import InvalidInput
from pillars.assignments import assign, remove
from pillars.importing import import_threads
from pillars.models import Feature, Message, Pillar, PillarAssignment, Thread
from tests.pillars.files import as_json, thread

pytestmark = pytest.mark.django_db

FILE = as_json(
    [
        thread("a", "b", id="x", subject="S", features=[{"type": "summary", "content": "kurz"}]),
        thread("c", id="y"),
    ]
)


@pytest.fixture
def first() -> Pillar:
    return Pillar.objects.create(number=1, name="Eins")


@pytest.fixture
def second() -> Pillar:
    return Pillar.objects.create(number=2, name="Zwei")


def test_it_stores_threads_messages_and_features(first: Pillar) -> None:
    report = import_threads(FILE, pillar=first)
    assert (report.imported, report.skipped, report.failed) == (2, 0, 0)
    stored = Thread.objects.get(external_id="x")
    assert stored.subject == "S"
    assert list(stored.messages.values_list("position", "role", "content")) == [
        (1, "client", "a"),
        (2, "counsellor", "b"),
    ]
    assert list(stored.features.values_list("type", "content")) == [("summary", "kurz")]
    assert Thread.objects.in_pillar(1).count() == 2


def test_a_second_import_changes_nothing(first: Pillar) -> None:
    import_threads(FILE, pillar=first)
    report = import_threads(FILE, pillar=first)
    assert (report.imported, report.skipped) == (0, 2)
    assert (Thread.objects.count(), Message.objects.count(), Feature.objects.count()) == (2, 3, 1)


def test_a_known_thread_is_only_assigned_to_another_pillar(first: Pillar, second: Pillar) -> None:
    import_threads(FILE, pillar=first)
    report = import_threads(FILE, pillar=second)
    assert (report.imported, report.skipped) == (2, 0)
    assert Thread.objects.count() == 2
    assert PillarAssignment.objects.count() == 4


def test_the_same_content_twice_in_a_file_comes_in_once(first: Pillar) -> None:
    report = import_threads(as_json([thread("a", id="1"), thread("a", id="2")]), pillar=first)
    assert (report.imported, report.skipped) == (1, 1)
    assert [one.kind for one in report.problems] == ["twice_in_file"]


def test_a_dry_run_writes_nothing_and_says_what_would_be(first: Pillar) -> None:
    report = import_threads(FILE, pillar=first, dry_run=True)
    assert report.imported == 2
    assert not Thread.objects.exists()
    assert report.as_dict()["threads"][0]["messages"][1] == {"role": "counsellor", "content": "b"}


def test_the_report_shows_the_first_twenty(first: Pillar) -> None:
    report = import_threads(as_json([thread(str(n)) for n in range(25)]), pillar=first)
    assert (report.imported, len(report.threads)) == (25, 20)


def test_what_a_known_thread_lacks_is_said_not_added(first: Pillar) -> None:
    import_threads(as_json(thread("a")), pillar=first)
    feature = {"type": "summary", "content": "neu"}
    report = import_threads(as_json(thread("a", features=[feature])), pillar=first)
    assert [one.kind for one in report.problems] == ["features_not_added"]
    assert not Feature.objects.exists()


def test_an_import_takes_a_fixed_number_of_queries(first: Pillar, django_assert_max_num_queries: Any) -> None:
    data = as_json([thread(*(f"{n}-{place}" for place in range(5))) for n in range(100)])
    with django_assert_max_num_queries(17):
        import_threads(data, pillar=first)
    assert Message.objects.count() == 500


def test_assigning_counts_what_is_new_and_refuses_unknown_threads(first: Pillar, second: Pillar) -> None:
    import_threads(FILE, pillar=first)
    ids = list(Thread.objects.values_list("pk", flat=True))
    assert assign(second, ids) == 2
    assert assign(second, ids[:1]) == 0
    with pytest.raises(InvalidInput) as refused:
        assign(second, [*ids, 999])
    assert "999" in refused.value.errors["thread_ids"][0]
    assert remove(second, [ids[0], 999]).count == 1
    assert list(Thread.objects.in_pillar(2)) == [Thread.objects.get(pk=ids[1])]


def run(*arguments: str) -> str:
    output = StringIO()
    call_command("import_threads", *arguments, stdout=output)
    return output.getvalue()


def test_the_command_prints_a_report(first: Pillar, tmp_path: Path) -> None:
    path = tmp_path / "threads.csv"
    path.write_text("fall,rolle,text\n1,Anna,a\n2,client,b\n", encoding="utf-8")
    output = run(str(path), "--pillar", "1")
    assert "unknown_role" in output
    assert "Anna" in output
    run(str(path), "--pillar", "1", "--role-map", '{"Anna": "client"}')
    assert Thread.objects.in_pillar(1).count() == 2


def test_the_commands_dry_run_writes_nothing(first: Pillar, tmp_path: Path) -> None:
    path = tmp_path / "threads.json"
    path.write_bytes(FILE)
    run(str(path), "--pillar", "1", "--dry-run")
    assert not Thread.objects.exists()


@pytest.mark.parametrize(
    ("content", "pillar"), [(b"[]", "1"), (b'[{"messages": ', "1"), (None, "1"), (FILE, "9")]
)
def test_the_command_refuses_in_one_line(
    first: Pillar, tmp_path: Path, content: bytes | None, pillar: str
) -> None:
    path = tmp_path / "threads.json"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(CommandError) as refused:
        run(str(path), "--pillar", pillar)
    assert str(refused.value)
    assert "\n" not in str(refused.value)
