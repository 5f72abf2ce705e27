"""What threads' metadata reach a prompt, and from which side."""

from dataclasses import replace

import pytest

from tests.evaluations.task_types.questions import asked_for

pytestmark = pytest.mark.database_free


@pytest.mark.parametrize(("position", "told"), [(1, "A: Schlaf; B: Arbeit"), (2, "A: Arbeit; B: Schlaf")])
def test_a_comparison_tells_both_threads_apart_in_the_frame_shown(position: int, told: str) -> None:
    kind, question = asked_for("comparison", position=position)
    metadata = {"thema": "Schlaf", "jahr": "2020"}
    texts = replace(question.texts, metadata=metadata, metadata_b=metadata | {"thema": "Arbeit"})
    values = kind.prompt_values(replace(question, texts=texts), mark="0a1b2c3d")
    assert {key: text for key, text in values.items() if key.startswith("metadata.")} == {
        "metadata.thema": told,
        "metadata.jahr": "2020",
    }


def test_a_type_of_one_thread_tells_its_metadata() -> None:
    kind, question = asked_for("authenticity")
    texts = replace(question.texts, metadata={"thema": "Schlaf"})
    assert kind.prompt_values(replace(question, texts=texts), mark="0a1b2c3d")["metadata.thema"] == "Schlaf"
