"""How a file is to be read and what is done to its texts, as ``ImportRun.reading`` keeps it."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from hashlib import sha256
from typing import Any, Self

from pillars.imports.cleaning import STEPS, Cleaning
from pillars.models import ImportRun
from pillars.privacy.finding import Kind
from pillars.privacy.replacing import placeholders
from pillars.readers import ReadOptions


@dataclass(frozen=True, slots=True)
class HowRead:
    """What a person has set; everything left out is found out by the reader.

    ``steps``: names of ``cleaning.STEPS``; ``replaced``: pairs of a kind and a value of personal data;
    ``good_only``: import the readable threads though others are not.
    """

    form: str = ""
    encoding: str = ""
    delimiter: str = ""
    role_map: Mapping[str, str] = field(default_factory=dict)
    column_map: Mapping[str, Any] = field(default_factory=dict)
    steps: tuple[str, ...] = ()
    replaced: tuple[tuple[str, str], ...] = ()
    good_only: bool = True

    @classmethod
    def of(cls, run: ImportRun) -> Self:
        """As it stands on the import's row."""
        kept = dict(run.reading)
        kept["steps"] = tuple(kept.get("steps", ()))
        kept["replaced"] = tuple((kind, value) for kind, value in kept.get("replaced", ()))
        return cls(**kept)

    def as_dict(self) -> dict[str, Any]:
        """As JSON has it."""
        return asdict(self)

    def options(self) -> ReadOptions:
        """What the reader takes."""
        return ReadOptions(self.form, self.encoding, self.delimiter, self.role_map, self.column_map)

    def cleaning(self) -> Cleaning:
        """What is done to each text; its words are in the language that is active now."""
        words = placeholders((Kind(kind), value) for kind, value in self.replaced)
        return Cleaning(frozenset(self.steps) & STEPS.keys(), words)

    def to_keep(self) -> dict[str, Any]:
        """What stays on record after the import: everything but the values replaced, which are personal."""
        return self.as_dict() | {"replaced": []}

    def for_alike(self) -> Self:
        """What holds for another file of the same shape, too: how it is read, not changes to texts."""
        return replace(self, steps=(), replaced=())


def hash_of_columns(findings: Mapping[str, Any]) -> str:
    """The same for tables with the same columns, and for other files of one form with the same writers."""
    shape = [one["name"] for one in findings["columns"]]
    if not shape:
        shape = [findings["form"], *sorted(one["value"] for one in findings["roles"])]
    return sha256("\0".join(shape).encode()).hexdigest()
