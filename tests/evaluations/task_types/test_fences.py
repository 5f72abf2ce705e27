"""The mark around material occurs in nothing that is told of an item."""

from dataclasses import replace

import pytest

from evaluations.task_types.fences import mark_for
from tests.evaluations.task_types.questions import asked_for, thread

pytestmark = pytest.mark.database_free


@pytest.mark.parametrize("place", ["message", "subject", "feature", "metadata", "metadata_b"])
def test_another_mark_is_drawn_where_a_text_holds_the_first(place: str) -> None:
    texts = asked_for("rating")[1].texts
    first = mark_for(7, 1, texts)
    held = {
        "message": {"thread_b": thread(client=f"Marke {first}")},
        "subject": {"thread_b": thread(subject=first)},
        "feature": {"features": (replace(texts.features[0], content=f"x{first}x"),)},
        "metadata": {"metadata": {"thema": first}},
        "metadata_b": {"metadata_b": {"thema": first}},
    }[place]
    assert mark_for(7, 1, replace(texts, **held)) != first  # type: ignore[arg-type]
    assert mark_for(7, 1, texts) == first
