"""Filters of the templates that show form controls."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import template

from evaluations.task_types.controls import Rows

register = template.Library()

SPARE_ROWS = 3


@dataclass(frozen=True, slots=True)
class Cell:
    """One field of a row."""

    name: str
    label: str
    value: str
    most: int


@register.filter
def rows_of(control: Rows, value: Sequence[Mapping[str, str]] | None) -> list[list[Cell]]:
    """The rows that hold something and a few empty ones, so that rows can be added without a script."""
    rows = [*(value or ()), *({} for _ in range(SPARE_ROWS))][: control.most_rows]
    return [
        [
            Cell(f"{place}.{column.name}", column.label, row.get(column.name, ""), column.most)
            for column in control.columns
        ]
        for place, row in ((f"{control.name}.{number}", row) for number, row in enumerate(rows))
    ]


@register.filter
def bucket_of(card: str, value: Any) -> str:
    """The bucket that a card is in; empty where it is in none."""
    return next((bucket for bucket, cards in (value or {}).items() if card in cards), "")


@register.filter
def rank_in(card: str, value: Any) -> str:
    """A card's place in its bucket, from 1; empty where it is in none."""
    for cards in (value or {}).values():
        if card in cards:
            return str(cards.index(card) + 1)
    return ""
