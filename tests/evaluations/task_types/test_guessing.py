"""Which type the data may be for, and the settings of a comparison."""

from typing import Any

import pytest

from evaluations.task_types.base import DataSample
from evaluations.task_types.registry import task_type, task_types
from tests.evaluations.task_types.questions import asked_for

pytestmark = pytest.mark.database_free


def sample(**fields: Any) -> DataSample:
    """Twelve plain threads of one pillar, unless told otherwise."""
    plain: dict[str, Any] = {
        "threads": 12,
        "pillars": 1,
        "features": 0,
        "feature_types": frozenset(),
        "labels": frozenset(),
        "messages": 4,
    }
    return DataSample(**plain | fields)


@pytest.mark.parametrize(
    ("fields", "types"),
    [
        ({}, {"mail_rating"}),
        ({"pillars": 3}, {"comparison"}),
        ({"features": 3, "feature_types": frozenset({"summary"})}, {"ranking"}),
        ({"features": 2, "feature_types": frozenset({"summary_a", "summary_b"})}, {"ranking"}),
        ({"features": 2, "feature_types": frozenset({"summary", "subject"})}, {"rating"}),
        ({"features": 1, "feature_types": frozenset({"summary"})}, {"rating"}),
        ({"labels": frozenset({"real", "fake"})}, {"authenticity", "text_classification", "mail_rating"}),
        ({"labels": frozenset({"Arbeit", "Sucht"}), "pillars": 0}, {"text_classification"}),
        ({"labels": frozenset(map(str, range(12))), "pillars": 0}, set()),
        ({"threads": 0, "pillars": 0}, set()),
    ],
)
def test_the_data_tell_what_they_may_be_for(fields: dict[str, Any], types: set[str]) -> None:
    assert {key for key, kind in task_types().items() if kind.fits(sample(**fields))} == types


def test_real_and_fake_come_before_other_guesses() -> None:
    given = sample(labels=frozenset({"Echt", "KI"}))
    assert next(key for key, kind in task_types().items() if kind.fits(given)) == "authenticity"


def test_usual_criteria_keep_their_english_where_the_german_is_unchanged() -> None:
    kind, question = asked_for("comparison")
    fields = kind.settings_of(question.config)
    assert fields["criteria"][0]["name"] == "Kohärenz der beratenden Person"
    fields["criteria"][0]["anchor_1"] = "Ganz neu."
    changed = kind.read_config(kind.config_of(fields))["criteria"][0]
    usual = question.config["criteria"][0]
    assert changed == usual | {"anchor_1": {"de": "Ganz neu.", "en": "Ganz neu."}}


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        ({"criteria": ["wärme"]}, r"criteria\.0.*wärme.*empathy"),
        ({"criteria": ["quality", "quality"]}, "quality"),
        ({"criteria": [{"key": "Wärme"}]}, r"criteria\.0\.key"),
        ({"criteria": [{"key": "warmth", "name": "Wärme"}]}, r"criteria\.0\.description"),
        ({"criteria": "quality"}, "criteria"),
        ({"allow_tie": "nein"}, "allow_tie.*nein"),
    ],
)
def test_settings_of_a_comparison_that_cannot_be_are_named(raw: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        task_type("comparison").read_config(raw)
