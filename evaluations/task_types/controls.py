"""What forms are made of: controls that know their name, their template, and how to read themselves.

A control's value is what JSON can hold. Fields are posted under the control's ``name``; a control
of several fields uses names that begin with it and a dot. All work without JavaScript.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

Fields = Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class Option:
    """A value that can be chosen; ``key`` is the keyboard key for it, ``hint`` says more."""

    value: str
    label: str
    key: str = ""
    hint: str = ""


@dataclass(frozen=True, kw_only=True)
class Control(ABC):
    """One thing to fill in. ``part`` is the one of ``TaskType.parts`` it belongs to; empty: the verdict.

    ``about`` is the text that the control is about, where it is one of several (a feature, say); whole.
    """

    template: ClassVar[str]

    name: str
    label: str
    help: str = ""
    about: str = ""
    part: str = ""
    required: bool = False

    @abstractmethod
    def read(self, fields: Fields) -> Any:
        """The value that was posted, or ``None`` where nothing was filled in."""

    def _text(self, fields: Fields, name: str = "") -> str:
        given = fields.get(name or self.name) or [""]
        return given[-1].replace("\r\n", "\n").strip()


@dataclass(frozen=True, kw_only=True)
class Choice(Control):
    """One of a few options, as large buttons with a key each; the value is the option's."""

    template: ClassVar[str] = "controls/choice.html"

    options: tuple[Option, ...]

    def read(self, fields: Fields) -> str | None:
        """The chosen value as posted; whether it is one of the options is the schema's to check."""
        return self._text(fields) or None


@dataclass(frozen=True, kw_only=True)
class Scale(Choice):
    """A point on a scale that runs upward; each point has its label. The value is a number."""

    template: ClassVar[str] = "controls/scale.html"

    is_compact: bool = False

    def read(self, fields: Fields) -> Any:
        """The number; what is no number stays as it was posted, for the check to name it."""
        given = self._text(fields)
        if not given:
            return None
        try:
            return int(given)
        except ValueError:
            return given


@dataclass(frozen=True, kw_only=True)
class LongText(Control):
    """Free text of at most ``most`` characters."""

    template: ClassVar[str] = "controls/long_text.html"

    most: int = 2000
    rows: int = 3

    def read(self, fields: Fields) -> str | None:
        """The text without blanks around it."""
        return self._text(fields) or None


@dataclass(frozen=True, kw_only=True)
class ShortText(LongText):
    """One line of text."""

    template: ClassVar[str] = "controls/short_text.html"

    most: int = 200


@dataclass(frozen=True, kw_only=True)
class Check(Control):
    """Yes or no; the value is a truth value."""

    template: ClassVar[str] = "controls/check.html"

    def read(self, fields: Fields) -> bool:
        """Whether it is ticked."""
        return bool(self._text(fields))


@dataclass(frozen=True, kw_only=True)
class Number(Control):
    """A whole number."""

    template: ClassVar[str] = "controls/number.html"

    low: int
    high: int

    def read(self, fields: Fields) -> Any:
        """The number; what is no number stays as it was posted."""
        given = self._text(fields)
        try:
            return int(given) if given else None
        except ValueError:
            return given


@dataclass(frozen=True, kw_only=True)
class Labels(Control):
    """One or several labels of a list that may be long (it can be searched); the value is a list of keys."""

    template: ClassVar[str] = "controls/labels.html"

    options: tuple[Option, ...]
    multiple: bool = False

    def read(self, fields: Fields) -> list[str] | None:
        """The chosen keys in the order of the list, each once."""
        given = [value for value in fields.get(self.name, ()) if value]
        order = {option.value: place for place, option in enumerate(self.options)}
        return sorted(dict.fromkeys(given), key=lambda key: order.get(key, len(order))) or None


@dataclass(frozen=True, slots=True)
class BoardCard:
    """A text that is put into a bucket."""

    key: str
    title: str
    text: str


@dataclass(frozen=True, kw_only=True)
class Board(Control):
    """Texts to put into buckets, and in order within a bucket where ``is_ordered``.

    At least ``least`` of the texts must be placed; 0: all. The value is ``{bucket: [card keys]}``
    with the cards that have a bucket. Posted are, for each card, ``name.<card>`` (the bucket) and
    ``name.<card>.rank`` (its place there).
    """

    template: ClassVar[str] = "controls/board.html"

    cards: tuple[BoardCard, ...]
    buckets: tuple[Option, ...]
    is_ordered: bool = False
    least: int = 0

    def read(self, fields: Fields) -> dict[str, list[str]] | None:
        """The buckets with their cards; cards without a rank stand after those with one."""
        placed: dict[str, list[tuple[float, int, str]]] = {}
        for place, card in enumerate(self.cards):
            bucket = self._text(fields, f"{self.name}.{card.key}")
            if bucket:
                rank = self._text(fields, f"{self.name}.{card.key}.rank")
                number = float(rank) if rank.isdecimal() else float("inf")
                placed.setdefault(bucket, []).append((number, place, card.key))
        return {bucket: [key for _, _, key in sorted(cards)] for bucket, cards in placed.items()} or None


@dataclass(frozen=True, kw_only=True)
class Rows(Control):
    """A list of like things, a row each; the value is a list of ``{column: text}``.

    Posted are ``name.<row number>.<column>``; rows without any text are left out.
    """

    template: ClassVar[str] = "controls/rows.html"

    columns: tuple[ShortText, ...]
    most_rows: int = 40

    def read(self, fields: Fields) -> list[dict[str, str]] | None:
        """The rows that hold something, in order."""
        found: list[dict[str, str]] = []
        for number in range(self.most_rows):
            texts = {c.name: self._text(fields, f"{self.name}.{number}.{c.name}") for c in self.columns}
            if any(texts.values()):
                found.append(texts)
        return found or None


def read_all(controls: Sequence[Control], fields: Fields) -> dict[str, Any]:
    """The values of all controls by name; what was not filled in is left out."""
    values = {control.name: control.read(fields) for control in controls}
    return {name: value for name, value in values.items() if value is not None}
