"""What swapping the sides tells about a judge, held against LLMBar's published counts."""

from typing import Any, cast

import pytest

from evaluations.judging.verdicts import Judgement, pair_verdict
from evaluations.statistics.pairwise import Winner
from evaluations.statistics.positions import SwappedJudgement, position_report
from tests.evaluations.statistics.reference import load

SETS = [(data, judge) for data in ("Natural", "Manual") for judge in ("GPT-4", "ChatGPT")]


def judgements(data: str, judge: str) -> list[SwappedJudgement]:
    rows = load(f"llmbar/{data}.{judge}.Vanilla_NoRules.result.json")
    return [SwappedJudgement(verdict(row, "swap = False"), verdict(row, "swap = True")) for row in rows]


def verdict(row: dict[str, Any], position: str) -> Winner:
    return cast("Winner", {"1": "A", "2": "B"}[row["results"][0][position]["winner"]])


@pytest.mark.parametrize(("data", "judge"), SETS)
def test_flips_and_agreement_are_those_of_llmbar(data: str, judge: str) -> None:
    expected = load("expected.json")["llmbar"][data][judge]
    report = position_report(judgements(data, judge))
    assert report.flips_to_first == expected["flips_to_first"]
    assert report.flips_to_second == expected["flips_to_second"]
    assert report.agreement == pytest.approx(expected["positional_agreement"], abs=5e-5)


@pytest.mark.parametrize(("data", "judge"), SETS)
def test_final_verdicts_are_those_of_llmbar(data: str, judge: str) -> None:
    expected = load("expected.json")["llmbar"][data][judge]["final"]
    counts = {"1": 0, "2": 0, "TIE": 0}
    for one in judgements(data, judge):
        both = [Judgement(1, 1, one.unswapped), Judgement(2, 1, one.swapped)]
        winner = pair_verdict(both).winner
        counts[{"A": "1", "B": "2"}.get(winner or "", "TIE")] += 1
    assert counts == expected


def test_a_judge_that_names_the_first_flips_every_pair() -> None:
    report = position_report([SwappedJudgement("A", "B")] * 15)
    assert (report.flips, report.flip_rate) == (15, 1.0)
    assert report.first_position_preference == 1.0
    assert report.is_swayed


def test_a_steady_judge_has_no_preference() -> None:
    report = position_report([SwappedJudgement("A", "A"), SwappedJudgement("B", "B")] * 5)
    assert (report.flips, report.agreement) == (0, 1.0)
    assert report.first_position_preference == 0.5
    assert not report.is_swayed


def test_a_tie_on_one_side_is_no_flip() -> None:
    report = position_report([SwappedJudgement("A", "TIE")])
    assert report.flips == 0
    assert report.agreement == 0.0
    assert report.first_position_preference == 1.0
    assert not report.is_swayed


def test_nothing_but_ties_leaves_the_preference_undefined() -> None:
    report = position_report([SwappedJudgement("TIE", "TIE")])
    assert report.first_position_preference is None
    assert report.agreement == 1.0
    assert not report.is_swayed


def test_nothing_at_all_leaves_every_share_undefined() -> None:
    report = position_report([])
    assert (report.flip_rate, report.agreement, report.first_position_preference) == (None, None, None)
