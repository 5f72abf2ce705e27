"""An answer is read where it is beyond doubt, and refused with a reason where it is not."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluations.llm.answer_reading import Unreadable, read_answer

pytestmark = pytest.mark.database_free

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=12,
)
objects = st.dictionaries(texts, values, min_size=1, max_size=5)
prose = st.text(st.characters(categories=("L", "Zs"), include_characters=".,:!\n"), max_size=60)


@given(objects)
def test_a_bare_object_is_read_whole(value: dict[str, Any]) -> None:
    assert read_answer(json.dumps(value)) == value


@given(objects, prose, prose)
def test_prose_around_it_is_taken_off(value: dict[str, Any], before: str, after: str) -> None:
    assert read_answer(f"{before}\n{json.dumps(value, ensure_ascii=False)}\n{after}") == value


@given(objects, prose)
def test_a_fence_and_thoughts_are_taken_off(value: dict[str, Any], thoughts: str) -> None:
    fenced = f'<think>{thoughts} {{"winner": "B"}}</think>\n```json\n{json.dumps(value, indent=2)}\n```'
    assert read_answer(fenced) == value


@given(objects)
def test_a_comma_too_many_is_taken_off(value: dict[str, Any]) -> None:
    assert read_answer(json.dumps(value)[:-1] + ",}") == value


@given(objects, st.data())
def test_a_cut_object_is_never_read(value: dict[str, Any], data: st.DataObject) -> None:
    text = json.dumps({"answer": value})
    cut = data.draw(st.integers(1, len(text) - 1))
    with pytest.raises(Unreadable):
        read_answer(text[:cut])


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Verlauf A ist besser.",
        '{"winner": "A"} {"winner": "B"}',
        '{"winner": "A", "winner": "B"}',
        '[{"winner": "A"}]',
        '{"winner": "A"',
        '{"winner": A}',
        "{" * 5000,
        "[" * 50_000 + "{}",
        '{"reason": "\\ud800"}',
    ],
)
def test_what_leaves_a_doubt_is_refused(text: str) -> None:
    with pytest.raises(Unreadable):
        read_answer(text)


def test_an_array_and_a_cut_object_are_told_apart() -> None:
    reasons = set()
    for text in ('[{"winner": "A"}]', '{"winner": "A"', "nichts"):
        with pytest.raises(Unreadable) as refused:
            read_answer(text)
        reasons.add(str(refused.value))
    assert len(reasons) == 3
