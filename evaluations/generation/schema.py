"""The answer of a generation: the text, and nothing beside it; free of Django."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from evaluations.task_types.checks import Problem
from evaluations.task_types.schema_parts import Shape, TypeSchema, closed, text


@dataclass(frozen=True, slots=True)
class TextRules:
    """What a text of a type must be: at most ``longest`` characters, on one line where ``is_line``."""

    longest: int
    is_line: bool = False


def text_schema(rules: TextRules, language: str) -> TypeSchema:
    """The schema for a text of these rules."""

    def finish(answer: dict[str, Any]) -> list[Problem]:
        if rules.is_line and len(answer["content"].splitlines()) > 1:
            return [Problem("content", "muss in einer Zeile stehen", "must stand on one line")]
        return []

    return TypeSchema(_shape(rules.longest), language, finish)


@lru_cache(maxsize=8)
def _shape(longest: int) -> Shape:
    return Shape("generated_text", closed("GeneratedText", {"content": text(1, longest)}))
