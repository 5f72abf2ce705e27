"""Ranking: every text in one bucket, order kept, partial boards where the scenario allows them."""

from typing import Any

import pytest

from evaluations.llm.answer_schema import AnswerInvalid
from evaluations.task_types.base import Question, TaskType
from evaluations.task_types.blocks import BucketGrid, Listing
from evaluations.task_types.controls import Board
from evaluations.task_types.gaps import AnswerIncomplete
from tests.evaluations.task_types.questions import asked_for, model_answer

pytestmark = pytest.mark.database_free


def board(**buckets: list[str]) -> dict[str, Any]:
    """A person's answer with these buckets."""
    return {"buckets": {name: {"feature_ids": keys} for name, keys in buckets.items()}}


@pytest.fixture
def asked() -> tuple[TaskType, Question]:
    """Three texts, all to be placed."""
    return asked_for("ranking")


def changed(kind: TaskType, question: Question, **buckets: list[str]) -> dict[str, Any]:
    """A model's answer with these keys in the buckets."""
    answer = model_answer(question, kind)
    for name, bucket in answer["buckets"].items():
        bucket["feature_ids"] = buckets.get(name, [])
    return answer


def test_what_is_missing_and_what_stands_twice_are_named(asked: tuple[TaskType, Question]) -> None:
    kind, question = asked
    with pytest.raises(AnswerInvalid) as refused:
        kind.answer_schema(question).check(changed(kind, question, gut=["F3", "F3"], mittel=["F3"]))
    assert refused.value.problems == [
        "buckets: mehr als einmal genannt: F3",
        "buckets: nicht genannt: F1, F2",
    ]


def test_an_unknown_key_is_refused(asked: tuple[TaskType, Question]) -> None:
    kind, question = asked
    with pytest.raises(AnswerInvalid, match="F9"):
        kind.answer_schema(question).check(changed(kind, question, gut=["F1", "F2", "F3", "F9"]))
    with pytest.raises(AnswerIncomplete, match="F9"):
        kind.read_answer(board(gut=["F1", "F2", "F3", "F9"]), question)


def test_ids_are_enums_of_this_very_item(asked: tuple[TaskType, Question]) -> None:
    kind, question = asked
    buckets = kind.answer_schema(question).strict["properties"]["buckets"]["properties"]
    assert list(buckets) == ["gut", "mittel", "schlecht", "neutral"]
    assert buckets["gut"]["properties"]["feature_ids"]["items"]["enum"] == ["F1", "F2", "F3"]


@pytest.mark.parametrize(
    ("raw", "buckets", "verdict"),
    [
        ({}, {"gut": ["F2"], "mittel": ["F3", "F1"]}, "F2>F1=F3"),
        ({}, {"schlecht": ["F1"], "neutral": ["F2"], "mittel": ["F3"]}, "F3>F2>F1"),
        ({}, {"gut": ["F3", "F1", "F2"]}, "F1=F2=F3"),
        ({"keep_order": True}, {"gut": ["F3", "F1"], "schlecht": ["F2"]}, "F3>F1>F2"),
        ({"rank_top": 1}, {"gut": ["F3"]}, "F3"),
    ],
)
def test_the_verdict_is_the_order(raw: dict[str, Any], buckets: dict[str, list[str]], verdict: str) -> None:
    kind, question = asked_for("ranking", raw)
    answer = kind.check_answer(board(**buckets), question)
    assert kind.record(answer, question.config, position=1).verdict == verdict


def test_a_long_order_says_that_it_goes_on() -> None:
    kind, question = asked_for("ranking")
    keys = [f"F{number}" for number in range(1, 60)]
    verdict = kind.record(board(gut=keys[:30], mittel=keys[30:]), question.config, position=1).verdict
    assert verdict.startswith("F1=F2=")
    assert verdict.endswith("=…")
    assert len(verdict) <= 120


