"""Authenticity: the vote, its indicators, and labels that stand for one."""

from typing import Any

import pytest

from evaluations.llm.answer_schema import AnswerInvalid
from evaluations.task_types.base import Question, TaskType
from evaluations.task_types.blocks import Passage, Weights
from evaluations.task_types.gaps import AnswerIncomplete
from tests.evaluations.task_types.questions import asked_for, model_answer

pytestmark = pytest.mark.database_free


def indicators(*weights: tuple[str, float]) -> list[dict[str, Any]]:
    """Indicators with these sides and weights."""
    return [{"indicator": "Tippfehler", "supports": side, "weight": weight} for side, weight in weights]


@pytest.fixture
def asked() -> tuple[TaskType, Question]:
    """A thread."""
    return asked_for("authenticity")


@pytest.mark.parametrize(
    ("weights", "is_contradictory"),
    [
        ([("real", 0.9), ("real", 0.4)], False),
        ([("fake", 0.9), ("fake", 0.4)], True),
        ([("fake", 0.5), ("real", 0.5)], False),
        ([("fake", 0.6), ("real", 0.4)], False),
        ([("fake", 0.9), ("real", 0.4)], True),
        ([("fake", 0.0), ("real", 0.0)], False),
        ([], False),
    ],
)
def test_indicators_clearly_for_the_other_side_contradict_the_vote(
    asked: tuple[TaskType, Question], weights: list[tuple[str, float]], is_contradictory: bool
) -> None:
    kind, question = asked
    payload = {"vote": "real", "indicators": indicators(*weights)}
    assert kind.record(payload, question.config, position=1).is_contradictory is is_contradictory


@pytest.mark.parametrize("weight", [1.1, -0.1, "schwer", True, float("nan")])
def test_weights_lie_between_0_and_1(asked: tuple[TaskType, Question], weight: Any) -> None:
    kind, question = asked
    wrong = indicators(("real", weight), ("fake", 0.1))
    with pytest.raises(AnswerInvalid, match=r"indicators\.0\.weight"):
        kind.answer_schema(question).check({**model_answer(question, kind), "indicators": wrong})


@pytest.mark.parametrize("number", [1, 11])
def test_a_model_names_two_to_ten_indicators(asked: tuple[TaskType, Question], number: int) -> None:
    kind, question = asked
    wrong = indicators(*[("real", 0.5)] * number)
    with pytest.raises(AnswerInvalid, match="indicators"):
        kind.answer_schema(question).check({**model_answer(question, kind), "indicators": wrong})


def test_a_vote_is_real_or_fake(asked: tuple[TaskType, Question]) -> None:
    kind, question = asked
    with pytest.raises(AnswerInvalid, match="vote"):
        kind.answer_schema(question).check({**model_answer(question, kind), "vote": "echt"})
    with pytest.raises(AnswerIncomplete, match="echt"):
        kind.read_answer({"vote": "echt"}, question)


@pytest.mark.parametrize(
    ("label", "vote"),
    [
        *[(label, "real") for label in ("real", "Echt", "HUMAN", " mensch ", "menschlich")],
        *[(label, "fake") for label in ("fake", "KI", "ai", "synthetisch", "Generated")],
        *[(label, None) for label in ("", "unklar", "Arbeit")],
    ],
)
def test_a_label_stands_for_a_vote(label: str, vote: str | None) -> None:
    kind, question = asked_for("authenticity")
    assert kind.reference_from_label(label, question.config) == (vote and {"vote": vote})


def test_the_card_has_indicators_and_analyses(asked: tuple[TaskType, Question]) -> None:
    kind, question = asked
    blocks = kind.card(kind.answer_schema(question).check(model_answer(question, kind)), question)
    [weights] = [block for block in blocks if isinstance(block, Weights)]
    assert [row.weight for row in weights.rows] == [0.5, 0.5]
    assert len([block for block in blocks if isinstance(block, Passage)]) == 3


def test_a_persons_confidence_is_kept_as_both(asked: tuple[TaskType, Question]) -> None:
    kind, question = asked
    answer = kind.check_answer({"vote": "fake", "confidence_score": 4}, question)
    assert (answer["confidence"], answer["confidence_score"]) == (0.75, 4)
    back = kind.read_answer({"vote": "fake", "confidence": 0.75}, question)
    assert back["confidence_score"] == 4
