"""Mail rating: presets and own criteria, each scored once under its own name."""

from typing import Any

import pytest

from evaluations.llm.answer_schema import AnswerInvalid
from evaluations.task_types.base import Question, TaskType
from evaluations.task_types.blocks import Bars, Listing, Passage
from evaluations.task_types.gaps import AnswerIncomplete
from evaluations.task_types.values import Level
from tests.evaluations.task_types.questions import asked_for, model_answer

pytestmark = pytest.mark.database_free

QUALITY = ["Empathie", "Fachlichkeit", "Verständlichkeit", "Hilfsbereitschaft", "Lösungsorientierung"]
RECIPES = {"criteria": ["grammar", "fluency", "structure"], "scale": {"min": 1, "max": 6}}


def scored(overall: int | None = None, **scores: int) -> dict[str, Any]:
    """A person's answer with these scores."""
    answer: dict[str, Any] = {"criteria": [{"name": name, "score": score} for name, score in scores.items()]}
    return answer if overall is None else answer | {"overall_rating": overall}


@pytest.fixture
def asked() -> tuple[TaskType, Question]:
    """Three own criteria on a scale from 1 to 6."""
    return asked_for("mail_rating", RECIPES)


@pytest.mark.parametrize("spelling", ["beratungsqualitaet", "Beratungsqualität", "BERATUNGSQUALITÄT", None])
def test_the_usual_preset_is_the_quality_of_counselling(spelling: str | None) -> None:
    kind, question = asked_for("mail_rating", {"preset": spelling} if spelling else {})
    assert question.config["preset"] == "beratungsqualitaet"
    assert [criterion["name"] for criterion in question.config["criteria"]] == QUALITY
    assert [aspect.key for aspect in kind.aspects(question.config)] == ["overall_rating", *QUALITY]


@pytest.mark.parametrize("spelling", ["kia_metriken", "KIA-Metriken", "kia metrics", "KIA"])
def test_the_kia_preset_asks_for_authenticity_and_feedback_too(spelling: str) -> None:
    kind, question = asked_for("mail_rating", {"preset": spelling})
    names = ["counsellor_coherence", "client_coherence", "quality"]
    strict = kind.answer_schema(question).strict["properties"]
    assert strict["authenticity"]["enum"] == ["yes", "no"]
    assert "feedback" in strict
    aspects = {aspect.key: aspect.level for aspect in kind.aspects(question.config)}
    assert aspects == {
        "overall_rating": Level.ORDINAL,
        **dict.fromkeys(names, Level.ORDINAL),
        "authenticity": Level.NOMINAL,
    }
    answer = kind.read_answer(scored(4, quality=3) | {"authenticity": "no"}, question)
    recorded = kind.record(answer, question.config, position=1)
    assert recorded.scores == {"overall_rating": 4, "quality": 3, "authenticity": "no"}


def test_a_model_scores_each_criterion_once_under_its_own_name(asked: tuple[TaskType, Question]) -> None:
    kind, question = asked
    answer = model_answer(question, kind)
    answer["criteria"][0]["name"] = "fluency"
    with pytest.raises(AnswerInvalid) as refused:
        kind.answer_schema(question).check(answer)
    assert refused.value.problems == [
        "criteria: mehr als einmal genannt: fluency",
        "criteria: nicht genannt: grammar",
    ]
    answer["criteria"][0]["name"] = "Stil"
    with pytest.raises(AnswerInvalid, match=r"criteria\.0\.name.*Stil"):
        kind.answer_schema(question).check(answer)


@pytest.mark.parametrize("score", [7, 0, True, 3.5])
def test_scores_are_points_of_the_scale(asked: tuple[TaskType, Question], score: Any) -> None:
    kind, question = asked
    with pytest.raises(AnswerInvalid, match="overall_rating"):
        kind.answer_schema(question).check({**model_answer(question, kind), "overall_rating": score})
    with pytest.raises(AnswerIncomplete):
        kind.read_answer(scored(grammar=score), question)


def test_recorded_answers_may_have_gaps_but_not_without_any_score(
    asked: tuple[TaskType, Question],
) -> None:
    kind, question = asked
    for answer, verdict in ((scored(5), "5"), (scored(grammar=6), ""), (scored(1, fluency=2), "1")):
        read = kind.read_answer(answer, question)
        assert kind.record(read, question.config, position=1).verdict == verdict
    nothing: list[dict[str, Any]] = [
        {},
        {"criteria": []},
        {"criteria": [{"name": "grammar"}]},
        {"reasoning": "Gut."},
    ]
    for empty in nothing:
        with pytest.raises(AnswerIncomplete):
            kind.read_answer(empty, question)


