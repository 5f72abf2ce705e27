"""Ratings for the tests: from rows of raters, drawn by hypothesis, and from the public data."""

from collections.abc import Sequence

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray

from evaluations.statistics.ratings import Ratings, RatingValue
from tests.evaluations.statistics.reference import load

Rows = Sequence[Sequence[RatingValue | None]]

SCALE = (1, 2, 3, 4)
"""Few values, so that ties and ratings without variation are drawn often."""


def ratings_of(rows: Rows, level: str, categories: Sequence[RatingValue] = ()) -> Ratings:
    """``rows``: one for each rater, ``None`` where not rated; raters and units are their places."""
    return Ratings.from_triples(
        [
            (rater, unit, value)
            for rater, row in enumerate(rows)
            for unit, value in enumerate(row)
            if value is not None
        ],
        level=level,
        categories=categories,
        raters=range(len(rows)),
        units=range(len(rows[0])),
    )


@st.composite
def drawn_rows(
    draw: st.DrawFn, raters: tuple[int, int] = (2, 5), missing: bool = True
) -> list[list[int | None]]:
    """Rows of two to five raters over one to nine units."""
    units = draw(st.integers(1, 9))
    value = st.sampled_from([*SCALE, None] if missing else list(SCALE))
    row = st.lists(value, min_size=units, max_size=units)
    return draw(st.lists(row, min_size=raters[0], max_size=raters[1]))


def array_of(rows: Rows) -> NDArray[np.float64]:
    """The same with NaN where not rated."""
    return np.array([[np.nan if value is None else value for value in row] for row in rows], dtype=np.float64)


def textbook() -> list[list[int | None]]:
    """Krippendorff's example D."""
    rows: list[list[int | None]] = load("expected.json")["krippendorff_textbook"]["ratings"]
    return rows


def pandalm() -> Ratings:
    """The three people of PandaLM on 999 pairs."""
    pairs = load("pandalm/testset-v1.json")
    return Ratings.from_triples(
        [(f"annotator{who}", pair["idx"], pair[f"annotator{who}"]) for pair in pairs for who in (1, 2, 3)],
        level="nominal",
        categories=(1, 2, 0),
    )


def recipes(criterion: str) -> Ratings:
    """The 88 people of the recipes on one criterion; a person is a place in the list of scores."""
    texts = load("recipes/meta_evaluation_recipes.json")["instances"]
    return Ratings.from_triples(
        [
            (rater, text["id"], score)
            for text in texts
            for rater, score in enumerate(text["annotations"][criterion]["individual_human_scores"])
            if score is not None
        ],
        level="ordinal",
        categories=(1, 2, 3, 4, 5, 6),
    )
