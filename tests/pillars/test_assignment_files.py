"""Assignments as files in the admin, and taken back over the API."""

import csv
import io
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from pillars.models import Pillar, PillarAssignment, Thread

pytestmark = pytest.mark.django_db

LIST = reverse("admin:pillars_pillarassignment_changelist")
IMPORT = reverse("admin:pillars_pillarassignment_import")
EXPORT = reverse("admin:pillars_pillarassignment_export")


@pytest.fixture
def boss(client: Client, admin: User) -> Client:
    client.force_login(admin)
    return client


def bring_in(client: Client, *rows: str) -> Any:
    """Upload a CSV and confirm the preview; returns the preview."""
    file = io.BytesIO("\n".join(("pillar,thread,external_id,remove", *rows)).encode())
    file.name = "assignments.csv"
    preview = client.post(IMPORT, {"import_file": file, "format": "0"})
    form = preview.context.get("confirm_form")
    if form is not None:
        client.post(reverse("admin:pillars_pillarassignment_process_import"), form.initial)
    return preview


def in_pillar(number: int) -> list[int]:
    return list(Thread.objects.in_pillar(number).values_list("pk", flat=True))


def test_what_is_exported_comes_in_again(boss: Client, pillars: dict[int, Pillar]) -> None:
    Thread.objects.filter(pk=in_pillar(1)[0]).update(external_id="=1+1")
    answer = boss.get(EXPORT)
    rows = list(csv.DictReader(io.StringIO(answer.text)))
    assert len(rows) == 18
    assert (rows[0]["pillar"], rows[0]["thread"]) == ("1", str(in_pillar(1)[0]))
    assert not rows[0]["external_id"].startswith("=")
    before = {number: in_pillar(number) for number in pillars}
    PillarAssignment.objects.all().delete()
    bring_in(boss, *(f"{row['pillar']},{row['thread']},," for row in rows))
    assert {number: in_pillar(number) for number in pillars} == before


def test_threads_are_named_by_external_id_and_taken_out(boss: Client, pillars: dict[int, Pillar]) -> None:
    first, second = Thread.objects.in_pillar(1)[:2]
    preview = bring_in(boss, f"3,,{first.external_id},", f"1,{second.pk},,ja", f"1,{first.pk},,")
    assert "style=" not in preview.text
    assert first.pk in in_pillar(3)
    assert second.pk not in in_pillar(1)
    assert first.pk in in_pillar(1)


@pytest.mark.parametrize("row", ["1,,nobody,", "99,1,,", "1,999999,,", "1,,twice,"])
def test_a_row_that_cannot_be_is_named_and_nothing_comes_in(
    boss: Client, pillars: dict[int, Pillar], row: str
) -> None:
    Thread.objects.filter(pk__in=in_pillar(3)[:2]).update(external_id="twice")
    preview = bring_in(boss, f"5,{in_pillar(1)[0]},,", row)
    assert preview.context["result"].has_errors() or preview.context["result"].has_validation_errors()
    assert len(in_pillar(5)) == 6


def test_the_list_is_filtered_by_pillar(boss: Client, pillars: dict[int, Pillar]) -> None:
    rows = boss.get(LIST, {"pillar__number__exact": 3}).context["cl"].result_list
    assert {row.pillar_id for row in rows} == {3}


def test_threads_are_taken_out_over_the_api(client: Client, anna: User, pillars: dict[int, Pillar]) -> None:
    client.force_login(anna)
    chosen = in_pillar(1)[:2]
    address = "/api/judge/pillars/1/remove"
    answer = client.post(address, {"thread_ids": [*chosen, 999_999]}, content_type="application/json")
    assert answer.json() == {"removed": 2, "in_no_pillar": chosen}
    assert len(in_pillar(1)) == 4
    assert Thread.objects.filter(pk__in=chosen).count() == 2
    anna.groups.get().permissions.filter(codename="delete_pillarassignment").delete()
    assert client.post(address, {"thread_ids": [1]}, content_type="application/json").status_code == 403
