"""Text classification: labels of the list, phrases of the text."""

from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from evaluations.llm.answer_schema import AnswerInvalid
from evaluations.task_types.base import Question, TaskType
from evaluations.task_types.blocks import Passages, Verdict, Weights
from evaluations.task_types.controls import Labels
from evaluations.task_types.gaps import AnswerIncomplete
from evaluations.task_types.phrases import find, is_in
from tests.evaluations.task_types.questions import CLIENT, LABELS, asked_for, model_answer

pytestmark = pytest.mark.database_free


@pytest.fixture
def asked() -> tuple[TaskType, Question]:
    """Three labels, one to be chosen."""
    return asked_for("text_classification", {"labels": LABELS})


@pytest.mark.parametrize(
    "phrase",
    [
        'nicht "weiter" - und schlafe',
        "NICHT «WEITER» — UND   SCHLAFE",
        "schlafe kaum noch. Mein Chef",
        "„danke für Ihre offene Mail“",
        "… Ihnen jetzt am meisten helfen?",
    ],
)
def test_a_phrase_is_found_whatever_its_quotes_blanks_and_capitals(
    asked: tuple[TaskType, Question], phrase: str
) -> None:
    kind, question = asked
    assert kind.answer_schema(question).check({**model_answer(question, kind), "key_phrases": [phrase]})


@pytest.mark.parametrize(
    "phrase",
    ["Ich schlafe gut", "nicht an. Guten Tag", "RATSUCHENDE PERSON", "seit Wochen … kaum noch", "„“", "..."],
)
def test_a_phrase_that_is_not_in_the_text_is_named(asked: tuple[TaskType, Question], phrase: str) -> None:
    kind, question = asked
    answer = {**model_answer(question, kind), "key_phrases": ["schlafe kaum noch", phrase]}
    with pytest.raises(AnswerInvalid) as refused:
        kind.answer_schema(question).check(answer)
    [problem] = refused.value.problems
    assert problem.startswith("key_phrases.1: ")
    assert phrase in problem


@given(text=st.text(max_size=80), data=st.data())
def test_any_part_of_a_text_is_found_where_it_stands(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    found = find(text[start:end], [text], around=1000)
    assume(found is not None)
    assert found is not None
    assert is_in(found.phrase, [text])
    assert is_in(text[start:end], [found.phrase])


def test_surroundings_are_cut_at_words_and_say_so() -> None:
    found = find("Mitte", [f"{'Anfang ' * 20}Mitte{' Ende' * 20}"], around=20)
    assert found is not None
    assert (found.before, found.phrase, found.after) == ("…Anfang Anfang ", "Mitte", " Ende Ende Ende…")


def test_a_label_must_be_in_the_list(asked: tuple[TaskType, Question]) -> None:
    kind, question = asked
    with pytest.raises(AnswerInvalid, match=r"label.*Trauer"):
        kind.answer_schema(question).check({**model_answer(question, kind), "label": "Trauer"})
    with pytest.raises(AnswerIncomplete, match="Trauer"):
        kind.read_answer({"label": "Trauer"}, question)


@pytest.mark.parametrize(
    ("alternatives", "said"),
    [
        ([{"label": "arbeit", "probability": 0.2}], "arbeit ist schon die Antwort"),
        ([{"label": "sucht", "probability": 0.2}] * 2, "mehr als einmal genannt: sucht"),
        ([{"label": "sucht", "probability": 1.2}], "probability"),
        ([{"label": "trauer", "probability": 0.2}], "trauer"),
    ],
)
def test_alternatives_are_other_labels_of_the_list(
    asked: tuple[TaskType, Question], alternatives: list[dict[str, Any]], said: str
) -> None:
    kind, question = asked
    answer = {**model_answer(question, kind), "label": "arbeit", "alternative_labels": alternatives}
    with pytest.raises(AnswerInvalid, match=said):
        kind.answer_schema(question).check(answer)


def test_an_alternative_above_one_half_contradicts_the_label(
    asked: tuple[TaskType, Question],
) -> None:
    kind, question = asked
    for probability, is_contradictory in ((0.5, False), (0.6, True)):
        alternatives = [{"label": "sucht", "probability": probability}]
        answer = {**model_answer(question, kind), "alternative_labels": alternatives}
        checked = kind.answer_schema(question).check(answer)
        assert kind.record(checked, question.config, position=1).is_contradictory is is_contradictory


def test_people_may_name_a_label_by_key_or_name(asked: tuple[TaskType, Question]) -> None:
    kind, question = asked
    for called in ("haeusliche_gewalt", "Häusliche Gewalt", " HÄUSLICHE GEWALT "):
        answer = kind.read_answer({"label": called}, question)
        assert kind.record(answer, question.config, position=1).verdict == "haeusliche_gewalt"
        assert kind.reference_from_label(called, question.config) == {"label": "haeusliche_gewalt"}
    assert kind.reference_from_label("Trauer", question.config) is None


def test_several_labels_are_joined_in_the_order_of_the_list() -> None:
    kind, question = asked_for("text_classification", {"labels": LABELS, "multiple": True})
    answer = kind.read_answer({"labels": ["sucht", "Arbeit"]}, question)
    recorded = kind.record(answer, question.config, position=1)
    assert (answer["labels"], recorded.verdict) == (["arbeit", "sucht"], "arbeit|sucht")
    assert kind.reference_from_label("Sucht", question.config) == {"labels": ["sucht"]}
    assert kind.read_answer({"label": "Sucht"}, question)["labels"] == ["sucht"]
    for wrong in ([], ["sucht", "sucht"], ["trauer"]):
        with pytest.raises(AnswerIncomplete):
            kind.read_answer({"labels": wrong}, question)
    with pytest.raises(AnswerInvalid, match="labels"):
        kind.answer_schema(question).check({**model_answer(question, kind), "labels": []})


def test_the_first_ten_labels_have_digits() -> None:
    kind, question = asked_for("text_classification", {"labels": [f"Label {n}" for n in range(12)]})
    control = kind.form(question)[0]
    assert isinstance(control, Labels)
    assert [option.key for option in control.options] == [*"1234567890", "", ""]


def test_the_card_marks_key_phrases_in_their_surroundings(asked: tuple[TaskType, Question]) -> None:
    kind, question = asked
    answer = {**model_answer(question, kind), "key_phrases": ['nicht "weiter"']}
    blocks = kind.card(kind.answer_schema(question).check(answer), question)
    [passages] = [block for block in blocks if isinstance(block, Passages)]
    before, phrase, after = passages.found[0]
    assert phrase == "nicht „weiter“"
    assert f"{before}{phrase}{after}".rstrip("…") in CLIENT
    assert any(isinstance(block, Weights) for block in blocks)
    assert blocks[0] == Verdict("Arbeit")


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        ({}, "labels.*None.*2.*200"),
        ({"labels": ["allein"]}, "labels.*2"),
        ({"labels": ["a", "A"]}, "a"),
        ({"labels": ["a", {"key": "b", "name": "a"}]}, r"labels\.name"),
        ({"labels": ["a", {"key": "b|c"}]}, r"labels\.1\.key.*b\|c"),
        ({"labels": ["a", {"beschreibung": "b"}]}, "beschreibung.*key, name, description"),
        ({"labels": ["a", 3]}, r"labels\.1"),
        ({"labels": ["a", "b"], "multiple": "ja"}, "multiple.*ja"),
    ],
)
def test_settings_that_cannot_be_are_named(raw: dict[str, Any], said: str) -> None:
    kind, _question = asked_for("text_classification", {"labels": LABELS})
    with pytest.raises(ValueError, match=said):
        kind.read_config(raw)
