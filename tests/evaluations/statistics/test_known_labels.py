"""Against known right values."""

from collections import Counter

import pytest

from evaluations.statistics.known_labels import accuracy, confusion, macro_f1
from evaluations.statistics.metrics import measure_correctness
from evaluations.statistics.ratings import Ratings
from evaluations.statistics.results import Undefined
from tests.evaluations.statistics.reference import load
from tests.evaluations.statistics.rows import ratings_of

VERDICTS = (1, 2, 0)


@pytest.fixture(scope="module")
def majority() -> dict[object, float]:
    """What most of PandaLM's three people said of each pair."""
    return {
        row["idx"]: Counter(row[f"annotator{who}"] for who in (1, 2, 3)).most_common(1)[0][0]
        for row in load("pandalm/testset-v1.json")
    }


def gpt_3_5(*, unreadable: int | None) -> Ratings:
    triples = []
    for row in load("pandalm/gpt-3.5-turbo-testset-v1.json"):
        said = {"1": 1, "2": 2, "Tie": 0, "tie": 0}.get(str(row["gpt_result"]), unreadable)
        if said is not None:
            triples.append(("gpt-3.5", row["idx"], said))
    return Ratings.from_triples(triples, level="nominal", categories=VERDICTS)


def test_the_majority_is_that_of_pandalm(majority: dict[object, float]) -> None:
    expected = load("expected.json")["pandalm"]["majority"]
    assert Counter(majority.values()) == {0: expected["tie"], 1: expected["1"], 2: expected["2"]}


def test_unreadable_answers_read_as_ties_give_the_first_reading(majority: dict[object, float]) -> None:
    expected = load("expected.json")["pandalm"]["gpt_3_5_vs_majority"]
    ratings = gpt_3_5(unreadable=0)
    assert accuracy(ratings, majority).value == pytest.approx(
        expected["accuracy_unreadable_as_tie"], abs=5e-5
    )
    assert macro_f1(ratings, majority).value == pytest.approx(
        expected["macro_f1_unreadable_as_tie"], abs=5e-5
    )


def test_unreadable_answers_left_out_give_the_second_reading(majority: dict[object, float]) -> None:
    expected = load("expected.json")["pandalm"]["gpt_3_5_vs_majority"]
    ratings = gpt_3_5(unreadable=None)
    table = confusion(ratings, majority).table
    assert table.trace() == expected["right_where_unreadable_is_failed"]
    assert table.sum() == 999 - expected["unreadable"]
    found = accuracy(ratings, majority)
    assert found.value == pytest.approx(697 / 974)
    assert (found.n_items, found.n_ratings) == (974, 974)


def test_the_confusion_table_has_the_known_value_in_rows() -> None:
    ratings = ratings_of([["A", "B", "B", None]], "nominal", ["A", "B"])
    found = confusion(ratings, {0: "A", 1: "A", 2: "B", 3: "B"})
    assert found.categories == ("A", "B")
    assert found.table.tolist() == [[1, 1], [0, 1]]


def test_macro_f1_is_the_mean_over_categories_that_occur() -> None:
    ratings = ratings_of([["A", "B", "B"]], "nominal", ["A", "B", "never"])
    assert macro_f1(ratings, {0: "A", 1: "A", 2: "B"}).value == pytest.approx((2 / 3 + 2 / 3) / 2)


def test_a_known_value_that_nobody_could_give_counts_as_missed() -> None:
    ratings = ratings_of([["A", "B"]], "nominal", ["A", "B"])
    assert accuracy(ratings, {0: "A", 1: "C"}).value == 0.5
    assert macro_f1(ratings, {0: "A", 1: "C"}).value == pytest.approx(1 / 3)


def test_ratings_of_several_raters_count_one_by_one() -> None:
    ratings = ratings_of([["A", "A"], ["B", "A"]], "nominal", ["A", "B"])
    found = accuracy(ratings, {0: "A", 1: "A"})
    assert (found.value, found.n_items, found.n_ratings) == (0.75, 2, 4)


def test_what_cannot_be_right_or_wrong_says_why() -> None:
    labels = ratings_of([["A"]], "nominal", ["A", "B"])
    assert accuracy(labels, {}).reason == Undefined.NO_KNOWN_LABELS
    assert accuracy(ratings_of([[None]], "nominal", ["A"]), {0: "A"}).reason == Undefined.NO_RATINGS
    assert macro_f1(ratings_of([[1.5]], "interval"), {0: 1.5}).reason == Undefined.NOT_FOR_THIS_LEVEL


def test_accuracy_has_an_interval_that_holds_it(majority: dict[object, float]) -> None:
    for measured in measure_correctness(gpt_3_5(unreadable=None), majority, seed=1):
        low, high = measured.interval.low, measured.interval.high
        assert low is not None
        assert high is not None
        assert measured.coefficient.value is not None
        assert low < measured.coefficient.value < high
        assert high - low < 0.1
