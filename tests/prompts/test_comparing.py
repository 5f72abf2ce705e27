"""The difference of two versions."""

from hypothesis import given
from hypothesis import strategies as st

from prompts.comparing import DiffLine, diff

TEXTS = st.text(alphabet="ab \nä{}", max_size=40)


def _text(lines: list[DiffLine], side: str) -> str:
    found = [line for line in lines if getattr(line, f"{side}_number") is not None]
    return "\n".join("".join(piece.text for piece in getattr(line, side)) for line in found)


def test_lines_are_put_side_by_side() -> None:
    lines = diff("a\nb\nc", "a\nx\ny\nc\nd")
    assert [line.kind for line in lines] == ["same", "changed", "added", "same", "added"]
    assert [(line.old_number, line.new_number) for line in lines] == [
        (1, 1),
        (2, 2),
        (None, 3),
        (3, 4),
        (None, 5),
    ]


def test_only_the_words_that_differ_are_marked() -> None:
    (line,) = diff("Vergleiche beide Verläufe genau.", "Vergleiche beide Texte genau.")
    assert [(piece.text, piece.is_changed) for piece in line.old] == [
        ("Vergleiche beide ", False),
        ("Verläufe", True),
        (" genau.", False),
    ]
    assert [piece.text for piece in line.new if piece.is_changed] == ["Texte"]


@given(TEXTS, TEXTS)
def test_both_texts_are_there_whole_and_in_order(old: str, new: str) -> None:
    lines = diff(old, new)
    assert (_text(lines, "old"), _text(lines, "new")) == (old, new)


@given(TEXTS)
def test_a_text_does_not_differ_from_itself(text: str) -> None:
    assert {line.kind for line in diff(text, text)} == {"same"}
    assert not any(piece.is_changed for line in diff(text, text) for piece in (*line.old, *line.new))
