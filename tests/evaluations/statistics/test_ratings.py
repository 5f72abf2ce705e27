"""From triples to one array."""

import math
from collections.abc import Hashable

import numpy as np
import pytest

from evaluations.statistics.ratings import MISSING, Ratings
from evaluations.task_types.values import Level

TRIPLES = [("anna", 7, "good"), ("ben", 7, "poor"), ("ben", 8, "good")]


def test_codes_are_places_among_the_categories_and_gaps_are_missing() -> None:
    ratings = Ratings.from_triples(TRIPLES, level="ordinal", categories=["poor", "fair", "good"])
    assert ratings.raters == ("anna", "ben")
    assert ratings.units == (7, 8)
    assert ratings.codes.tolist() == [[2, MISSING], [0, 2]]
    assert ratings.counts.tolist() == [[1, 0, 1], [0, 0, 1]]


def test_numbers_are_the_values_themselves_or_the_places_of_words() -> None:
    words = Ratings.from_triples(TRIPLES, level="ordinal", categories=["poor", "fair", "good"])
    assert words.numbers[1].tolist() == [0.0, 2.0]
    numbers = Ratings.from_triples([("anna", 1, 3), ("ben", 2, 6)], level="ordinal", categories=[1, 3, 6])
    assert np.array_equal(numbers.numbers, [[3.0, math.nan], [math.nan, 6.0]], equal_nan=True)


def test_given_raters_and_units_fix_the_order_and_may_be_without_a_rating() -> None:
    ratings = Ratings.from_triples(TRIPLES, level="nominal", raters=["chris", "ben"], units=[9, 8])
    assert ratings.raters == ("chris", "ben", "anna")
    assert ratings.units == (9, 8, 7)
    assert ratings.per_unit.tolist() == [0, 1, 2]


def test_units_of_one_item_share_a_cluster() -> None:
    triples = [("anna", (1, "f1"), 2), ("anna", (1, "f2"), 3), ("anna", (2, "f1"), 3)]
    clusters: dict[Hashable, Hashable] = {unit: unit[0] for _, unit, _ in triples}
    ratings = Ratings.from_triples(triples, level="interval", clusters=clusters)
    assert ratings.clusters.tolist() == [0, 0, 1]


def test_some_raters_keep_all_units() -> None:
    ratings = Ratings.from_triples(TRIPLES, level="nominal").of_raters({"anna"})
    assert ratings.raters == ("anna",)
    assert ratings.per_unit.tolist() == [1, 0]


def test_an_ordinal_scale_of_numbers_may_be_read_as_an_interval_scale_but_one_of_words_not() -> None:
    words = Ratings.from_triples(TRIPLES, level="ordinal", categories=["poor", "good"])
    assert words.readable_levels == {Level.NOMINAL, Level.ORDINAL}
    numbers = Ratings.from_triples([("anna", 1, 3)], level="ordinal")
    assert numbers.readable_levels == {Level.NOMINAL, Level.ORDINAL, Level.INTERVAL}


@pytest.mark.parametrize(
    ("triples", "level", "categories", "message"),
    [
        ([("anna", 1, 2), ("anna", 1, 3)], "interval", (), "twice"),
        ([("anna", 1, 7)], "ordinal", (1, 2, 3), "not on the scale"),
        ([("anna", 1, math.nan)], "interval", (), "finite"),
        ([("anna", 1, -1.0)], "ratio", (), "negative"),
        ([("anna", 1, "good")], "ordinal", (), "order"),
        ([("anna", 1, 1)], "ordinal", (1, 1), "named twice"),
    ],
)
def test_it_refuses_what_is_no_rating_of_the_scale(
    triples: list[tuple[str, int, float]], level: str, categories: tuple[int, ...], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        Ratings.from_triples(triples, level=level, categories=categories)
