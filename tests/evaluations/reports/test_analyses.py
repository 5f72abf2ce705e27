"""Looks behind a session's results."""

from django.contrib.auth.models import User

from evaluations.models import JudgeSession
from evaluations.reports.analyses import length_analysis, position_analysis, thread_records
from tests.evaluations.reports import casting
from tests.evaluations.reports.casting import answer_all, fail, tasks_of


def test_flips_are_counted_for_each_pair_of_pillars(anna: User) -> None:
    for pillar in (1, 3, 5):
        casting.add_threads(pillar, range(100 * pillar, 100 * pillar + 4))
    session = casting.session_of(anna, pillar_ids=(1, 3, 5), samples_per_pillar=4)
    answer_all(session, lambda task: "A" if task.item.pillar_b_id == 5 else casting.longer(task))
    analysis = position_analysis(session)
    flips = {(row.pillar_a, row.pillar_b): row.report.flips for row in analysis.by_pillars}
    assert flips == {(1, 3): 0, (1, 5): 4, (3, 5): 4}
    assert (analysis.overall.swapped, analysis.overall.flips) == (12, 8)


def test_lengths_are_those_of_the_threads_that_took_part(session: JudgeSession) -> None:
    answer_all(session, casting.longer)
    analysis = length_analysis(session)
    assert (analysis.report.longer_won, analysis.report.shorter_won) == (3, 0)
    assert [(row.pillar, row.threads, row.mean_chars) for row in analysis.pillars] == [
        (1, 3, 320.0),
        (3, 3, 120.0),
    ]


def test_each_thread_has_its_record_best_first(anna: User) -> None:
    long, short = casting.add_threads(1, [300, 200])
    casting.add_threads(3, [250])
    session = casting.session_of(anna, comparison_mode="round_robin")
    answer_all(session, casting.longer)
    records = thread_records(session)
    assert [(row.thread, row.wins, row.losses) for row in records if row.pillar == 1] == [
        (long.pk, 1, 0),
        (short.pk, 0, 1),
    ]
    assert [row.win_rate for row in records] == [1.0, 0.5, 0.0]
    assert records[0].subject == "Thread of 300"


def test_an_open_pair_is_no_record(session: JudgeSession) -> None:
    for task in tasks_of(session):
        fail(task)
    assert {(row.open, row.win_rate, row.mean_score) for row in thread_records(session)} == {(1, None, None)}
    assert position_analysis(session).overall.flip_rate is None
