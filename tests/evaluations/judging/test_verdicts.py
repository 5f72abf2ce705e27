"""The verdict of a pair, by the rules of the interface, against a second writing of them."""

from collections import Counter
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluations.judging.verdicts import OPEN, Judgement, PairVerdict, Winner, pair_verdict

pytestmark = pytest.mark.database_free

winners = st.sampled_from(get_args(Winner))
swapped = st.lists(st.tuples(winners, winners), min_size=1, max_size=5)


def _judgements(repetitions: list[tuple[Winner, Winner]]) -> list[Judgement]:
    return [
        Judgement(position, number, winner)
        for number, pair in enumerate(repetitions, start=1)
        for position, winner in enumerate(pair, start=1)
    ]


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("A", "A", PairVerdict("A", True, False)),
        ("B", "B", PairVerdict("B", True, False)),
        ("TIE", "TIE", PairVerdict("TIE", True, False)),
        ("A", "B", PairVerdict("TIE", False, True)),
        ("A", "TIE", PairVerdict("TIE", False, True)),
    ],
)
def test_both_positions_must_agree(first: Winner, second: Winner, expected: PairVerdict) -> None:
    assert pair_verdict(_judgements([(first, second)])) == expected


@given(swapped)
def test_the_majority_of_repetitions_wins(repetitions: list[tuple[Winner, Winner]]) -> None:
    said = Counter(first if first == second else "TIE" for first, second in repetitions)
    more_than_half = [winner for winner, count in said.items() if count > len(repetitions) / 2]
    assert pair_verdict(_judgements(repetitions)).winner == (more_than_half[0] if more_than_half else "TIE")


@given(swapped)
def test_the_order_of_judgements_does_not_matter(repetitions: list[tuple[Winner, Winner]]) -> None:
    judgements = _judgements(repetitions)
    assert pair_verdict(judgements) == pair_verdict(judgements[::-1])


@given(swapped)
def test_a_conflict_is_a_tie_that_not_all_called_one(repetitions: list[tuple[Winner, Winner]]) -> None:
    verdict = pair_verdict(_judgements(repetitions))
    all_tie = all(winner == "TIE" for pair in repetitions for winner in pair)
    assert verdict.is_conflict == (verdict.winner == "TIE" and not all_tie)


@given(swapped, st.data())
def test_one_missing_judgement_leaves_the_pair_open(
    repetitions: list[tuple[Winner, Winner]], data: st.DataObject
) -> None:
    judgements = _judgements(repetitions)
    missing = data.draw(st.integers(0, len(judgements) - 1))
    gone = judgements[missing]
    judgements[missing] = Judgement(gone.position, gone.repetition, None)
    assert pair_verdict(judgements) == OPEN


def test_a_pair_without_judgements_is_open() -> None:
    assert pair_verdict([]) == OPEN
