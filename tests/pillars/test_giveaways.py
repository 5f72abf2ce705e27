"""What a text tells of its author is said at import; the text stays as it is."""

import json
from typing import Any

import pytest

from pillars.readers import read_threads

pytestmark = pytest.mark.database_free


def kinds(text: str) -> list[str]:
    """The kinds of problems in a file of one thread with this text."""
    thread: dict[str, Any] = {"messages": [{"role": "counsellor", "content": text}]}
    return [one.kind for one in read_threads(json.dumps([thread]).encode()).problems]


@pytest.mark.parametrize(
    "text",
    [
        "Ich bin ChatGPT und helfe gern.",
        "As an AI language model I cannot say.",
        "Als KI kann ich nicht fühlen.",
        "Antwort von GPT-4o:",
        "Hier spricht Claude.",
        "ALS EINE KÜNSTLICHE INTELLIGENZ weiß ich das nicht.",
        "Von Mixtral geschrieben",
        "xAI hat das geschrieben.",
    ],
)
def test_a_text_that_names_a_model_is_noted(text: str) -> None:
    assert kinds(text) == ["names_a_model"]


@pytest.mark.parametrize("text", ["Ich habe das Gefühl, als könnte ich nicht mehr.", "Wie geht es Claudia?"])
def test_an_ordinary_text_is_not(text: str) -> None:
    assert kinds(text) == []
