"""The faults that a script can name: each changes a reply in one way that real endpoints were seen to do."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from .answers import dumps
from .conditions import Condition, Facts, ScriptError, compile_when
from .reply import HttpError, Reply
from .texts import REASONS

Params = dict[str, Any]
Effect = Callable[[Reply, Params, Facts], None]

_SCORES = ("score_a", "score", "rating", "overall_rating")


@dataclass(frozen=True, slots=True)
class Fault:
    """One entry of a script, ready to strike."""

    kind: str
    strikes: Condition
    params: Params


def parse_fault(entry: Any) -> Fault:
    """Read one fault; raise ScriptError for an unknown kind, condition or parameter."""
    if not isinstance(entry, dict) or entry.get("kind") not in KINDS:
        raise ScriptError(f"unknown fault {entry!r}; kinds are {', '.join(KINDS)}")
    kind = entry["kind"]
    params = {key: value for key, value in entry.items() if key not in ("kind", "when")}
    if unknown := set(params) - KINDS[kind].params:
        raise ScriptError(f"{kind} knows no {sorted(unknown)}; it takes {sorted(KINDS[kind].params)}")
    when = dict(entry.get("when", {}))
    if "modes" in KINDS[kind].params:
        when.setdefault("mode", params.get("modes", ["json_schema"]))
    return Fault(kind, compile_when(when), params)


def apply(faults: list[Fault], reply: Reply, facts: Facts) -> list[str]:
    """Let every fault that strikes change the reply; return their kinds.

    Errors come first and end it; then changes of the payload, of the text, of the delivery, each in the
    order of the script.
    """
    struck = sorted(
        (fault for fault in faults if fault.strikes(facts)), key=lambda one: KINDS[one.kind].stage
    )
    kinds: list[str] = []
    stage = _PAYLOAD
    for fault in struck:
        kind = KINDS[fault.kind]
        if kind.stage > stage:
            reply.render()
            stage = kind.stage
        kind.effect(reply, fault.params, facts)
        kinds.append(fault.kind)
        if reply.error:
            return kinds
    reply.render()
    return kinds


def _said(reply: Reply, name: str) -> str:
    return REASONS[reply.language][name]


# Errors ----------------------------------------------------------------------------------------------------


def _reject(reply: Reply, params: Params, facts: Facts) -> None:
    param = "tools" if facts.request.mode == "tools" else "response_format"
    reply.error = HttpError(
        400,
        f"Invalid parameter: '{param}' of type '{facts.request.mode}' is not supported with this model.",
        param=param,
    )


def _error(status: int, message: str, kind: str, code: str | None) -> Effect:
    def strike(reply: Reply, params: Params, facts: Facts) -> None:
        reply.error = HttpError(status, message.format(model=facts.request.model), kind, code)

    return strike


def _rate_limit(reply: Reply, params: Params, facts: Facts) -> None:
    headers = {"retry-after": str(params["retry_after"])} if "retry_after" in params else {}
    reply.error = HttpError(
        429, "Rate limit reached for requests", "requests", "rate_limit_exceeded", headers=headers
    )


def _status(reply: Reply, params: Params, facts: Facts) -> None:
    reply.error = HttpError(
        int(params.get("code", 500)),
        "The server had an error while processing your request",
        "server_error",
        html=bool(params.get("html")),
    )


# Payload ---------------------------------------------------------------------------------------------------


def _set(value: Any, *path: str) -> Effect:
    def strike(reply: Reply, params: Params, facts: Facts) -> None:
        if holder := _holder(reply, params.get("path", path)):
            holder[params.get("path", path)[-1]] = params.get("value", value)

    return strike


def _remove(reply: Reply, params: Params, facts: Facts) -> None:
    if holder := _holder(reply, params["path"]):
        holder.pop(params["path"][-1], None)


def _holder(reply: Reply, path: Sequence[str]) -> dict[str, Any]:
    """Return the object in which the path ends; where the answer has none, say so with an own error."""
    node = reply.edit()
    for key in path[:-1]:
        node = node.get(key) if isinstance(node, dict) else None
    if isinstance(node, dict):
        return node
    reply.error = HttpError(
        400, f"the script names {list(path)}, the answer has no such place", code="fake_script"
    )
    return {}


def _score(value: Any) -> Effect:
    """Change the first score of the answer, wherever its schema has it."""

    def strike(reply: Reply, params: Params, facts: Facts) -> None:
        holder, key = _first_score(reply.edit())
        if holder is not None:
            holder[key] = params.get("value", value)

    return strike


def _first_score(node: Any) -> tuple[Any, str]:
    if isinstance(node, dict):
        for key in _SCORES:
            if key in node:
                return node, key
        node = list(node.values())
    for child in node if isinstance(node, list) else ():
        holder, key = _first_score(child)
        if holder is not None:
            return holder, key
    return None, ""


def _array(reply: Reply, params: Params, facts: Facts) -> None:
    reply.payload = [reply.edit()]


# Text ------------------------------------------------------------------------------------------------------


def _rewrite(change: Callable[[str], str]) -> Effect:
    def strike(reply: Reply, params: Params, facts: Facts) -> None:
        reply.text = change(reply.text)

    return strike


def _prose(reply: Reply, params: Params, facts: Facts) -> None:
    reply.text = f"{_said(reply, 'before')}\n\n{reply.text}\n\n{_said(reply, 'after')}"


def _trailing_comma(text: str) -> str:
    brace = text.rfind("}")
    return f"{text[:brace]},{text[brace:]}" if brace >= 0 else text


def _duplicate_key(reply: Reply, params: Params, facts: Facts) -> None:
    """Write a key twice with different values: the verdict where there is one, else the first key."""
    if isinstance(reply.payload, dict) and reply.payload:
        key = "winner" if "winner" in reply.payload else next(iter(reply.payload))
        other = ("B" if reply.payload[key] == "A" else "A") if key == "winner" else None
        reply.text = f"{{{dumps(key)}: {dumps(other)}, {reply.text.lstrip()[1:]}"


def _say(name: str) -> Effect:
    return lambda reply, params, facts: reply.say(_said(reply, name))


def _empty(reply: Reply, params: Params, facts: Facts) -> None:
    reply.say("")


def _ignore_schema(reply: Reply, params: Params, facts: Facts) -> None:
    """Answer as if no schema had come."""
    form = params.get("form", "keys")
    if form == "prose":
        reply.say(f"{_said(reply, 'before')} {_said(reply, 'default')}")
    elif form == "keys":
        reply.say(dumps({"result": {"better": reply.winner, "why": _said(reply, "default")}}))
    else:
        reply.say(f"```json\n{reply.text}\n```")


# Delivery --------------------------------------------------------------------------------------------------


def _refusal(reply: Reply, params: Params, facts: Facts) -> None:
    reply.text, reply.channel, reply.finish = _said(reply, "refusal"), "refusal", "stop"


def _length(reply: Reply, params: Params, facts: Facts) -> None:
    """Cut the answer at the token limit; a request without a limit counts as one with a low limit."""
    enough = params.get("until_max_tokens")
    if enough is not None and (facts.request.limit or 0) >= enough:
        return
    if params.get("reasoning"):
        reply.reasoning = _said(reply, "default")
    reply.text = reply.text[: params.get("at", len(reply.text) // 2)]
    reply.finish = "length"


def _reasoning_content(reply: Reply, params: Params, facts: Facts) -> None:
    """Put the answer where reasoning belongs; with `keep`, reason there first and answer in its place."""
    reply.reasoning_field = params.get("field", "reasoning_content")
    if params.get("keep"):
        reply.reasoning = _said(reply, "default")
    else:
        reply.reasoning, reply.text, reply.channel, reply.finish = reply.text, "", "none", "stop"


def _filter_finish(reply: Reply, params: Params, facts: Facts) -> None:
    reply.text, reply.finish = reply.text[: len(reply.text) // 3], "content_filter"


def _stop(how: Any) -> Effect:
    def strike(reply: Reply, params: Params, facts: Facts) -> None:
        reply.stop, reply.stop_after = how, int(params.get("after", 2))

    return strike


def _no_usage(reply: Reply, params: Params, facts: Facts) -> None:
    reply.usage = False


def _slow(reply: Reply, params: Params, facts: Facts) -> None:
    reply.latency = params["latency_ms"] / 1000


def _hold(reply: Reply, params: Params, facts: Facts) -> None:
    reply.hold = True


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of fault: when in the making of a reply it acts, what it does, which parameters it takes."""

    stage: int
    effect: Effect
    params: frozenset[str] = frozenset()


