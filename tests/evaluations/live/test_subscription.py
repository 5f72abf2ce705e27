"""What a client was sent: each event once, in order, gaps noticed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluations.live.streams import Stream
from evaluations.live.subscription import Gap, Scope, Subscription

pytestmark = pytest.mark.database_free


def _events(*numbers: int, kind: str = "judge:progress") -> list[dict[str, object]]:
    return [{"type": kind, "seq": number} for number in numbers]


def test_what_was_sent_already_is_not_sent_again() -> None:
    subscription = Subscription(Stream.of_session(1), Scope.FULL, seq=4)
    assert subscription.take(_events(3, 4, 5)) == _events(5)
    assert subscription.seq == 5


def test_a_gap_is_noticed_and_nothing_noted() -> None:
    subscription = Subscription(Stream.of_session(1), Scope.FULL, seq=4)
    with pytest.raises(Gap):
        subscription.take(_events(6))
    assert subscription.seq == 4


def test_an_overview_wants_no_stream_but_counts_it() -> None:
    subscription = Subscription(Stream.of_session(1), Scope.OVERVIEW, seq=0)
    assert subscription.take([*_events(1, kind="judge:llm_stream"), *_events(2)]) == _events(2)
    assert subscription.seq == 2


@given(st.lists(st.integers(1, 30), max_size=30))
def test_what_is_sent_always_grows_by_one(cuts: list[int]) -> None:
    subscription = Subscription(Stream.of_session(1), Scope.FULL, seq=0)
    sent: list[object] = []
    for cut in cuts:
        batch = _events(*range(max(1, cut - 3), cut + 1))
        try:
            sent += subscription.take(batch)
        except Gap:
            sent += subscription.take(_events(*range(1, cut + 1)))
    assert sent == _events(*range(1, len(sent) + 1))