def test_buckets_are_worth_3_to_0(asked: tuple[TaskType, Question]) -> None:
    kind, question = asked
    answer = kind.check_answer(board(gut=["F3"], schlecht=["F1"], neutral=["F2"]), question)
    recorded = kind.record(answer, question.config, position=1)
    assert recorded.scores == {"bucket": {"F1": 0, "F2": 1, "F3": 3}}
    values = kind.values(recorded.verdict, recorded.scores, question.config)
    assert {value.part: value.value for value in values} == {"F1": 0, "F2": 1, "F3": 3}
    [aspect] = kind.aspects(question.config)
    assert [aspect.named(worth) for worth in (3, 2, 1, 0)] == ["gut", "mittel", "neutral", "schlecht"]


def test_each_text_without_a_bucket_is_a_gap_at_the_board(asked: tuple[TaskType, Question]) -> None:
    kind, question = asked
    with pytest.raises(AnswerIncomplete) as refused:
        kind.check_answer(board(gut=["F1"]), question)
    assert [gap.field for gap in refused.value.gaps] == ["buckets", "buckets"]
    assert ["F2" in gap.message or "F3" in gap.message for gap in refused.value.gaps] == [True, True]


def test_with_rank_top_the_rest_may_stay_unranked() -> None:
    kind, question = asked_for("ranking", {"rank_top": 2})
    answer = kind.check_answer(board(gut=["F1"], mittel=["F2"]), question)
    assert kind.record(answer, question.config, position=1).scores == {"bucket": {"F1": 3, "F2": 2}}
    assert Listing("Not placed", ("F3",)).entries in [
        block.entries for block in kind.card(answer, question) if isinstance(block, Listing)
    ]
    for untouched in ({}, board(), board(gut=["F1"])):
        with pytest.raises(AnswerIncomplete):
            kind.check_answer(untouched, question)
        with pytest.raises(AnswerIncomplete):
            kind.read_answer(untouched, question)


def test_with_more_to_place_than_there_are_all_must_be_placed() -> None:
    kind, question = asked_for("ranking", {"rank_top": 50})
    assert kind.check_answer(board(gut=["F1", "F2", "F3"]), question)
    with pytest.raises(AnswerIncomplete):
        kind.check_answer(board(gut=["F1", "F2"]), question)


def test_a_bucket_needs_a_reason_only_where_texts_are_in_it() -> None:
    both = frozenset({"reasons"})
    kind, question = asked_for("ranking", asked=both, required=both)
    answer = board(gut=["F1", "F2", "F3"])
    with pytest.raises(AnswerIncomplete) as refused:
        kind.check_answer(answer, question)
    assert [gap.field for gap in refused.value.gaps] == ["reasons.gut"]
    answer["buckets"]["gut"]["reasoning"] = "Alle knapp und richtig."
    assert kind.check_answer(answer, question)


def test_buckets_can_be_renamed_and_keep_their_order() -> None:
    kind, question = asked_for("ranking", {"buckets": ["Top", {"de": "Okay", "en": "Fine"}, "Egal", "Flop"]})
    control = kind.form(question)[0]
    assert isinstance(control, Board)
    assert [(bucket.value, bucket.label) for bucket in control.buckets] == [
        ("gut", "Top"),
        ("mittel", "Okay"),
        ("neutral", "Egal"),
        ("schlecht", "Flop"),
    ]
    grid = kind.card(board(gut=["F1"], mittel=["F2"], schlecht=["F3"]), question)[0]
    assert isinstance(grid, BucketGrid)
    assert [bucket.name for bucket in grid.buckets] == ["Top", "Okay", "Egal", "Flop"]
    assert "gut (Top)" in kind.prompt_values(question, mark="0a1b2c3d")["buckets"]


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        ({"buckets": {"super": "x"}}, r"super.*gut, mittel, neutral, schlecht"),
        ({"buckets": {"gut": "mittel"}}, "mittel"),
        ({"buckets": ["a", "b"]}, "buckets"),
        ({"buckets": 3}, "buckets"),
        ({"rank_top": 0}, "rank_top.*0"),
        ({"rank_top": True}, "rank_top"),
        ({"rank_top": "viele"}, "rank_top.*viele"),
        ({"keep_order": "ja"}, "keep_order.*ja"),
        ({"question": 7}, "question"),
    ],
)
def test_settings_that_cannot_be_are_named(raw: dict[str, Any], said: str) -> None:
    kind, _question = asked_for("ranking")
    with pytest.raises(ValueError, match=said):
        kind.read_config(raw)
