"""Lists of comparisons, and one in full."""

import pytest
from pytest_django import DjangoAssertNumQueries

from evaluations.models import JudgeSession, JudgeTask
from evaluations.reports.comparisons import answer_of, comparisons_of, full_comparison, shown_verdict
from evaluations.task_types.comparison import TASK_TYPE
from tests.evaluations.reports import casting
from tests.evaluations.reports.casting import answer, answer_all, fail, tasks_of


def test_a_list_is_one_query_without_the_long_texts(
    session: JudgeSession, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    answer_all(session, casting.always_first)
    with django_assert_num_queries(1) as queries:
        for task in comparisons_of(session):
            assert answer_of(task) is not None
            assert str(task.item.pillar_a) and str(task.item.thread_b)
    assert "payload" not in queries.captured_queries[0]["sql"]
    assert "reasoning" not in queries.captured_queries[0]["sql"]


def test_an_open_comparison_has_no_answer(session: JudgeSession) -> None:
    task = comparisons_of(session)[0]
    assert answer_of(task) is None
    assert shown_verdict(task, TASK_TYPE) is None


def test_the_filters_narrow_together(session: JudgeSession) -> None:
    first, second, third, *_open = tasks_of(session)
    answer(first, "A")
    answer(second, "A")
    fail(third)
    rows = comparisons_of(session)
    assert [task.pk for task in rows.with_status("failed")] == [third.pk]
    assert [task.pk for task in rows.won_by("B")] == [second.pk]
    assert [task.pk for task in rows.with_pillar(3).won_by("A")] == [first.pk]
    assert not rows.with_pillar(2).exists()
    assert rows.not_done().count() == 3


def test_only_a_call_that_has_begun_is_under_way(session: JudgeSession) -> None:
    claimed, begun, *_others = tasks_of(session)
    running = JudgeTask.objects.filter(pk__in=[claimed.pk, begun.pk])
    running.update(status=JudgeTask.Status.RUNNING)
    running.filter(pk=begun.pk).update(started_at=session.created_at)
    assert [task.pk for task in comparisons_of(session).under_way()] == [begun.pk]


def test_one_in_full_has_both_threads_and_every_attempt(session: JudgeSession) -> None:
    task = tasks_of(session)[0]
    fail(task)
    answer(task, "A")
    full = full_comparison(session, task.pk)
    assert full.threads == (task.item.thread_a, task.item.thread_b)
    assert [attempt.failure_code for attempt in full.attempts] == ["malformed", ""]
    assert full.raw_response == "{…}"


def test_a_comparison_of_another_session_is_not_there(session: JudgeSession) -> None:
    other = casting.session_of(session.created_by, samples_per_pillar=1)
    with pytest.raises(JudgeTask.DoesNotExist):
        full_comparison(session, tasks_of(other)[0].pk)
