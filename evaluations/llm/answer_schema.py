"""What an answer must look like: the strict view for a provider and the full local check."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol


class AnswerInvalid(Exception):
    """An answer was read but does not fit; ``problems`` says where and why, for the model and for people."""

    def __init__(self, problems: list[str]) -> None:
        self.problems = problems
        super().__init__("; ".join(problems))


class AnswerSchema(Protocol):
    """One task type's answer for one item."""

    @property
    def name(self) -> str:
        """The name a provider is told; letters and underscores."""

    @property
    def strict(self) -> dict[str, Any]:
        """A JSON schema with closed objects, every field required, no length or number limits."""

    def check(self, answer: Mapping[str, Any]) -> dict[str, Any]:
        """Return the answer in its normal form.

        Raises:
            AnswerInvalid: a field is missing, unknown, of the wrong type or out of its limits.
        """


@dataclass(frozen=True, slots=True)
class Request:
    """What a judge is asked: rendered texts for language models, the material for the baseline judge."""

    system: str
    user: str
    material: object
    temperature: float = 0.0
    seed: int | None = None
    language: str = "de"
    extra: dict[str, Any] = field(default_factory=dict)
