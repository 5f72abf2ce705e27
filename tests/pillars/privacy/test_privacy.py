"""What may tell who somebody is: found where it is, left alone where not, replaced only where chosen."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pillars.privacy.finding import Kind, find_personal
from pillars.privacy.replacing import Census, placeholders, replace_personal

pytestmark = pytest.mark.database_free

MAIL = (
    "Liebe Beratung, ich wohne in Nürnberg und bin unter 0911 5880-1234 zu erreichen.\n"
    "Schreiben Sie an maike.test+privat@post.example.org. Konto: DE89 3704 0044 0532 0130 00.\n"
    "Am 12.03.2024 um 14:30 Uhr war das Essen in Frankfurt am Main gut; 25000 Euro."
)


def test_each_kind_is_found_where_it_stands() -> None:
    found = find_personal(MAIL)
    assert [(one.kind, one.value) for one in found] == [
        (Kind.CITY, "Nürnberg"),
        (Kind.PHONE, "0911 5880-1234"),
        (Kind.EMAIL, "maike.test+privat@post.example.org"),
        (Kind.IBAN, "DE89 3704 0044 0532 0130 00"),
        (Kind.CITY, "Frankfurt am Main"),
    ]
    assert all(MAIL[one.start : one.end] == one.value for one in found)


@pytest.mark.parametrize(
    "text",
    [
        "Das Essen war gut, der Hof auch, und die Halle stand leer.",
        "Am 12.03.2024 um 14:30 Uhr, 2024-03-12T10:15:22, Artikel 4711, 3,50 Euro",
        "Am 02.06.2025 um 10:00 schrieb Beratung: ja. Und 2.6.2025 10:00, 03. 06. 2025",
        "DE00 3704 0044 0532 0130 00 hat eine falsche Prüfziffer",
        "@nobody und a@b und <name@>",
    ],
)
def test_what_only_looks_like_it_is_left_alone(text: str) -> None:
    assert find_personal(text) == []


def test_a_word_that_is_a_city_too_counts_behind_a_preposition() -> None:
    assert [one.value for one in find_personal("Ich lebe in Essen. Essen ist wichtig.")] == ["Essen"]


def test_the_same_value_gets_the_same_word_and_what_was_not_chosen_stays() -> None:
    text = "a@example.org, b@example.org, a@example.org, in Köln"
    words = placeholders([(Kind.EMAIL, "a@example.org"), (Kind.EMAIL, "b@example.org")])
    replaced, places = replace_personal(text, words)
    assert places == 3
    first, second = words["a@example.org"], words["b@example.org"]
    assert replaced == f"{first}, {second}, {first}, in Köln"
    assert first != second


def test_a_census_counts_all_and_shows_each_value_once_with_an_example() -> None:
    census = Census()
    census.look_at(MAIL, where="thread 1")
    census.look_at("Wieder in Nürnberg", where="thread 2")
    city = next(one for one in census.ordered() if one.value == "Nürnberg")
    assert (city.count, city.where, city.is_sure) == (2, "thread 1", True)
    assert "ich wohne in Nürnberg und" in city.example
    assert census.counts[Kind.CITY] == 3


def test_a_census_keeps_its_limit_and_counts_on() -> None:
    census = Census(limit=2)
    census.look_at("a@example.org b@example.org c@example.org", where="")
    assert (len(census.candidates), census.counts[Kind.EMAIL]) == (2, 3)


@given(st.text(max_size=300))
def test_findings_are_in_order_apart_and_true_to_the_text(text: str) -> None:
    found = find_personal(text)
    assert all(text[one.start : one.end] == one.value for one in found)
    assert all(before.end <= after.start for before, after in pairwise(found))
    assert replace_personal(text, {}) == (text, 0)


def test_a_long_text_takes_no_longer_than_its_parts() -> None:
    part = "Ich wohne in Nürnberg und war heute in Fürth. "
    assert len(find_personal(part * 20_000)) == 40_000
