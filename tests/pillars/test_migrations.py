"""Migrations go back and forth with rows in the tables; what has a place on both sides is kept."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.models import Model as Row
from django.utils import timezone

from pillars.derived import Derivation, derive
from pillars.importing import import_threads
from pillars.models import Feature, ImportRun, Message, Pillar, PillarAssignment, Thread
from pillars.readers.parsed import ParsedFeature
from pillars.versions import Correction, correct
from tests.pillars.files import as_json
from tests.pillars.files import thread as spoken

OWN_APPS = ("pillars", "kia", "prompts", "evaluations", "llars")
KEPT_AT_0006: dict[type[Row], tuple[str, ...]] = {
    Pillar: ("pk", "name", "is_real_data", "legal_basis", "delete_on", "purged_at"),
    Thread: (
        *("pk", "external_id", "subject", "label", "metadata", "content_hash", "source_thread_id"),
        *("version", "replaces_id", "first_version_id", "correction_note", "created_at", "archived_at"),
        *("message_count", "character_count", "first_message_at", "last_message_at", "time_span"),
        "purged_at",
    ),
    Message: ("pk", "thread_id", "position", "role", "content", "timestamp"),
    Feature: ("pk", "thread_id", "type", "content", "model_name", "provenance", "created_at"),
    PillarAssignment: ("pk", "pillar_id", "thread_id"),
}
GONE_BEFORE_0006 = {"is_real_data", "legal_basis", "delete_on", "purged_at"}
GONE_BEFORE_0002 = {"version", "replaces_id", "first_version_id", "correction_note", "archived_at"}


@pytest.fixture
def _back_at_the_end() -> Iterator[None]:
    """Whatever a test leaves behind, the tables are those of the newest migration again."""
    yield
    call_command("migrate", verbosity=0)


@pytest.fixture
def rows(anna: User) -> list[Thread]:
    """A thread in two versions, in a pillar of real data, and one made from it; with times and features."""
    real = Pillar.objects.create(number=1, name="Eins", is_real_data=True, legal_basis="Einwilligung")
    other = Pillar.objects.create(number=2, name="Zwei")
    one = spoken("Hallo ß", "Guten Tag 🙂", id="a", subject="Betreff", metadata={"x": [1, None]})
    for place, message in enumerate(one["messages"], start=1):
        message["timestamp"] = f"2025-03-0{place}T12:00:00+01:00"
    one["features"] = [{"type": "summary", "content": "Kurz", "model": "m-1"}]
    import_threads(as_json({"format": "llars-import-v1", "threads": [one]}), pillar=real)
    first = Thread.objects.get()
    new = correct(first, Correction(note="Name", subject="Besser"), now=timezone.now(), actor=anna)
    texts = (ParsedFeature(type="subject", content="Erzeugt", provenance={"prompt": "Kürze"}),)
    made, _is_new = derive(new, Derivation(subject="Erzeugt", features=texts), pillar=other, actor=anna)
    ImportRun.objects.create(pillar=real, file_name="a.json", sha256="0" * 64, size=1, way="page")
    return [first, new, made]


def kept(without: set[str]) -> dict[str, list[dict[str, Any]]]:
    """What the tables hold, by model; the fields ``without`` left out."""
    return {
        model.__name__: list(
            model._default_manager.order_by("pk").values(*(name for name in fields if name not in without))
        )
        for model, fields in KEPT_AT_0006.items()
    }


@pytest.mark.parametrize(
    ("target", "without"),
    [
        ("0010_purge_refused", set()),
        ("0007_imports", set()),
        ("0006_retention", set()),
        ("0005_measure_time_spans", GONE_BEFORE_0006),
        ("0001_initial", GONE_BEFORE_0006 | GONE_BEFORE_0002),
    ],
)
@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_back_at_the_end")
def test_rows_survive_the_way_back_and_forth(rows: list[Thread], target: str, without: set[str]) -> None:
    before, hashes = kept(without), list(Thread.objects.order_by("pk").values_list("normalised_hash"))
    call_command("migrate", "pillars", target, verbosity=0)
    call_command("migrate", verbosity=0)
    assert kept(without) == before
    assert list(Thread.objects.order_by("pk").values_list("normalised_hash")) == hashes
    is_marked = [thread.real_data_since is not None for thread in Thread.objects.order_by("pk")]
    # Which pillars hold real data is not known before 0006: there the marks go with it.
    assert is_marked == [not without] * len(rows)


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_back_at_the_end")
def test_everything_can_be_taken_back_and_made_anew(rows: list[Thread]) -> None:
    for app in ("pillars", "prompts"):
        call_command("migrate", app, "zero", verbosity=0)
    tables = connection.introspection.table_names()
    assert [
        name for name in tables if name.startswith(("pillars_", "evaluations_", "kia_", "prompts_"))
    ] == []
    call_command("migrate", verbosity=0)
    assert not Thread.objects.exists()


def test_no_migration_is_without_a_way_back() -> None:
    loader = MigrationLoader(None)
    found = {key: each for key, each in loader.disk_migrations.items() if key[0] in OWN_APPS}
    assert {app for app, _name in found} >= {"pillars", "kia", "prompts", "evaluations"}
    assert [key for key, each in found.items() for step in each.operations if not step.reversible] == []
