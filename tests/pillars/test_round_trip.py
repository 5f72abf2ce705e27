"""What is written to a file comes back from it, whatever the texts hold."""

from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.test import Client
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from pillars.export import FileForm
from pillars.importing import import_threads
from pillars.models import Pillar, Thread
from pillars.readers import Reading, Source, open_threads, read_threads
from pillars.readers.options import ReadOptions
from pillars.readers.tables import DELIMITERS
from tests.pillars.files import as_json, as_table

ANY = st.characters(exclude_categories=["Cs"])
TEXTS = st.text(alphabet=ANY, min_size=1, max_size=200).filter(str.strip)
AWKWARD = st.sampled_from(
    ["=1+1", "'=a", "a\r\nb", "\rb", 'so "genannt"', "a,b;c\td|e", "👩‍👧 ß", "[1]", '{"a": 1}']
)
ROLES = st.sampled_from(["client", "counsellor"])


def conversations(texts: st.SearchStrategy[str]) -> st.SearchStrategy[list[list[tuple[str, str]]]]:
    return st.lists(st.lists(st.tuples(ROLES, texts), min_size=1, max_size=5), min_size=1, max_size=4)


def said_in(reading: Reading) -> list[list[tuple[str, str]]]:
    return [[(one.role, one.content) for one in each.messages] for each in reading.threads]


def told(reading: Reading) -> set[str]:
    """The kinds of problems, but for names of models, which generated texts have now and then."""
    return {one.kind for one in reading.problems} - {"names_a_model"}


@given(conversations(TEXTS), st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]))
@settings(max_examples=100)
def test_json(threads: list[list[tuple[str, str]]], encoding: str) -> None:
    data: list[dict[str, Any]] = [
        {"messages": [{"role": role, "content": content} for role, content in each]} for each in threads
    ]
    reading = read_threads(as_json(data, encoding))
    assert not told(reading)
    assert said_in(reading) == threads


NAMES = st.text(alphabet=ANY, max_size=40).map(str.strip)
FILLED_NAMES = NAMES.filter(bool)
CONTENTS = AWKWARD | TEXTS
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | CONTENTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3),
    max_leaves=5,
)
ZONES = st.just(UTC) | st.integers(-12 * 60, 14 * 60).map(
    lambda minutes: timezone(timedelta(minutes=minutes))
)
TIMES = st.datetimes(datetime(1901, 1, 1), datetime(2198, 12, 31), timezones=ZONES).map(datetime.isoformat)
MESSAGES = st.fixed_dictionaries({"role": ROLES, "content": CONTENTS}, optional={"timestamp": TIMES})
FEATURES = st.fixed_dictionaries(
    {"type": FILLED_NAMES, "content": AWKWARD | st.text(alphabet=ANY, max_size=60)},
    optional={"id": NAMES, "model": NAMES, "provenance": st.dictionaries(NAMES, VALUES, max_size=2)},
)
RECORDS = st.fixed_dictionaries(
    {"messages": st.lists(MESSAGES, min_size=1, max_size=3)},
    optional={
        "id": NAMES,
        "subject": NAMES | AWKWARD,
        "label": NAMES,
        "features": st.lists(FEATURES, max_size=2),
        "metadata": st.dictionaries(NAMES, VALUES, max_size=3),
    },
)


FEATURE_FIELDS = ("external_id", "type", "content", "model_name", "provenance")


@pytest.fixture
def researcher(anna: User, client: Client) -> Client:
    client.force_login(anna)
    return client


def stored() -> list[Any]:
    """All threads by their rows, so that nothing the export leaves out is left out here."""
    return [
        (
            *(thread.external_id, thread.subject, thread.label, thread.metadata),
            list(thread.messages.order_by("position").values_list("role", "content", "timestamp")),
            list(thread.features.order_by("pk").values_list(*FEATURE_FIELDS)),
        )
        for thread in Thread.objects.order_by("pk")
    ]


@given(st.lists(RECORDS, min_size=1, max_size=3))
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_an_export_in_each_form_comes_in_elsewhere_as_it_was(
    researcher: Client, records: list[dict[str, Any]]
) -> None:
    with transaction.atomic():
        here, elsewhere = (Pillar.objects.create(number=number, name=f"{number}") for number in (21, 22))
        first = import_threads(as_json(records), pillar=here)
        assert first.failed == 0
        before = stored()
        files = [researcher.get(f"/api/judge/pillars/21/export/{form.value}").getvalue() for form in FileForm]
        for file in files:
            Thread.objects.all().delete()
            report = import_threads(file, pillar=elsewhere)
            assert {one.kind for one in report.problems} <= {"nearly_twice", "names_a_model"}
            assert stored() == before
        transaction.set_rollback(True)


FOUND = {
    "utf-8": ANY,
    "utf-8-sig": ANY,
    "utf-16": ANY,
    "utf-16-le": ANY,
    "utf-16-be": ANY,
    "cp1252": st.characters(codec="cp1252"),
    "latin-1": st.characters(codec="latin-1", exclude_categories=["Cc"]),
}
"""The encodings that are found out, and what can be said in them."""

CHOSEN = {name: st.characters(codec=name) for name in ("mac-roman", "cp850", "cp1251")}
"""Some of those that have to be chosen."""


@st.composite
def encoded_tables(
    draw: st.DrawFn, repertoires: dict[str, st.SearchStrategy[str]]
) -> tuple[str, list[list[tuple[str, str]]], bytes]:
    """An encoding, what a table in it says, and the table, with any separator."""
    encoding = draw(st.sampled_from(sorted(repertoires)))
    texts = st.text(alphabet=repertoires[encoding], min_size=1, max_size=120).filter(str.strip)
    threads = draw(conversations(texts))
    rows = [["thread_id", "role", "content"]]
    rows += [[f"t{number}", role, text] for number, each in enumerate(threads) for role, text in each]
    return encoding, threads, as_table(rows, draw(st.sampled_from(DELIMITERS)), encoding)


@given(encoded_tables(FOUND | CHOSEN))
@settings(max_examples=100)
def test_a_table_whose_encoding_is_chosen(table: tuple[str, list[list[tuple[str, str]]], bytes]) -> None:
    encoding, threads, raw = table
    reading = open_threads(Source(raw), ReadOptions(encoding=encoding)).reading()
    assert said_in(reading) == threads
    assert not told(reading)


@given(encoded_tables(FOUND))
@settings(max_examples=150)
def test_a_table_whose_encoding_is_found_out(table: tuple[str, list[list[tuple[str, str]]], bytes]) -> None:
    encoding, threads, raw = table
    if encoding in ("cp1252", "latin-1"):
        # The same bytes as a text in UTF-8 are that text, by all that anybody can know.
        assume(raw.isascii() or not _is_utf8(raw))
    reading = read_threads(raw)
    assert said_in(reading) == threads or "encoding_doubtful" in told(reading)
    assert told(reading) <= {"encoding_doubtful"}


def _is_utf8(raw: bytes) -> bool:
    try:
        raw.decode()
    except UnicodeDecodeError:
        return False
    return True
