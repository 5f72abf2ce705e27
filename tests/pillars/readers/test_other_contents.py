"""Files that hold something else than their names or their users say: pages of HTML, XML, other forms."""

from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from rest_framework.test import APIClient

from pillars.models import Pillar
from pillars.readers import read_threads
from tests.pillars.files import as_json, as_table, thread
from tests.pillars.imports.conftest import Uploader, researcher, uploader
from tests.pillars.workbooks import as_workbook

__all__ = ["researcher", "uploader"]

MARKUP = {
    "a page": ("<!DOCTYPE html>\n<html><body>Verlauf</body></html>", "HTML"),
    "an old page": ('\n<!-- saved -->\n<HTML lang="de">\n<head>', "HTML"),
    "a table of a spreadsheet": ("<table border='1'><tr><td>thread</td></tr></table>", "HTML"),
    "XML": ('<?xml version="1.0"?><threads><thread id="1"/></threads>', "XML"),
}


@pytest.mark.database_free
@pytest.mark.parametrize("end", ["", "<threads/>"])
def test_a_file_of_comments_is_read_through_once(end: str) -> None:
    # With a pattern that goes back into comments this takes longer than anybody lives.
    reading = read_threads(("<!-- -->" * 100 + end).encode())
    assert [one.kind for one in reading.problems] == ["unknown_form"]


@pytest.mark.database_free
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-be"])
@pytest.mark.parametrize(("text", "name"), MARKUP.values(), ids=MARKUP.keys())
def test_markup_is_refused_by_its_name(text: str, name: str, encoding: str) -> None:
    reading = read_threads(text.encode(encoding), name="threads.csv")
    assert not reading.threads
    assert [(one.kind, one.value) for one in reading.problems] == [("foreign_file", name)]
    assert "CSV" in reading.problems[0].hint


@pytest.mark.database_free
@pytest.mark.parametrize(
    "cell", ["<p>Hallo</p>", "<html><b>Hallo</b></html>", "<body>", "<?xml version='1'?>"]
)
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("always_quoted", [True, False])
def test_a_table_may_have_tags_in_its_first_cell(cell: str, delimiter: str, always_quoted: bool) -> None:
    first = f'"{cell}"' if always_quoted or "?" in cell else cell
    head, row = f"{first}{delimiter}role{delimiter}text", f"f1{delimiter}client{delimiter}Hallo"
    reading = read_threads(f"{head}\n{row}\n".encode(), column_map={"thread": cell})
    assert [one.external_id for one in reading.threads] == ["f1"]
    assert not reading.problems


TABLE = as_table([["thread", "role", "content"], ["f1", "client", "Hallo"]])
JSON = as_json([thread("Hallo", "Guten Tag", id="f1")])
BOOK = as_workbook([["thread", "role", "content"], ["f1", "client", "Hallo"]])


@pytest.mark.database_free
@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("threads.csv", TABLE, ""),
        ("threads.txt", TABLE, ""),
        ("threads.txt", JSON, ""),
        ("threads.jsonl", JSON, ""),
        ("THREADS.XLSX", BOOK, ""),
        ("threads.backup", BOOK, ""),
        ("threads", JSON, ""),
        ("threads.CSV", JSON, ".csv"),
        ("threads.json", TABLE, ".json"),
        ("threads.json", BOOK, ".json"),
        ("threads.txt", BOOK, ".txt"),
        ("threads.xlsx", TABLE, ".xlsx"),
        ("threads.xls", TABLE, ".xls"),
    ],
)
def test_a_suffix_that_says_something_else_is_told_and_the_file_is_read(
    name: str, content: bytes, told: str
) -> None:
    reading = read_threads(content, name=name)
    assert [one.external_id for one in reading.threads] == ["f1"]
    assert [(one.kind, one.value) for one in reading.problems] == ([("suffix_differs", told)] if told else [])


@pytest.mark.django_db
def test_the_api_and_the_command_tell_it(anna: User, pillars: dict[int, Pillar], tmp_path: Path) -> None:
    api = APIClient()
    api.force_login(anna)
    file = SimpleUploadedFile("threads.csv", JSON)
    answer = api.post("/api/judge/pillars/1/import?dry_run=true", {"file": file}, format="multipart")
    assert [one["kind"] for one in answer.json()["problems"]] == ["suffix_differs"]
    path, printed = tmp_path / "threads.csv", StringIO()
    path.write_bytes(JSON)
    call_command("import_threads", str(path), pillar=1, stdout=printed)
    assert "[suffix_differs] .csv" in printed.getvalue()


@pytest.mark.django_db(transaction=True)
def test_the_check_of_an_upload_shows_it(uploader: Callable[[], Uploader]) -> None:
    person = uploader()
    run = person.add("threads.json", TABLE)
    assert run is not None
    assert "Der Name endet anders, als die Datei ist" in person.look(run)
    assert run.findings["threads"] == 1
