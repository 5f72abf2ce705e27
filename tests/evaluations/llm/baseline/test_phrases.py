"""The phrase tables of the baseline judge, and its page in the documentation."""

import re
from pathlib import Path

import pytest

from evaluations.llm.baseline.phrases import CRITERIA, LABELS, SENTENCES, Phrases
from evaluations.llm.baseline.signals import SIGNALS
from evaluations.llm.baseline.weights import CRITERION_QUARTERS, WEIGHTS

PAGE = Path(__file__).parents[4] / "docs" / "baseline-judge.md"


def test_both_languages_have_the_same_phrases_with_the_same_values() -> None:
    assert set(LABELS["de"]) == set(LABELS["en"]) == set(SIGNALS)
    assert set(CRITERIA["de"]) == set(CRITERIA["en"]) == set(WEIGHTS)
    assert set(SENTENCES["de"]) == set(SENTENCES["en"])
    for key, german in SENTENCES["de"].items():
        values, others = (set(re.findall(r"\{(\w+)\}", text)) for text in (german, SENTENCES["en"][key]))
        assert values == others, key


@pytest.mark.parametrize(
    ("value", "places", "german", "english"),
    [(2.25, 1, "2,3", "2.3"), (-0.001, 2, "0,00", "0.00"), (-1.5, 1, "-1,5", "-1.5"), (41.5, 0, "42", "42")],
)
def test_numbers_are_rounded_half_up_with_the_languages_mark(
    value: float, places: int, german: str, english: str
) -> None:
    assert Phrases("de").number(value, places) == german
    assert Phrases("en").number(value, places) == english


def test_quotations_are_one_printable_line_with_inner_marks_made_single() -> None:
    text = 'Er sagte:\n„Nein“, \x00 und "ja".'
    assert Phrases("de").quote(text) == "„Er sagte: ‚Nein‘, und ja.“"
    assert Phrases("en").quote("short words " * 9) == "“" + "short words " * 6 + "short…”"


def test_the_documentation_lists_every_signal_and_every_weight() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for key in SIGNALS:
        assert f"`{key}`" in page, key
    for criterion, weights in WEIGHTS.items():
        assert f"| `{criterion}` | {CRITERION_QUARTERS[criterion] / 4:g} |" in page, criterion
        for weight in weights:
            assert f"| `{criterion}` | `{weight.signal}` | {weight.hundredths} | {weight.reason} |" in page
