"""Disagreements, distributions and signs of careless answering."""

import pytest
from hypothesis import given

from evaluations.statistics.disagreement import rank_disagreements
from evaluations.statistics.distributions import distributions
from evaluations.statistics.quality import (
    AnswerTime,
    answer_speeds,
    self_agreement,
    straight_lining,
)
from tests.evaluations.statistics.rows import SCALE, drawn_rows, ratings_of


def test_nominal_spread_is_the_share_outside_the_most_frequent_value() -> None:
    ratings = ratings_of([[1, 1, 1], [1, 2, 2], [1, 2, 3], [1, 2, None]], "nominal", SCALE)
    found = rank_disagreements(ratings)
    assert [(one.unit, one.spread) for one in found] == [
        (2, pytest.approx(2 / 3)),
        (1, pytest.approx(1 / 4)),
        (0, 0.0),
    ]
    assert found[0].values == ((0, 1), (1, 2), (2, 3))


def test_ordinal_spread_is_the_standard_deviation_by_the_range_of_the_scale() -> None:
    ratings = ratings_of([[1, 1, 2], [4, 2, 2]], "ordinal", SCALE)
    assert [(one.unit, one.spread) for one in rank_disagreements(ratings)] == [
        (0, pytest.approx(0.5)),
        (1, pytest.approx(0.5 / 3)),
        (2, 0.0),
    ]


def test_words_in_order_are_steps() -> None:
    ratings = ratings_of([["poor", "fair"], ["good", "fair"]], "ordinal", ["poor", "fair", "good"])
    assert rank_disagreements(ratings)[0].spread == pytest.approx(0.5)


@given(rows=drawn_rows())
def test_only_units_with_two_ratings_can_disagree(rows: list[list[int | None]]) -> None:
    for level in ("nominal", "ordinal", "interval"):
        found = rank_disagreements(ratings_of(rows, level, SCALE))
        shared = [unit for unit in range(len(rows[0])) if sum(row[unit] is not None for row in rows) > 1]
        assert sorted(str(one.unit) for one in found) == sorted(str(unit) for unit in shared)
        spreads = [one.spread for one in found]
        assert spreads == sorted(spreads, reverse=True)
        assert all((one.spread == 0) == (len({value for _, value in one.values}) == 1) for one in found)


def test_the_list_can_be_cut() -> None:
    ratings = ratings_of([[1, 1, 1], [1, 2, 3]], "ordinal", SCALE)
    assert [one.unit for one in rank_disagreements(ratings, limit=1)] == [2]


def test_a_rater_is_described_by_counts_and_moments() -> None:
    first, second = distributions(ratings_of([[1, 2, 4, 4], [None, 3, None, None]], "ordinal", SCALE))
    assert first.counts == ((1, 1), (2, 1), (3, 0), (4, 2))
    assert (first.n, first.missing, first.mean, first.median) == (4, 0, 2.75, 3.0)
    assert first.sd == pytest.approx(1.5)
    assert (second.n, second.missing, second.mean, second.sd) == (1, 3, 3.0, None)


def test_words_have_counts_and_no_mean() -> None:
    (one,) = distributions(ratings_of([["A", "TIE"]], "nominal", ["A", "TIE", "B"]))
    assert one.counts == (("A", 1), ("TIE", 1), ("B", 0))
    assert (one.mean, one.median, one.sd) == (None, None, None)


def test_missing_is_counted_from_what_a_rater_was_given() -> None:
    ratings = ratings_of([[1, None, None], [1, 2, 3]], "ordinal", SCALE)
    assert [one.missing for one in distributions(ratings, given={0: 2, 1: 3})] == [1, 0]


def test_a_long_run_of_equal_answers_is_flagged() -> None:
    report = straight_lining([1, 2, *[3] * 12, 1, 2, 4, 1])
    assert (report.n, report.longest_run, report.most_frequent, report.is_flagged) == (18, 12, 3, True)
    assert report.share == pytest.approx(12 / 18)


def test_a_run_of_eleven_and_varied_answers_are_not() -> None:
    assert not straight_lining([1, 2, *[3] * 11, 1, 2, 4, 1]).is_flagged
    assert not straight_lining([1, 2, 3, 4] * 10).is_flagged


def test_nearly_always_the_same_answer_is_flagged_unless_everybody_gives_it() -> None:
    answers = [*["A"] * 5, "B", *["A"] * 6]
    assert straight_lining(answers).is_flagged
    assert straight_lining(answers, others=["A", "B"] * 20).is_flagged
    assert not straight_lining(answers, others=["A"] * 18 + ["B"] * 2).is_flagged


def test_few_answers_and_none_say_nothing() -> None:
    assert not straight_lining([1] * 9).is_flagged
    assert straight_lining([]).share is None


def times(rater: str, seconds: list[float], words: int = 100) -> list[AnswerTime]:
    return [AnswerTime(rater, item, active, words) for item, active in enumerate(seconds)]


def test_answers_far_below_the_groups_median_are_too_fast() -> None:
    anna, ben = answer_speeds([*times("anna", [60.0] * 12), *times("ben", [60.0] * 8 + [15.0] * 4)])
    assert (anna.fast_items, anna.is_flagged) == ((), False)
    assert (ben.median_s, ben.fast_items, ben.is_flagged) == (60.0, (8, 9, 10, 11), True)


def test_more_words_than_can_be_read_are_too_fast_even_where_everybody_is() -> None:
    (one,) = answer_speeds(times("anna", [30.0] * 10, words=301))
    assert (len(one.fast_items), one.is_flagged) == (10, True)
    (other,) = answer_speeds(times("anna", [30.0] * 10, words=300))
    assert (other.fast_items, other.is_flagged) == ((), False)


def test_a_single_fast_answer_is_listed_and_not_flagged() -> None:
    (one,) = answer_speeds(times("anna", [60.0] * 11 + [1.0]))
    assert (one.fast_items, one.is_flagged) == ((11,), False)
    assert answer_speeds([]) == []


def test_self_agreement_is_the_share_of_repeats_with_the_same_answer() -> None:
    report = self_agreement([("A", "A"), ("A", "B"), ("B", "A"), ("TIE", "A"), ("B", "B")])
    assert (report.n, report.same, report.share, report.is_flagged) == (5, 2, 0.4, True)


def test_a_step_may_be_tolerated_and_few_repeats_are_not_flagged() -> None:
    pairs = [(3.0, 4.0), (2.0, 4.0)]
    assert self_agreement(pairs, tolerance=1).same == 1
    assert not self_agreement(pairs).is_flagged
    assert self_agreement([]).share is None
