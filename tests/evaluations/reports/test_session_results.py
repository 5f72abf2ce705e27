"""A session's results, recomputed by hand for judges whose ways are known."""

from decimal import Decimal

import pytest
from django.contrib.auth.models import User
from pytest_django import DjangoAssertNumQueries

from evaluations.models import JudgeSession
from evaluations.reports.session_results import Warning, session_results
from evaluations.statistics import pairwise
from tests.evaluations.reports import casting
from tests.evaluations.reports.casting import answer, answer_all, fail, tasks_of


def test_a_judge_that_names_the_first_sees_no_winner(session: JudgeSession) -> None:
    answer_all(session, casting.always_first)
    results = session_results(session)
    cell = results.matrix[0]
    assert (cell.wins_a, cell.wins_b, cell.ties, cell.conflicts, cell.open) == (0, 0, 3, 3, 0)
    assert (results.swapped_pairs, results.flips, results.flip_rate) == (3, 3, 1.0)
    assert results.first_position_preference == 1.0
    assert Warning.MANY_FLIPS in results.warnings
    assert Warning.FIRST_POSITION in results.warnings


def test_a_judge_that_takes_the_longer_thread_is_steady_and_noticed(anna: User) -> None:
    casting.add_threads(1, range(300, 306))
    casting.add_threads(3, range(100, 106))
    session = casting.session_of(anna, samples_per_pillar=6)
    answer_all(session, casting.longer)
    results = session_results(session)
    first, second = results.ranking
    assert (first.pillar, first.wins, first.losses, first.win_rate) == (1, 6, 0, 1.0)
    assert (second.pillar, second.win_rate) == (3, 0.0)
    assert (results.flips, results.first_position_preference) == (0, 0.5)
    assert results.longer_won_share == 1.0
    assert Warning.LONGER_WINS in results.warnings
    assert Warning.MANY_FLIPS not in results.warnings


def test_the_interval_is_that_of_the_win_rate(session: JudgeSession) -> None:
    answer_all(session, casting.longer)
    best = session_results(session).ranking[0]
    assert (best.ci_low, best.ci_high) == pairwise.wilson_interval(3, 3)


def test_an_unbeaten_pillar_has_no_strength_and_the_reason_is_said(session: JudgeSession) -> None:
    answer_all(session, casting.longer)
    results = session_results(session)
    assert [rank.bradley_terry for rank in results.ranking] == [None, None]
    assert results.bradley_terry_undefined == pairwise.UNDEFINED_UNBEATEN
    assert results.elo_undefined == ""
    assert results.ranking[0].elo is not None


def test_a_session_without_answers_has_no_figures(session: JudgeSession) -> None:
    results = session_results(session)
    assert (results.pairs, results.open_pairs, results.answers) == (3, 3, 0)
    assert [(rank.win_rate, rank.elo, rank.ci_low) for rank in results.ranking] == [(None, None, None)] * 2
    assert results.elo_undefined == results.bradley_terry_undefined == pairwise.UNDEFINED_NO_PAIRS
    assert (results.confidence.mean, sum(results.confidence.histogram)) == (None, 0)
    assert (results.flip_rate, results.longer_won_share) == (None, None)
    assert Warning.NO_PAIRS in results.warnings


def test_a_pair_with_a_failed_half_is_open_and_no_tie(session: JudgeSession) -> None:
    first, *others = tasks_of(session)
    fail(first)
    for task in others:
        answer(task, casting.longer(task))
    results = session_results(session)
    cell = results.matrix[0]
    assert (cell.wins_a, cell.ties, cell.open, cell.pairs) == (2, 0, 1, 3)
    assert results.swapped_pairs == 2
    assert results.failures == {"malformed": 1}
    assert {Warning.OPEN_PAIRS, Warning.FAILURES} <= set(results.warnings)


def test_failed_answers_are_missing_from_every_n(session: JudgeSession) -> None:
    tasks = tasks_of(session)
    for task in tasks[:2]:
        fail(task, "refused")
    for task in tasks[2:]:
        answer(task, "TIE")
    results = session_results(session)
    assert results.answers == 4
    assert sum(results.confidence.histogram) == 4
    assert {criterion.n for criterion in results.criteria} == {4}


def test_all_failed_is_no_tie(session: JudgeSession) -> None:
    for task in tasks_of(session):
        fail(task)
    results = session_results(session)
    assert [(rank.ties, rank.win_rate) for rank in results.ranking] == [(0, None), (0, None)]
    assert results.failures == {"malformed": 6}


def test_scores_follow_their_thread_through_the_swap(session: JudgeSession) -> None:
    for task in tasks_of(session):
        answer(task, "A", score_a=5.0 if task.position == 1 else 3.0)
    means = {(c.pillar, c.criterion): c.mean for c in session_results(session).criteria}
    assert means[1, "empathy"] == pytest.approx((5.0 + 2.0) / 2)
    assert means[3, "empathy"] == pytest.approx((2.0 + 3.0) / 2)


def test_the_histogram_has_ten_bins_and_keeps_certainty_in_the_last(session: JudgeSession) -> None:
    for task, confidence in zip(tasks_of(session), [0.0, 0.05, 0.1, 0.95, 1.0, 0.55], strict=True):
        answer(task, "TIE", confidence=confidence)
    found = session_results(session).confidence
    assert found.histogram == (2, 1, 0, 0, 0, 1, 0, 0, 0, 2)
    assert found.mean == pytest.approx((0.05 + 0.1 + 0.95 + 1.0 + 0.55) / 6)


def test_tokens_cost_and_time_sum_over_all_attempts(session: JudgeSession) -> None:
    first, second, *_rest = tasks_of(session)
    fail(first)
    answer(first, "A")
    answer(second, "A")
    usage = session_results(session).usage
    assert (usage.attempts, usage.input_tokens, usage.output_tokens) == (3, 300, 45)
    assert usage.cost == Decimal("0.00024")
    assert usage.time_ms == 1250


def test_repetitions_are_each_a_swapped_pair(anna: User) -> None:
    casting.add_threads(1, [300])
    casting.add_threads(3, [100])
    session = casting.session_of(anna, samples_per_pillar=1, repetitions_per_pair=3)
    answer_all(session, lambda task: "A" if task.repetition == 1 else casting.longer(task))
    results = session_results(session)
    assert (results.swapped_pairs, results.flips) == (3, 1)
    assert results.matrix[0].wins_a == 1


def test_a_contradiction_is_counted(session: JudgeSession) -> None:
    answer(tasks_of(session)[0], "A", reason="Am Ende gilt: Verlauf B ist besser, ohne jede Frage.")
    results = session_results(session)
    assert results.contradictory == 1
    assert Warning.CONTRADICTIONS in results.warnings


def test_the_baseline_judge_is_named_for_what_it_is(session: JudgeSession) -> None:
    assert Warning.NO_LANGUAGE_MODEL in session_results(session).warnings


def test_a_session_over_one_pillar_ranks_nothing(anna: User) -> None:
    casting.add_threads(1, [300, 200, 100])
    session = casting.session_of(anna, pillar_ids=(1,), comparison_mode="free_for_all")
    answer_all(session, casting.longer)
    results = session_results(session)
    assert (results.matrix[0].side_a, results.matrix[0].pairs) == (1, 3)
    assert (results.ranking[0].win_rate, results.ranking[0].elo) == (None, None)


def test_the_number_of_queries_does_not_grow(
    session: JudgeSession, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    answer_all(session, casting.always_first)
    fresh = JudgeSession.objects.select_related("model__provider").get(pk=session.pk)
    with django_assert_num_queries(3):
        session_results(fresh)
