"""The script that a test sends: how the judge judges and what goes wrong on the way."""

import json
from dataclasses import dataclass, field, fields
from functools import lru_cache
from typing import Any, NamedTuple

from .answers import CRITERIA, Filler, comparison_schema, dumps
from .chat_request import ChatRequest
from .conditions import ScriptError
from .faults import Fault, parse_fault
from .judges import BLIND, JUDGES, Winner, leaning
from .texts import REASONS


class NoMaterial(Exception):
    """The judge must compare two texts and the prompt fences fewer."""


class Answer(NamedTuple):
    """A sound answer; `payload` is shared between calls and must be copied before a change."""

    payload: Any
    text: str
    winner: Winner | None


@dataclass(slots=True)
class Script:
    """See README.md for what each field means; unknown fields and values raise ScriptError."""

    judge: str = "longer"
    seed: int = 1
    language: str = "de"
    latency_ms: float = 0
    chunks: int = 8
    reasoning_chars: int = 0
    tokens: dict[str, int] = field(default_factory=dict)
    keys: list[str] = field(default_factory=list)
    models: list[str] = field(default_factory=lambda: ["fake-judge"])
    criteria: list[str] = field(default_factory=lambda: list(CRITERIA))
    scale: list[float] = field(default_factory=lambda: [1, 5])
    schema: dict[str, Any] | None = None
    answer: Any = None
    strict_schemas: bool = True
    keep_bodies: bool = True
    faults: list[Fault] = field(default_factory=list)

    @classmethod
    def from_json(cls, data: Any) -> "Script":
        """Read a script."""
        if not isinstance(data, dict):
            raise ScriptError("a script is a JSON object")
        if unknown := set(data) - {one.name for one in fields(cls)}:
            raise ScriptError(f"unknown script fields {sorted(unknown)}")
        script = cls(**{**data, "faults": [parse_fault(entry) for entry in data.get("faults", ())]})
        if script.judge not in JUDGES:
            raise ScriptError(f"unknown judge {script.judge!r}; there are {', '.join(JUDGES)}")
        if script.language not in REASONS:
            raise ScriptError(f"unknown language {script.language!r}; there are {', '.join(REASONS)}")
        if script.chunks < 1:
            raise ScriptError("chunks must be at least 1")
        return script

    def answer_to(self, request: ChatRequest) -> Answer:
        """Return what a judge without faults answers; raise NoMaterial where it lacks texts to compare."""
        if self.answer is not None:
            text = self.answer if isinstance(self.answer, str) else dumps(self.answer)
            return Answer(None if isinstance(self.answer, str) else self.answer, text, None)
        schema = self._schema_for(request)
        if schema is None:
            return Answer(None, "OK", None)
        winner = self._winner(request) if "winner" in schema.get("properties", {}) else None
        quote = request.fenced[0] if request.fenced and "key_phrases" in schema.get("properties", {}) else ""
        lean = leaning(self.judge, winner) if winner else "TIE"
        scale = (self.scale[0], self.scale[-1])
        text = request.schema_text or dumps(schema)
        return _filled(text, winner, lean, self.language, scale, self.reasoning_chars, quote)

    def _schema_for(self, request: ChatRequest) -> dict[str, Any] | None:
        """Return the schema to fill, None where the request asks for no more than a sign of life."""
        if request.schema:
            return request.schema
        if self.schema is not None:
            return self.schema
        if request.mode == "plain" and len(request.fenced) < 2:
            return None
        return comparison_schema(self.criteria)

    def _winner(self, request: ChatRequest) -> Winner:
        if self.judge not in BLIND and len(request.fenced) < 2:
            raise NoMaterial(
                f"the judge {self.judge!r} compares two fenced texts, the prompt has {len(request.fenced)}"
            )
        text_a, text_b = request.fenced[:2] if len(request.fenced) >= 2 else ("", "")
        return JUDGES[self.judge](self.seed, text_a, text_b)


@lru_cache(maxsize=256)
def _filled(
    schema: str,
    winner: Winner | None,
    lean: Winner,
    language: str,
    scale: tuple[float, float],
    reasoning_chars: int,
    quote: str,
) -> Answer:
    """Fill a schema once for all calls that ask the same."""
    filler = Filler(json.loads(schema), winner or "TIE", lean, language, scale, quote)
    payload = filler.fill()
    if reasoning_chars:
        filler.pad(reasoning_chars)
    return Answer(payload, dumps(payload), payload["winner"] if winner else None)
