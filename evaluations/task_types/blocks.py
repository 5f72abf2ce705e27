"""What response cards are made of: blocks, each with the template that shows it."""

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer in a word; ``tone`` is ``a``, ``b``, ``good``, ``middle``, ``bad`` or empty."""

    template: ClassVar[str] = "cards/verdict.html"

    text: str
    tone: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Passage:
    """A text under a title; ``is_folded``: shown on demand."""

    template: ClassVar[str] = "cards/passage.html"

    title: str
    text: str
    is_folded: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """One numbered or named piece of text."""

    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Steps:
    """Texts in an order, such as a chain of thought; folded."""

    template: ClassVar[str] = "cards/steps.html"

    title: str
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Listing:
    """Short texts side by side, such as strengths."""

    template: ClassVar[str] = "cards/listing.html"

    title: str
    entries: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Bar:
    """A value between ``low`` and ``high`` with its reason; ``value`` is ``None`` where it was left open.

    ``text`` is the text that was valued, where it is one of several; ``label`` what the value means.
    """

    name: str
    value: float | None
    low: float
    high: float
    reasoning: str = ""
    strengths: str = ""
    weaknesses: str = ""
    text: str = ""
    label: str = ""


@dataclass(frozen=True, slots=True)
class Bars:
    """Values on one scale, a bar each."""

    template: ClassVar[str] = "cards/bars.html"

    title: str
    bars: tuple[Bar, ...]


@dataclass(frozen=True, slots=True)
class Versus:
    """Both sides' values on one criterion."""

    name: str
    value_a: float | None
    value_b: float | None
    low: float
    high: float
    reasoning: str = ""


@dataclass(frozen=True, slots=True)
class VersusBars:
    """Criteria on which two sides are held against one another."""

    template: ClassVar[str] = "cards/versus_bars.html"

    title: str
    rows: tuple[Versus, ...]


@dataclass(frozen=True, slots=True)
class Weight:
    """Something that counts for a side or a label, with a weight from 0 to 1."""

    text: str
    towards: str
    weight: float
    tone: str = ""


@dataclass(frozen=True, slots=True)
class Weights:
    """Indicators with their weights, or alternatives with their probabilities."""

    template: ClassVar[str] = "cards/weights.html"

    title: str
    rows: tuple[Weight, ...]


@dataclass(frozen=True, slots=True)
class Bucket:
    """A bucket with the texts in it (name and content) and the reason for it."""

    name: str
    tone: str
    cards: tuple[Step, ...]
    reasoning: str = ""


@dataclass(frozen=True, slots=True)
class BucketGrid:
    """All buckets beside one another."""

    template: ClassVar[str] = "cards/bucket_grid.html"

    buckets: tuple[Bucket, ...]


@dataclass(frozen=True, slots=True)
class Passages:
    """Phrases with the surroundings where they stand in the text: before, phrase, after."""

    template: ClassVar[str] = "cards/passages.html"

    title: str
    found: tuple[tuple[str, str, str], ...]


Block = Verdict | Passage | Steps | Listing | Bars | VersusBars | Weights | BucketGrid | Passages
