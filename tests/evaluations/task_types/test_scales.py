"""Scales run upward, and every point has a label in both languages."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluations.task_types.registry import task_type
from evaluations.task_types.scales import (
    label_of,
    notes_on,
    options_of,
    points_of,
    read_scale,
    scale_fields,
    scale_of,
)

pytestmark = pytest.mark.database_free

WORD = st.text(st.characters(codec="utf-8", categories=("L", "N")), min_size=1, max_size=20)
LABEL = WORD | st.fixed_dictionaries({"de": WORD, "en": WORD})


@st.composite
def scales(draw: st.DrawFn) -> dict[str, Any]:
    """Any scale that may be given."""
    low = draw(st.integers(-20, 20))
    high = low + draw(st.integers(1, 10))
    scale: dict[str, Any] = {"min": low, "max": high}
    labels = draw(st.none() | st.lists(LABEL, min_size=high - low + 1, max_size=high - low + 1))
    if labels is not None:
        scale["labels"] = dict(zip(map(str, range(low, high + 1)), labels, strict=True))
    return scale


@given(scales())
def test_reading_twice_is_reading_once_and_settings_lead_back(given_: dict[str, Any]) -> None:
    scale = read_scale(given_)
    assert read_scale(scale) == scale
    assert read_scale(scale_of(scale_fields(scale))) == scale


@given(scales())
def test_each_point_has_a_label_in_both_languages_and_a_key_of_its_own(given_: dict[str, Any]) -> None:
    scale = read_scale(given_)
    assert list(points_of(scale)) == sorted(points_of(scale))
    assert all(label_of(scale, point, name) for point in points_of(scale) for name in ("de", "en"))
    keys = [option.key for option in options_of(scale, "de")]
    assert all(keys)
    assert len(set(keys)) == len(keys)


@given(scales())
def test_a_downward_scale_is_turned_with_its_labels_and_this_is_said(given_: dict[str, Any]) -> None:
    upward = read_scale(given_)
    low, high = upward["min"], upward["max"]
    turned_labels = {str(low + high - int(point)): texts for point, texts in upward["labels"].items()}
    downward = {"min": high, "max": low, "labels": turned_labels}
    assert read_scale(downward) == upward
    assert str(high) in notes_on(downward)[0]
    assert notes_on(upward) == notes_on(None) == ()


def test_school_marks_become_points() -> None:
    scale = read_scale({"min": 6, "max": 1, "labels": {"1": "sehr gut", "6": "ungenügend"}})
    assert (label_of(scale, 1, "de"), label_of(scale, 6, "de")) == ("ungenügend", "sehr gut")


def test_the_types_with_a_scale_pass_the_note_on() -> None:
    for key in ("rating", "mail_rating"):
        assert task_type(key).notes({"scale": {"min": 5, "max": 1}})
        assert not task_type(key).notes({})


@pytest.mark.parametrize(
    ("given_", "said"),
    [
        ({"min": 1, "max": 1}, "scale"),
        ({"min": 1, "max": 12}, "scale.*2.*11"),
        ({"min": "eins"}, r"scale\.min.*eins"),
        ({"min": 1.5}, r"scale\.min"),
        ({"max": True}, r"scale\.max"),
        ({"min": 1, "max": 3, "labels": ["schlecht", "gut"]}, r"scale\.labels.*3"),
        ({"min": 1, "max": 3, "labels": {"4": "x"}}, "4.*1, 2, 3"),
        ({"steps": 2}, "steps"),
        ([1, 5], "scale"),
    ],
)
def test_what_is_no_scale_is_refused_with_what_is_possible(given_: Any, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        read_scale(given_)


def test_usual_labels_left_over_in_the_settings_do_not_hold_up_another_scale() -> None:
    fields = scale_fields(read_scale(None)) | {"scale.max": 7}
    assert len(points_of(read_scale(scale_of(fields)))) == 7
