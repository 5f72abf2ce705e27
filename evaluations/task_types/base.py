"""What a task type is: the one interface between the engine and a folder of ``task_types``."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from evaluations.llm.answer_schema import AnswerSchema
from evaluations.llm.material import ThreadText


@dataclass(frozen=True, slots=True)
class ItemTexts:
    """The texts of an item in its own frame; ``thread_b`` is there for comparisons alone.

    ``pillar_a`` and ``pillar_b`` reach a judge only where its prompt asks for them by name.
    """

    thread_a: ThreadText
    thread_b: ThreadText | None = None
    pillar_a: str = ""
    pillar_b: str = ""
    metadata: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Recorded:
    """What is kept of an answer beside its payload, in the item's own frame."""

    verdict: str
    scores: dict[str, Any]
    confidence: float | None
    reasoning: str
    is_contradictory: bool = False


class TaskType(ABC):
    """One kind of question about an item; a folder under ``task_types`` has one instance, ``TASK_TYPE``."""

    key: ClassVar[str]
    variables: ClassVar[frozenset[str]]
    required_variables: ClassVar[frozenset[str]]
    threads_per_item: ClassVar[int] = 1

    @abstractmethod
    def read_config(self, config: Mapping[str, Any]) -> dict[str, Any]:
        """The settings of this type in their full form, defaults filled in.

        Raises:
            ValueError: a setting is unknown or has a value that cannot be used.
        """

    @abstractmethod
    def material(
        self, texts: ItemTexts, config: Mapping[str, Any], *, position: int, language: str
    ) -> object:
        """What is shown of an item in this position (2: sides swapped)."""

    @abstractmethod
    def prompt_values(
        self, texts: ItemTexts, config: Mapping[str, Any], *, position: int, language: str, mark: str
    ) -> dict[str, str]:
        """The values of the prompt's variables; material stands between fences with ``mark``."""

    @abstractmethod
    def answer_schema(self, config: Mapping[str, Any], *, language: str) -> AnswerSchema:
        """The schema of an answer under these settings."""

    @abstractmethod
    def record(self, payload: Mapping[str, Any], config: Mapping[str, Any], *, position: int) -> Recorded:
        """Turn a checked payload into verdict, scores, confidence and reasoning in the item's own frame."""
