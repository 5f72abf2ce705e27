"""Which of LLARS' failures an error of the openai SDK is."""

import contextlib

import httpx2
import openai

from evaluations.llm.failures import CallFailed, FailureCode, Usage

_TOO_LONG = (
    "context_length",
    "context length",
    "context window",
    "maximum context",
    "too many tokens",
    "context size",
)
_FILTER = (
    "content_filter",
    "content filter",
    "content management policy",
    "content_policy",
    "responsible_ai",
)
_QUOTA = ("insufficient_quota", "billing", "exceeded your current quota", "budget")
_STRUCTURE = (
    "response_format",
    "json_schema",
    "json_object",
    "tool",
    "grammar",
    "schema",
    "structured output",
    "strict",
)
_DROPPABLE = ("stream_options", "seed", "temperature", "max_tokens")
_BY_STATUS = {
    401: FailureCode.UNAUTHORISED,
    403: FailureCode.UNAUTHORISED,
    404: FailureCode.NO_SUCH_MODEL,
    402: FailureCode.QUOTA_EXCEEDED,
    408: FailureCode.PROVIDER_ERROR,
    409: FailureCode.PROVIDER_ERROR,
    413: FailureCode.CONTEXT_TOO_LONG,
}
_DETAIL_CHARS = 2000
_SHORTEST_KEY = 8
"""Shorter ones are placeholders (``none``, ``key``), which are words too."""


def failure_of(error: Exception, *, raw_text: str, usage: Usage, key: str = "") -> CallFailed:
    """The typed failure for an SDK or transport error, with the provider's own words; never with the key.

    What the transport itself refused keeps its failure.
    """
    if isinstance(error.__cause__, CallFailed):
        return error.__cause__
    code, retry_after = FailureCode.UNREACHABLE, None
    if isinstance(error, openai.APIStatusError):
        code = _code_of_status(error)
        retry_after = _retry_after(error)
    elif isinstance(error, openai.APITimeoutError | httpx2.TimeoutException):
        code = FailureCode.TIMED_OUT
    elif isinstance(error, openai.APIError) and not isinstance(error, openai.APIConnectionError):
        code = _code_of_text(_words(error)) or FailureCode.PROVIDER_ERROR
    words = _words(error)
    if len(key) >= _SHORTEST_KEY:
        words = words.replace(key, "…")
    return CallFailed(code, words[:_DETAIL_CHARS], raw_text=raw_text, usage=usage, retry_after_s=retry_after)


def refused_field(error: openai.APIStatusError, *, already: set[str]) -> str | None:
    """The optional request field that the endpoint's refusal names, if it is one that can be left out."""
    words = _words(error).lower()
    if _code_of_text(words):
        return None
    return next((field for field in _DROPPABLE if field in words and field not in already), None)


def _code_of_status(error: openai.APIStatusError) -> FailureCode:
    status, words = error.status_code, _words(error).lower()
    if status == 429:
        quota = any(word in words for word in _QUOTA)
        return FailureCode.QUOTA_EXCEEDED if quota else FailureCode.RATE_LIMITED
    if status in _BY_STATUS:
        return _BY_STATUS[status]
    if status >= 500:
        return FailureCode.PROVIDER_ERROR
    named = _code_of_text(words)
    if named:
        return named
    structure = any(word in words for word in _STRUCTURE)
    return FailureCode.MODE_REFUSED if structure else FailureCode.BAD_REQUEST


def _code_of_text(words: str) -> FailureCode | None:
    if any(word in words for word in _FILTER):
        return FailureCode.FILTERED
    if any(word in words for word in _TOO_LONG):
        return FailureCode.CONTEXT_TOO_LONG
    return None


def _words(error: Exception) -> str:
    body = getattr(error, "body", None)
    if isinstance(body, dict):
        parts = [str(body[key]) for key in ("message", "code", "type", "param") if body.get(key)]
        if parts:
            return " · ".join(dict.fromkeys(parts))
    return str(error) or type(error).__name__


def _retry_after(error: openai.APIStatusError) -> float | None:
    for header, unit in (("retry-after-ms", 1000.0), ("retry-after", 1.0)):
        with contextlib.suppress(KeyError, ValueError):
            return max(0.0, float(error.response.headers[header]) / unit)
    return None