def test_a_person_is_asked_for_all_criteria_and_the_whole(asked: tuple[TaskType, Question]) -> None:
    kind, question = asked
    with pytest.raises(AnswerIncomplete) as refused:
        kind.check_answer(scored(fluency=2), question)
    assert [gap.field for gap in refused.value.gaps] == [
        "criteria.1.score",
        "criteria.3.score",
        "overall_rating",
    ]
    assert kind.check_answer(scored(4, grammar=5, fluency=2, structure=3), question)


def test_criteria_may_be_called_by_their_names_in_either_language() -> None:
    kind, question = asked_for("mail_rating")
    called = {"criteria": [{"name": "empathy", "score": 4}, {"name": " VERSTÄNDLICHKEIT", "score": 2}]}
    read = kind.read_answer(called, question)
    assert [entry["name"] for entry in read["criteria"]] == ["Empathie", "Verständlichkeit"]
    with pytest.raises(AnswerIncomplete, match="Empathie"):
        kind.read_answer({"criteria": [*called["criteria"], {"name": "Empathie", "score": 1}]}, question)


@pytest.mark.parametrize(
    ("scale", "overall", "scores", "is_contradictory"),
    [
        ((1, 5), 5, (4, 4, 4), False),
        ((1, 5), 5, (3, 4, 3), True),
        ((1, 5), 3, (4, 5, 4), False),
        ((0, 10), 9, (6, 6, 6), False),
        ((0, 10), 10, (6, 6, 6), True),
        ((1, 5), None, (1, 1, 1), False),
    ],
)
def test_a_whole_far_from_its_parts_is_contradictory(
    scale: tuple[int, int], overall: int | None, scores: tuple[int, int, int], is_contradictory: bool
) -> None:
    config = RECIPES | {"scale": {"min": scale[0], "max": scale[1]}}
    kind, question = asked_for("mail_rating", config)
    names = ("grammar", "fluency", "structure")
    answer = kind.read_answer(scored(overall, **dict(zip(names, scores, strict=True))), question)
    assert kind.record(answer, question.config, position=1).is_contradictory is is_contradictory


def test_the_card_has_bars_strengths_and_the_summary(asked: tuple[TaskType, Question]) -> None:
    kind, question = asked
    blocks = kind.card(kind.answer_schema(question).check(model_answer(question, kind)), question)
    assert [len(block.bars) for block in blocks if isinstance(block, Bars)] == [3]
    assert len([block for block in blocks if isinstance(block, Listing)]) == 2
    assert len([block for block in blocks if isinstance(block, Passage)]) == 2


def test_own_criteria_tell_what_the_ends_mean() -> None:
    own = {
        "name": "Wärme",
        "description": "Ton?",
        "anchor_1": "kalt",
        "anchor_5": {"de": "warm", "en": "warm!"},
    }
    kind, question = asked_for("mail_rating", {"criteria": [own, "Klarheit", {"name": "Kürze"}]})
    told = kind.prompt_values(question, mark="0a1b2c3d")["criteria"].split("\n")
    assert told == ["- Wärme: Ton? 1 = kalt 5 = warm", "- Klarheit", "- Kürze"]


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        ({"preset": "Kochrezepte"}, "preset.*Kochrezepte.*beratungsqualitaet, kia_metriken"),
        ({"criteria": ["a", "b"]}, "criteria.*3.*6"),
        ({"criteria": list("abcdefg")}, "criteria.*3.*6"),
        ({"criteria": ["a", "b", "A"]}, "a"),
        ({"criteria": ["a", "b", "overall_rating"]}, r"criteria\.2\.name.*overall_rating"),
        ({"criteria": ["a", "b", {"label": "x"}]}, r"criteria\.2\.name"),
        ({"criteria": ["a", "b", {"name": "c", "anchor_3": "x"}]}, "anchor_3"),
        ({"criteria": ["a", "b", "authenticity"], "authenticity": True}, "authenticity"),
        ({"preset": "KIA", "criteria": ["a", "b", "c"]}, "criteria"),
        ({"preset": "KIA", "feedback": False}, "feedback"),
    ],
)
def test_settings_that_cannot_be_are_named(raw: dict[str, Any], said: str) -> None:
    kind, _question = asked_for("mail_rating")
    with pytest.raises(ValueError, match=said):
        kind.read_config(raw)
