"""Whether the longer thread wins."""

from evaluations.statistics.lengths import MeasuredPair, length_report


def test_longer_and_shorter_winners_are_counted_whichever_side_they_are_on() -> None:
    report = length_report(
        [MeasuredPair(100, 50, "A"), MeasuredPair(50, 100, "B"), MeasuredPair(100, 50, "B")]
    )
    assert (report.longer_won, report.shorter_won) == (2, 1)
    assert report.longer_won_share == 2 / 3


def test_ties_open_pairs_and_equal_lengths_do_not_count() -> None:
    report = length_report(
        [MeasuredPair(100, 50, "TIE"), MeasuredPair(100, 50, None), MeasuredPair(50, 50, "A")]
    )
    assert (report.n, report.ties, report.equal) == (0, 1, 1)
    assert report.longer_won_share is None
    assert report.interval is None
    assert not report.is_striking


def test_a_judge_that_always_takes_the_longer_thread_is_striking() -> None:
    assert length_report([MeasuredPair(2, 1, "A")] * 15).is_striking


def test_two_pairs_are_too_few_to_say_so() -> None:
    assert not length_report([MeasuredPair(2, 1, "A")] * 2).is_striking


def test_an_even_record_is_not_striking() -> None:
    assert not length_report([MeasuredPair(2, 1, "A"), MeasuredPair(2, 1, "B")] * 10).is_striking
