"""Answers made from a JSON schema: whatever it asks for is filled, in the order in which it asks."""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from .judges import Winner
from .texts import REASONS, reason

STEPS = (
    "step_1_overview",
    "step_2_strengths_a",
    "step_3_strengths_b",
    "step_4_weaknesses_a",
    "step_5_weaknesses_b",
    "step_6_comparison",
)
CRITERIA = (
    "counsellor_coherence",
    "client_coherence",
    "quality",
    "empathy",
    "authenticity",
    "solution_orientation",
)

_NUMBERS = {"confidence": 0.8, "weight": 0.5, "probability": 0.3}
_FAVOUR: dict[tuple[str, Winner], float] = {
    ("score_a", "A"): 0.75,
    ("score_b", "A"): 0.25,
    ("score_a", "B"): 0.25,
    ("score_b", "B"): 0.75,
}
_SPAN_NUMBERS = frozenset({"score_a", "score_b", "score", "rating", "overall_rating"})
_QUOTES = frozenset({"key_phrases"})
_TURN = re.compile(r"\[\d+\] [A-ZÄÖÜ ]+:")
_WORDS_QUOTED = 6


def comparison_schema(criteria: Sequence[str] = CRITERIA) -> dict[str, Any]:
    """Return the schema of a comparison answer, for modes in which the client sends none."""
    text, number = {"type": "string"}, {"type": "number"}
    scores = _closed({"reasoning": text, "score_a": number, "score_b": number})
    return _closed(
        {
            "chain_of_thought": _closed(dict.fromkeys(STEPS, text)),
            "criteria_scores": _closed(dict.fromkeys(criteria, scores)),
            "final_justification": text,
            "winner": {"enum": ["A", "B", "TIE"]},
            "confidence": number,
        }
    )


