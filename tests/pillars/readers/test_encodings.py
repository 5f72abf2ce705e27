"""An encoding is found out, doubted where it may be another one, and refused where it is none."""

import pytest

from pillars.readers import Source, open_threads, read_threads
from pillars.readers.options import ReadOptions
from tests.pillars.files import as_json, as_table, thread

pytestmark = pytest.mark.database_free

HEAD = ["thread_id", "role", "text"]


def _table(text: str, encoding: str) -> bytes:
    return as_table([HEAD, ["1", "client", text]], ";", encoding)


@pytest.mark.parametrize("broken", ["für", "Café", "„so“ – und so …", "👋"])
def test_mixed_encodings_are_doubted(broken: str) -> None:
    raw = _table(broken, "utf-8") + "1;client;schön\n".encode("cp1252")
    [problem] = read_threads(raw).problems
    assert (problem.kind, problem.where) == ("encoding_doubtful", "Zeile 2")


@pytest.mark.parametrize(
    ("text", "encoding"), [("Ich wäre gern größer", "mac_roman"), ("Ein schöner Tag", "cp850")]
)
def test_umlauts_of_a_mac_or_of_dos_are_doubted_until_the_encoding_is_chosen(
    text: str, encoding: str
) -> None:
    raw = _table(text, encoding)
    doubt = read_threads(raw).problems[0]
    assert doubt.kind == "encoding_doubtful" and encoding in doubt.hint
    chosen = open_threads(Source(raw), ReadOptions(encoding=encoding)).reading()
    assert chosen.threads[0].messages[0].content == text
    assert "encoding_doubtful" not in {one.kind for one in chosen.problems}


@pytest.mark.parametrize("text", ["„Ja…nein“ – 5 € für Zoë Šaša™, §3", "MENÜ“…", "Aleš und Miloš"])
def test_what_is_right_in_windows_1252_is_not_doubted(text: str) -> None:
    reading = read_threads(_table(text, "cp1252"))
    assert reading.threads[0].messages[0].content == text
    assert not reading.problems


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("text", ["Привет, как дела? " * 300, "一二三" * 1000, "nur so"])
@pytest.mark.parametrize("wanted", ["", "utf-16", "UTF16"])
def test_utf_16_needs_no_mark_whatever_the_script(encoding: str, text: str, wanted: str) -> None:
    for raw in (_table(text, encoding), as_json(thread(text, "b"), encoding)):
        reading = open_threads(Source(raw), ReadOptions(encoding=wanted)).reading()
        assert reading.threads[0].messages[0].content == text
        assert not reading.problems


@pytest.mark.parametrize("name", ["base64", "rot13", "undefined", "utf-99", "ü", "a\0b"])
def test_a_name_of_no_encoding_is_told(name: str) -> None:
    reading = open_threads(Source(_table("a", "utf-8")), ReadOptions(encoding=name)).reading()
    assert not reading.threads
    assert [(one.kind, one.value) for one in reading.problems] == [("encoding", name)]
