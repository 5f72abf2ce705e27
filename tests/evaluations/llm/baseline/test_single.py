"""The baselines that look at one figure only."""

import pytest

from .sample import COPIED_ADVICE, EMPATHIC, all_texts, judge, thread


def test_the_longer_thread_wins_whatever_it_says() -> None:
    short, long = EMPATHIC, thread(("k", "bla " * 900), ("b", "bla " * 100))
    answer = judge(short, long, "longer-wins")
    assert answer["winner"] == "B"
    assert "Verlauf B 1000" in answer["final_justification"]
    assert all("1000" in part["reasoning"] for part in answer["criteria_scores"].values())


def test_the_counsellor_with_more_questions_wins() -> None:
    few = thread(("k", "Wer? Wie? Was? Wo? Wann?"), ("b", "Warum? " + "wort " * 500))
    many = thread(("k", "Hallo."), ("b", "Was? Wie?"))
    answer = judge(few, many, "more-questions-wins")
    assert answer["winner"] == "B"
    assert "Fragen der Beratung: Verlauf A 1, Verlauf B 2." in answer["final_justification"]


@pytest.mark.parametrize("kind", ["longer-wins", "more-questions-wins"])
def test_equal_figures_are_a_tie(kind: str) -> None:
    one, other = thread(("b", "Wie geht es?")), thread(("b", "Was hilft dir?"))
    answer = judge(one, other, kind)
    assert (answer["winner"], answer["confidence"]) == ("TIE", 0.7)
    assert {part["score_a"] for part in answer["criteria_scores"].values()} == {3.0}


@pytest.mark.parametrize("kind", ["longer-wins", "more-questions-wins"])
def test_a_forbidden_tie_goes_with_the_text_and_not_with_the_place(kind: str) -> None:
    one, other = thread(("b", "Wie geht es?")), thread(("b", "Was hilft dir?"))
    winners = {judge(*pair, kind, allow_tie=False)["winner"] for pair in ((one, other), (other, one))}
    assert winners == {"A", "B"}


def test_points_and_confidence_follow_the_ratio() -> None:
    one, three = thread(("b", "eins")), thread(("b", "eins zwei drei"))
    answer = judge(one, three, "longer-wins", criteria=("empathy",))
    assert answer["criteria_scores"]["empathy"]["score_a"] == 2.0
    assert answer["criteria_scores"]["empathy"]["score_b"] == 4.0
    assert answer["confidence"] == 0.77  # 0.5 + 0.4 * (3 - 1) / 3


def test_the_reasons_are_english_when_asked() -> None:
    answer = judge(EMPATHIC, COPIED_ADVICE, "longer-wins", language="en")
    assert "words in the whole thread: thread A" in answer["final_justification"]
    assert not any("Verlauf" in text for text in all_texts(answer))
