"""What is exported comes in elsewhere as it was, whatever the texts hold."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as st

from llars.models import AuditEntry
from pillars.export import FileForm, record_of
from pillars.importing import import_threads
from pillars.models import Pillar, Thread
from pillars.readers import read_threads
from pillars.thread_table import guarded, unguarded
from tests.pillars.files import as_json

FORMS = [form.value for form in FileForm]
THREADS: list[dict[str, Any]] = [
    {
        "id": "kia-1",
        "subject": "Größe; „Zitat“",
        "label": "echt",
        "messages": [
            {"role": "client", "content": "=1+1\nzweite Zeile", "timestamp": "2025-01-07T10:15:07+01:00"},
            {"role": "counsellor", "content": "'+49 ist keine Formel, \"so\" auch nicht"},
            {"role": "client", "content": "  @rand, mit Leerzeichen  "},
        ],
        "features": [
            {
                "id": "f1", "type": "summary", "content": "-kurz", "model": "m-1",
                "provenance": {"prompt": "Fasse zusammen", "parameters": {"temperature": 0.2}},
            },
            {"type": "summary", "content": "noch kürzer", "model": "m-2"},
        ],
        "metadata": {"quelle": "=KIA", "tags": ["a", "ß"], "alter": 34, "leer": None},
    },
    {"messages": [{"role": "counsellor", "content": "Ohne alles."}]},
]  # fmt: skip


@pytest.fixture
def filled(db: None) -> Pillar:
    pillar = Pillar.objects.create(number=1, name="Eins")
    import_threads(as_json(THREADS), pillar=pillar)
    return pillar


def content() -> list[dict[str, Any]]:
    return [record_of(thread) for thread in Thread.objects.order_by("pk")]


@pytest.mark.parametrize("form", FORMS)
def test_an_export_comes_in_elsewhere_as_it_was(
    client: Client, anna: User, filled: Pillar, form: str
) -> None:
    client.force_login(anna)
    answer = client.get(f"/api/judge/pillars/1/export/{form}")
    assert answer["Content-Disposition"] == f'attachment; filename="llars-pillar-1.{form}"'
    raw = answer.getvalue()
    before = content()
    assert (before[0]["features"], before[0]["metadata"]) == (THREADS[0]["features"], THREADS[0]["metadata"])
    Thread.objects.all().delete()
    elsewhere = Pillar.objects.create(number=7, name="Anderswo")
    report = import_threads(raw, pillar=elsewhere)
    assert (report.imported, report.failed, report.problems) == (2, 0, [])
    assert content() == before
    entry = AuditEntry.objects.get(action="export")
    assert (entry.user, entry.target_type, entry.target_id) == (anna, "pillar", "1")


def test_no_cell_of_the_table_begins_like_a_formula(client: Client, anna: User, filled: Pillar) -> None:
    client.force_login(anna)
    text = client.get("/api/judge/pillars/1/export/csv").getvalue().decode("utf-8-sig")
    cells = [cell for row in csv.reader(io.StringIO(text, newline="")) for cell in row]
    assert any("=1+1" in cell for cell in cells)
    assert not [cell for cell in cells if cell[:1] in ("=", "+", "-", "@", "\t", "\r")]


def test_archived_threads_stay_out_unless_asked_for(client: Client, anna: User, filled: Pillar) -> None:
    Thread.objects.filter(external_id="kia-1").update(archived_at=timezone.now())
    client.force_login(anna)

    def exported(**query: str) -> list[Any]:
        raw = client.get("/api/judge/pillars/1/export/jsonl", query).getvalue()
        return [json.loads(line).get("id") for line in raw.splitlines()]

    assert exported() == [None]
    assert exported(archived="all") == ["kia-1", None]
    assert exported(archived="all", q="Formel") == ["kia-1"]


def test_unknown_forms_pillars_and_strangers_get_nothing(
    client: Client, anna: User, ben: User, filled: Pillar
) -> None:
    client.force_login(anna)
    assert client.get("/api/judge/pillars/1/export/docx").status_code == 404
    assert client.get("/api/judge/pillars/9/export/json").status_code == 404
    client.force_login(ben)
    assert client.get("/api/judge/pillars/1/export/json").status_code == 403
    assert not AuditEntry.objects.exists()


def test_the_command_writes_what_the_api_gives(
    client: Client, anna: User, filled: Pillar, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    client.force_login(anna)
    file = tmp_path / "threads.csv"
    call_command("export_threads", str(file), pillar=1)
    assert file.read_bytes() == client.get("/api/judge/pillars/1/export/csv").getvalue()
    call_command("export_threads", pillar=1, form="jsonl")
    assert len(capsys.readouterr().out.splitlines()) == 2
    with pytest.raises(CommandError, match="9"):
        call_command("export_threads", pillar=9)


@pytest.mark.parametrize(
    "row", ["1,x,,,{broken,,client,,Text", "1,x,,,,,client"], ids=["broken JSON", "short row"]
)
def test_a_damaged_table_is_named(row: str) -> None:
    head = "thread,id,subject,label,metadata,features,role,timestamp,content\n"
    reading = read_threads(f"{head}{row}\n".encode())
    assert not reading.threads
    assert reading.problems


@given(st.text())
@settings(max_examples=200)
def test_guarding_a_cell_can_be_undone(text: str) -> None:
    assert unguarded(guarded(text)) == text
    assert guarded(text)[:1] not in ("=", "+", "-", "@", "\t", "\r")