def _closed(properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _quoted(text: str) -> str:
    """Return the first words of the first line that is neither empty nor the head of a turn."""
    lines = (line for line in text.splitlines() if line.strip() and not _TURN.fullmatch(line.strip()))
    return " ".join(next(lines, "").split()[:_WORDS_QUOTED])


def dumps(value: Any) -> str:
    """Return JSON text as models write it: umlauts as they are."""
    return json.dumps(value, ensure_ascii=False)


@dataclass
class Filler:
    """Fills a schema.

    `winner` is what the verdict says, `lean` whom reasons and scores favour. `scale` holds for scores without
    bounds. `quote` is a text: fields that must quote take the first words of its first mail. After `fill`,
    `pad` brings all free texts together to a number of characters.
    """

    schema: dict[str, Any]
    winner: Winner
    lean: Winner
    language: str = "de"
    scale: tuple[float, float] = (1, 5)
    quote: str = ""
    _texts: list[tuple[Any, Any, int | None]] = field(default_factory=list)
    _dealt: dict[tuple[str, ...], int] = field(default_factory=dict)

    def fill(self) -> Any:
        """Return a value that fits the schema."""
        return self._value("", self.schema)

    def pad(self, chars: int) -> None:
        """Lengthen the free texts evenly, to `chars` characters in sum or to their own limits."""
        missing = chars - sum(len(holder[key]) for holder, key, _ in self._texts)
        filler = REASONS[self.language]["padding"]
        for left, (holder, key, limit) in zip(range(len(self._texts), 0, -1), self._texts, strict=True):
            share = max(0, -(-missing // left))
            text = holder[key] + (filler * (share // len(filler) + 1))[:share]
            missing -= len(text[:limit]) - len(holder[key])
            holder[key] = text[:limit]

    def _resolve(self, node: dict[str, Any]) -> dict[str, Any]:
        while True:
            if reference := node.get("$ref"):
                target: Any = self.schema
                for part in str(reference).removeprefix("#/").split("/"):
                    target = target[part]
                node = target
            elif options := node.get("anyOf") or node.get("oneOf") or node.get("allOf"):
                node = next((option for option in options if option.get("type") != "null"), options[0])
            else:
                return node

    def _value(self, name: str, node: dict[str, Any]) -> Any:
        node = self._resolve(node)
        kind = node.get("type")
        if isinstance(kind, list):
            kind = next(one for one in kind if one != "null")
        if "const" in node:
            return node["const"]
        if kind == "object" or "properties" in node:
            return self._object(node)
        if kind == "array":
            return self._array(name, node)
        if kind in ("number", "integer") or name in _SPAN_NUMBERS:
            return self._number(name, node, kind == "integer")
        if "enum" in node:
            return self.winner if self.winner in node["enum"] and name == "winner" else node["enum"][0]
        if kind in ("boolean", "null"):
            return True if kind == "boolean" else None
        return self._string(name, node)

    def _object(self, node: dict[str, Any]) -> dict[str, Any]:
        filled: dict[str, Any] = {}
        for key, child in node.get("properties", {}).items():
            filled[key] = self._value(key, child)
            resolved = self._resolve(child)
            if isinstance(filled[key], str) and not {"enum", "const"} & resolved.keys():
                self._texts.append((filled, key, resolved.get("maxLength")))
        return filled

    def _array(self, name: str, node: dict[str, Any]) -> list[Any]:
        """Return two items or what the bounds ask; ids that form a closed list all appear, exactly once.

        Where several lists take the same ids, these are dealt round. Of labels the first is the verdict,
        and the next two are alternatives to it.
        """
        if name in _QUOTES:
            return [_quoted(self.quote)]
        items = self._resolve(node.get("items") or {"type": "string"})
        if ids := items.get("enum"):
            return ids[:1] if name == "labels" else self._deal(ids)
        for key, child in items.get("properties", {}).items():
            if key == "label":
                labels = self._resolve(child).get("enum", [])[1:3]
                return [self._with(self._value(name, items), key, one) for one in labels]
            if key.endswith("_id") or key == "name":
                ids = self._resolve(child).get("enum")
                if ids:
                    return [self._with(self._value(name, items), key, one) for one in ids]
        count = max(node.get("minItems", 2), 0)
        return [self._value(name, items) for _ in range(min(count, node.get("maxItems", count)))]

    def _deal(self, ids: list[Any]) -> list[Any]:
        lists = sum(found == ids for found in self._closed_lists(self.schema))
        turn = self._dealt.get(tuple(ids), 0)
        self._dealt[tuple(ids)] = turn + 1
        return ids[turn::lists]

    def _closed_lists(self, node: dict[str, Any]) -> Iterator[list[Any]]:
        """The ids of every array whose items are a closed list, as often as there is such an array."""
        node = self._resolve(node)
        items = self._resolve(node.get("items", {}))
        if "enum" in items:
            yield items["enum"]
        for child in (items, *node.get("properties", {}).values()):
            if child:
                yield from self._closed_lists(child)

    def _with(self, filled: dict[str, Any], key: str, value: Any) -> dict[str, Any]:
        filled[key] = value
        return filled

    def _number(self, name: str, node: dict[str, Any], whole: bool) -> float:
        if "enum" in node:
            ordered: list[float] = sorted(node["enum"])
            return ordered[round((len(ordered) - 1) * _FAVOUR.get((name, self.lean), 0.5))]
        low = node.get("minimum", node.get("exclusiveMinimum"))
        high = node.get("maximum", node.get("exclusiveMaximum"))
        if name in _NUMBERS and (low is None or low <= _NUMBERS[name]):
            return _NUMBERS[name] if high is None or _NUMBERS[name] <= high else float(high)
        default_low, default_high = self.scale
        low = default_low if low is None else low
        high = max(default_high, low) if high is None else high
        value = low + (high - low) * _FAVOUR.get((name, self.lean), 0.5)
        return round(value) if whole or value == int(value) else value

    def _string(self, name: str, node: dict[str, Any]) -> str:
        text = reason(self.language, name, self.lean)
        short = node.get("minLength", 0) - len(text)
        if short > 0:
            text += (REASONS[self.language]["padding"] * short)[:short]
        return text[: node.get("maxLength")]
