"""Near-duplicates are told, in the file and with what is there, and come in all the same."""

from dataclasses import replace
from importlib import import_module

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from pillars.archiving import archive
from pillars.derived import Derivation, derive
from pillars.importing import BATCH, ImportReport, import_threads
from pillars.inline import bring_in
from pillars.likeness import normalised_hash
from pillars.models import Pillar, Thread
from pillars.retention import purge
from pillars.versions import Correction, content_of, correct
from tests.pillars.files import as_json, thread

FIRST = ("Guten Tag, ich weiß nicht weiter.", "Wie lange geht das schon?")
LIKE_IT = ("guten tag ich weiß nicht weiter", "Wie  lange\ngeht das schon …")
OTHER = ("Guten Tag, ich weiß weiter.", "Wie lange geht das schon?")


@pytest.fixture
def first(db: None) -> Pillar:
    return Pillar.objects.create(number=1, name="Eins")


def told(report: ImportReport) -> list[tuple[str, str]]:
    return [(one.kind, one.value) for one in report.problems]


@pytest.mark.parametrize("dry_run", [True, False])
def test_one_in_the_file_is_told_and_comes_in(first: Pillar, dry_run: bool) -> None:
    file = as_json([thread(*FIRST, id="a"), thread(*LIKE_IT, id="b"), thread(*OTHER, id="c")])
    report = import_threads(file, pillar=first, dry_run=dry_run)
    assert report.imported == 3
    assert told(report) == [("nearly_twice", "b")]


def test_it_is_told_over_batches(first: Pillar) -> None:
    between = [thread(f"{number}") for number in range(BATCH)]
    file = as_json([thread(*FIRST, id="a"), *between, thread(*LIKE_IT, id="b")])
    assert told(import_threads(file, pillar=first)) == [("nearly_twice", "b")]


@pytest.mark.parametrize("dry_run", [True, False])
def test_one_that_is_there_is_told_with_its_number(first: Pillar, dry_run: bool) -> None:
    import_threads(as_json([thread(*FIRST, id="a")]), pillar=first)
    there = Thread.objects.get()
    report = import_threads(as_json([thread(*LIKE_IT, id="b")]), pillar=first, dry_run=dry_run)
    assert told(report) == [("nearly_there", "b")]
    assert f"Verlauf {there.pk}," in report.problems[0].hint
    assert report.imported == 1


def test_one_that_came_with_a_request_is_found_too(first: Pillar) -> None:
    bring_in([thread(*FIRST)])
    assert told(import_threads(as_json([thread(*LIKE_IT, id="b")]), pillar=first)) == [("nearly_there", "b")]


def test_threads_that_are_known_by_their_very_content_are_not_told(first: Pillar) -> None:
    file = as_json([thread(*FIRST, id="a"), thread(*LIKE_IT, id="b")])
    import_threads(file, pillar=first)
    assert told(import_threads(file, pillar=first)) == []


def test_nothing_is_told_of_archived_threads(first: Pillar, admin: User) -> None:
    import_threads(as_json([thread(*FIRST)]), pillar=first)
    archive([Thread.objects.get().pk], now=timezone.now(), actor=admin)
    assert told(import_threads(as_json([thread(*LIKE_IT)]), pillar=first)) == []


def test_a_purge_removes_what_could_give_the_texts_away(first: Pillar, admin: User) -> None:
    import_threads(as_json([thread(*FIRST)]), pillar=first)
    assert Thread.objects.get().normalised_hash == normalised_hash(FIRST)
    purge(first, now=timezone.now(), actor=admin)
    assert Thread.objects.get().normalised_hash == ""


def test_a_corrected_thread_is_found_by_its_new_texts_alone(first: Pillar, admin: User) -> None:
    import_threads(as_json([thread(*FIRST)]), pillar=first)
    old = Thread.objects.get()
    texts = zip(content_of(old).messages, OTHER, strict=True)
    correction = Correction(note="Wort", messages=tuple(replace(one, content=text) for one, text in texts))
    correct(old, correction, now=timezone.now(), actor=admin)
    file = as_json([thread(*LIKE_IT, id="old"), thread(*map(str.upper, OTHER), id="new")])
    assert told(import_threads(file, pillar=first)) == [("nearly_there", "new")]


def test_threads_made_from_another_one_have_no_texts_that_could_be_like_others(
    first: Pillar, admin: User
) -> None:
    import_threads(as_json([thread(*FIRST)]), pillar=first)
    made, _is_new = derive(Thread.objects.get(), Derivation(subject="S"), pillar=first, actor=admin)
    assert made.normalised_hash == ""


def test_threads_from_before_are_found_after_the_migration(first: Pillar, admin: User) -> None:
    import_threads(as_json([thread(*FIRST), thread("🙂"), thread(*OTHER)]), pillar=first)
    derive(Thread.objects.order_by("pk")[0], Derivation(subject="S"), pillar=first, actor=admin)
    expected = list(Thread.objects.values_list("normalised_hash", flat=True))
    Thread.objects.update(normalised_hash="")
    import_module("pillars.migrations.0012_normalise_threads").normalise(apps, None)
    assert list(Thread.objects.values_list("normalised_hash", flat=True)) == expected


WORD = st.text(st.characters(categories=["Ll", "Lo", "Nd"]), min_size=1, max_size=6)


@given(
    st.lists(st.lists(WORD, min_size=1, max_size=5), min_size=1, max_size=4),
    st.sampled_from([" ", ", ", "\n", " – ", "_"]),
)
def test_spaces_and_punctuation_do_not_count(messages: list[list[str]], between: str) -> None:
    plain = [" ".join(words) for words in messages]
    written = [f"„{between.join(words)}“!" for words in messages]
    assert normalised_hash(plain) == normalised_hash(written)


@given(st.lists(WORD, min_size=2, max_size=6))
def test_words_and_where_a_message_ends_count(words: list[str]) -> None:
    assert normalised_hash([" ".join(words)]) != normalised_hash([" ".join(words[:-1])])
    assert normalised_hash([" ".join(words)]) != normalised_hash([words[0], " ".join(words[1:])])


def test_case_and_the_way_an_accent_is_written_do_not_count_but_emoji_alone_do() -> None:
    assert normalised_hash(["Café STRASSE"]) == normalised_hash(["cafe\u0301 straße"])
    assert normalised_hash(["🙂"]) != normalised_hash(["🙁"])
