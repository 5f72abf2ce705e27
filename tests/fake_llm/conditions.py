"""When a fault strikes: the `when` of a script, compiled to predicates over the facts of a call."""

import hashlib
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .chat_request import MODES, ChatRequest


class ScriptError(ValueError):
    """A script asks for what does not exist; the text names it."""


@dataclass(slots=True)
class Facts:
    """A call as conditions see it; `number` is 1 for the first after the script, `in_flight` includes it."""

    number: int
    in_flight: int
    request: ChatRequest


Condition = Callable[[Facts], bool]


def drawn(share: float, seed: int, number: int) -> bool:
    """Say whether call `number` is among the given share of calls: a pure function of its arguments."""
    digest = hashlib.sha256(f"{seed}:{number}".encode()).digest()
    return int.from_bytes(digest[:8]) < share * 2**64


def _share(value: float, when: dict[str, Any]) -> Condition:
    seed = int(when.get("seed", 0))
    return lambda facts: drawn(value, seed, facts.number)


def _calls(value: list[int], when: dict[str, Any]) -> Condition:
    wanted = frozenset(value)
    return lambda facts: facts.number in wanted


def _mode(value: str | list[str], when: dict[str, Any]) -> Condition:
    wanted = frozenset([value] if isinstance(value, str) else value)
    if unknown := wanted - set(MODES):
        raise ValueError(f"unknown modes {sorted(unknown)}; there are {', '.join(MODES)}")
    return lambda facts: facts.request.mode in wanted


def _per_prompt(value: int, when: dict[str, Any]) -> Condition:
    seen: Counter[tuple[str, ...]] = Counter()
    limit = int(value)

    def strikes(facts: Facts) -> bool:
        key = facts.request.prompt_key
        seen[key] += 1
        return seen[key] <= limit

    return strikes


_FACTORIES: dict[str, Callable[[Any, dict[str, Any]], Condition]] = {
    "always": lambda value, when: lambda facts: bool(value),
    "every": lambda value, when: lambda facts: facts.number % value == 0,
    "first": lambda value, when: lambda facts: facts.number <= value,
    "after": lambda value, when: lambda facts: facts.number > value,
    "share": _share,
    "calls": _calls,
    "mode": _mode,
    "containing": lambda value, when: lambda facts: any(value in text for text in facts.request.texts),
    "over_chars": lambda value, when: lambda facts: facts.request.chars > value,
    "in_flight_over": lambda value, when: lambda facts: facts.in_flight > value,
    "once_per_prompt": _per_prompt,
    "per_prompt": _per_prompt,
}
"""`_per_prompt` counts, so it stands last and is asked only where all others hold."""


def compile_when(when: dict[str, Any]) -> Condition:
    """Return one predicate that holds where every condition of `when` holds; none at all means always."""
    unknown = set(when) - set(_FACTORIES) - ({"seed"} if "share" in when else set())
    if unknown:
        raise ScriptError(f"unknown conditions {sorted(unknown)}; there are {', '.join(_FACTORIES)}")
    try:
        checks = [make(when[name], when) for name, make in _FACTORIES.items() if name in when]
    except (TypeError, ValueError) as error:
        raise ScriptError(f"bad condition in {when}: {error}") from error
    return lambda facts: all(check(facts) for check in checks)