_ERROR, _PAYLOAD, _TEXT, _DELIVERY = range(4)


def _kind(stage: int, effect: Effect, *params: str) -> Kind:
    return Kind(stage, effect, frozenset(params))


KINDS: dict[str, Kind] = {
    "reject_response_format": _kind(_ERROR, _reject, "modes"),
    "unauthorised": _kind(
        _ERROR, _error(401, "Incorrect API key provided", "invalid_request_error", "invalid_api_key")
    ),
    "forbidden": _kind(
        _ERROR, _error(403, "You are not allowed to use this model", "permission_error", "forbidden")
    ),
    "not_found": _kind(
        _ERROR,
        _error(404, "The model '{model}' does not exist", "invalid_request_error", "model_not_found"),
    ),
    "content_filter_400": _kind(
        _ERROR,
        _error(400, "The prompt triggered the content policy", "invalid_request_error", "content_filter"),
    ),
    "context_length_400": _kind(
        _ERROR,
        _error(
            400,
            "This model's maximum context length is 8192 tokens; your messages have more.",
            "invalid_request_error",
            "context_length_exceeded",
        ),
    ),
    "rate_limit": _kind(_ERROR, _rate_limit, "retry_after"),
    "quota": _kind(
        _ERROR,
        _error(429, "You exceeded your current quota", "insufficient_quota", "insufficient_quota"),
    ),
    "status": _kind(_ERROR, _status, "code", "html"),
    "set": _kind(_PAYLOAD, _set(None), "path", "value"),
    "remove": _kind(_PAYLOAD, _remove, "path"),
    "score": _kind(_PAYLOAD, _score(98989), "value"),
    "score_7": _kind(_PAYLOAD, _score(7)),
    "score_string": _kind(_PAYLOAD, _score("4")),
    "confidence_85": _kind(_PAYLOAD, _set(85, "confidence")),
    "winner_verlauf_a": _kind(_PAYLOAD, _set("Verlauf A", "winner")),
    "nan": _kind(_PAYLOAD, _set(float("nan"), "confidence")),
    "array": _kind(_PAYLOAD, _array),
    "fence": _kind(_TEXT, _rewrite(lambda text: f"```json\n{text}\n```")),
    "think": _kind(_TEXT, _rewrite(lambda text: f"<think>\n{{A}} or {{B}}?\n</think>\n\n{text}")),
    "prose": _kind(_TEXT, _prose),
    "trailing_comma": _kind(_TEXT, _rewrite(_trailing_comma)),
    "duplicate_key": _kind(_TEXT, _duplicate_key),
    "cut_json": _kind(_TEXT, _rewrite(lambda text: text[: len(text) * 2 // 3])),
    "prose_only": _kind(_TEXT, _say("default")),
    "refusal_text": _kind(_TEXT, _say("refusal")),
    "empty": _kind(_TEXT, _empty),
    "ignore_schema": _kind(_TEXT, _ignore_schema, "modes", "form"),
    "refusal": _kind(_DELIVERY, _refusal),
    "length": _kind(_DELIVERY, _length, "until_max_tokens", "at", "reasoning"),
    "reasoning_content": _kind(_DELIVERY, _reasoning_content, "keep", "field"),
    "content_filter_finish": _kind(_DELIVERY, _filter_finish),
    "no_usage": _kind(_DELIVERY, _no_usage),
    "slow": _kind(_DELIVERY, _slow, "latency_ms"),
    "hold": _kind(_DELIVERY, _hold),
    "stall": _kind(_DELIVERY, _stop("stall"), "after"),
    "drop": _kind(_DELIVERY, _stop("drop"), "after"),
    "stream_error": _kind(_DELIVERY, _stop("error"), "after"),
}
