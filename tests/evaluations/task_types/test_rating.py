"""Rating: each text once, on the scenario's scale; the mean is the program's."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluations.llm.answer_schema import AnswerInvalid
from evaluations.task_types.base import Question, TaskType
from evaluations.task_types.blocks import Bars
from evaluations.task_types.gaps import AnswerIncomplete
from evaluations.task_types.registry import task_type
from tests.evaluations.task_types.questions import asked_for, model_answer, question_for

pytestmark = pytest.mark.database_free


def rated(**ratings: Any) -> dict[str, Any]:
    """A person's answer with these ratings."""
    return {"ratings": [{"feature_id": key, "rating": rating} for key, rating in ratings.items()]}


@pytest.fixture
def asked() -> tuple[TaskType, Question]:
    """Three texts on a scale from 1 to 5."""
    return asked_for("rating")


def answer_with(kind: TaskType, question: Question, rating: Any) -> dict[str, Any]:
    """A model's answer in which F1 has this rating."""
    answer = model_answer(question, kind)
    answer["ratings"][0]["rating"] = rating
    return answer


@pytest.mark.parametrize(("given_", "read"), [(4, 4), ("4", 4), (4.0, 4), (" 5 ", 5), ("1.0", 1)])
def test_what_is_beyond_doubt_a_whole_number_is_read(
    asked: tuple[TaskType, Question], given_: Any, read: int
) -> None:
    kind, question = asked
    rating = kind.answer_schema(question).check(answer_with(kind, question, given_))["ratings"][0]["rating"]
    assert (rating, type(rating)) == (read, int)


@pytest.mark.parametrize("wrong", [98989, -3, 0, 6, True, False, 4.5, "vier", None, [4], float("nan")])
def test_anything_else_is_refused(asked: tuple[TaskType, Question], wrong: Any) -> None:
    kind, question = asked
    with pytest.raises(AnswerInvalid, match=r"ratings\.0\.rating"):
        kind.answer_schema(question).check(answer_with(kind, question, wrong))
    if wrong is not None:
        with pytest.raises(AnswerIncomplete):
            kind.read_answer(rated(F1=wrong, F2=3, F3=3), question)


@pytest.mark.parametrize(("low", "high"), [(1, 6), (0, 10), (1, 2), (-2, 2)])
def test_prompt_schema_and_check_know_the_scale(low: int, high: int) -> None:
    kind, question = asked_for("rating", {"scale": {"min": low, "max": high}})
    schema = kind.answer_schema(question)
    enum = schema.strict["properties"]["ratings"]["items"]["properties"]["rating"]["enum"]
    assert enum == list(range(low, high + 1))
    assert kind.prompt_values(question, mark="0a1b2c3d")["scale"].startswith(f"{low} bis {high}")
    assert schema.check(answer_with(kind, question, high))
    for outside in (low - 1, high + 1):
        with pytest.raises(AnswerInvalid):
            schema.check(answer_with(kind, question, outside))


def test_missing_and_doubled_features_are_named(asked: tuple[TaskType, Question]) -> None:
    kind, question = asked
    answer = model_answer(question, kind)
    answer["ratings"][0]["feature_id"] = "F2"
    with pytest.raises(AnswerInvalid) as refused:
        kind.answer_schema(question).check(answer)
    assert refused.value.problems == ["ratings: mehr als einmal genannt: F2", "ratings: nicht genannt: F1"]


def test_a_models_own_mean_is_replaced_and_the_deviation_noted(asked: tuple[TaskType, Question]) -> None:
    kind, question = asked
    answer = model_answer(question, kind)
    for entry, rating in zip(answer["ratings"], (5, 4, 2), strict=True):
        entry["rating"] = rating
    checked = kind.answer_schema(question).check({**answer, "average_rating": 4.9})
    assert checked["average_rating"] == pytest.approx(11 / 3)
    assert checked["meta"] == {"average_rating_given": 4.9}
    rounded = kind.answer_schema(question).check({**answer, "average_rating": 3.7})
    assert rounded["average_rating"] == pytest.approx(11 / 3)
    assert "meta" not in rounded
    assert list(checked)[-2:] == ["confidence", "meta"]
    assert kind.record(checked, question.config, position=1).verdict == "3.67"


@settings(max_examples=50)
@given(ratings=st.lists(st.integers(1, 5), min_size=3, max_size=3))
def test_the_mean_is_that_of_the_ratings(ratings: list[int]) -> None:
    kind = task_type("rating")
    answer = kind.check_answer(rated(F1=ratings[0], F2=ratings[1], F3=ratings[2]), question_for(kind))
    assert answer["average_rating"] == pytest.approx(sum(ratings) / 3)


def test_recorded_answers_may_lack_ratings_but_a_form_may_not(
    asked: tuple[TaskType, Question],
) -> None:
    kind, question = asked
    answer = kind.read_answer(rated(F1=2), question)
    assert kind.record(answer, question.config, position=1).scores == {"rating": {"F1": 2}}
    with pytest.raises(AnswerIncomplete) as refused:
        kind.check_answer(rated(F1=2), question)
    assert [gap.field for gap in refused.value.gaps] == ["ratings.F2.rating", "ratings.F3.rating"]
    with pytest.raises(AnswerIncomplete):
        kind.read_answer({"ratings": [{"feature_id": "F1"}]}, question)


def test_the_card_has_a_bar_for_each_text_with_its_strengths(
    asked: tuple[TaskType, Question],
) -> None:
    kind, question = asked
    answer = kind.answer_schema(question).check(model_answer(question, kind))
    [bars] = [block for block in kind.card(answer, question) if isinstance(block, Bars)]
    assert [(bar.name, bar.text) for bar in bars.bars] == [
        (feature.key, feature.content) for feature in question.texts.features
    ]
    assert all(bar.strengths and bar.weaknesses and bar.reasoning for bar in bars.bars)
    assert [(bar.low, bar.high, bar.label) for bar in bars.bars] == [(1, 5, "3 – mittel")] * 3


def test_what_is_rated_is_shown_to_people_and_told_to_models() -> None:
    kind, question = asked_for("rating", {"criteria": ["Kürze", "Treue"]})
    assert kind.form(question)[0].help == "Kürze\nTreue"
    assert kind.form(question)[0].about == question.texts.features[0].content
    assert kind.prompt_values(question, mark="0a1b2c3d")["criteria"] == "Kürze\nTreue"


def test_a_single_text_is_a_list_of_one_in_the_strict_view() -> None:
    kind, question = asked_for("rating")
    alone = replace(question, texts=replace(question.texts, features=question.texts.features[:1]))
    rating = kind.answer_schema(alone).strict["properties"]["ratings"]["items"]["properties"]
    assert rating["feature_id"] == {"type": "string", "enum": [question.texts.features[0].key]}
