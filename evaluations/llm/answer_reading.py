"""Read the one JSON object of an answer: what is beyond doubt is read, nothing is guessed.

Taken off: a thinking block at the start, a code fence, prose around exactly one object, a comma
too many at the end of a list. Refused: no object, several objects, an array, an object that ends
early, a key that stands twice.
"""

import json
import re
from collections.abc import Iterator
from typing import Any, NoReturn

import json5
from django.utils.translation import gettext as _

_THINKING = re.compile(r"\A\s*<think(?:ing)?>.*?</think(?:ing)?>", re.DOTALL)
_FENCE = re.compile(r"```[a-zA-Z0-9]*[ \t]*\r?\n(.*?)```", re.DOTALL)
_LENIENT_CHARS = 100_000
_MOST_OPENINGS = 200


class Unreadable(Exception):
    """The text holds no answer that can be read beyond doubt; the message says why."""


class _Ambiguous(ValueError):
    pass


def read_answer(text: str) -> dict[str, Any]:
    """The JSON object in ``text``.

    Raises:
        Unreadable: see the module's rules.
    """
    body = _THINKING.sub("", text, count=1).strip().lstrip("\ufeff")
    fences = _FENCE.findall(body)
    if len(fences) == 1:
        body = fences[0].strip()
    try:
        values = list(_outermost_values(body))
    except _Ambiguous as error:
        raise Unreadable(_("The key %(key)s stands twice in one object.") % {"key": error}) from None
    objects = [value for value in values if isinstance(value, dict)]
    if len(objects) == 1 and len(values) == 1:
        return _with_whole_characters(objects[0])
    if len(values) > 1:
        raise Unreadable(_("The answer holds several JSON values, so it is not clear which one counts."))
    if values:
        raise Unreadable(_("The answer is a JSON array where a JSON object was asked for."))
    return _read_leniently(body)


def _with_whole_characters(value: dict[str, Any]) -> dict[str, Any]:
    """The object with halves of characters (surrogates) put together; one half alone cannot be kept."""
    joined: dict[str, Any] = json.loads(json.dumps(value))
    try:
        json.dumps(joined, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise Unreadable(_("The answer holds half a character.")) from None
    return joined


def _outermost_values(text: str) -> Iterator[Any]:
    tries = 0
    decoder = json.JSONDecoder(object_pairs_hook=_no_key_twice, parse_constant=_no_constant)
    place = 0
    while (start := _next_opening(text, place)) is not None:
        tries += 1
        if tries > _MOST_OPENINGS:
            raise Unreadable(_("The answer is not correct JSON."))
        try:
            value, place = decoder.raw_decode(text, start)
        except _Ambiguous:
            raise
        except (ValueError, RecursionError):
            place = start + 1 if text[start] == "[" else len(text)
            continue
        if isinstance(value, dict) or any(isinstance(entry, dict) for entry in value):
            yield value


def _next_opening(text: str, place: int) -> int | None:
    found = [index for index in (text.find("{", place), text.find("[", place)) if index >= 0]
    return min(found, default=None)


def _no_key_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) < len(pairs):
        keys = [key for key, _value in pairs]
        raise _Ambiguous(next(key for key in keys if keys.count(key) > 1))
    return result


def _no_constant(name: str) -> NoReturn:
    raise ValueError(name)


def _read_leniently(body: str) -> dict[str, Any]:
    start, end = body.find("{"), body.rfind("}")
    if start < 0:
        raise Unreadable(_("The answer holds no JSON object."))
    if _open_braces(body[start:]) > 0:
        raise Unreadable(_("The JSON object ends early: a closing brace is missing."))
    if len(body) <= _LENIENT_CHARS:
        try:
            value = json5.loads(body[start : end + 1], allow_duplicate_keys=False)
        except (ValueError, RecursionError):
            value = None
        if isinstance(value, dict):
            return _with_whole_characters(value)
    raise Unreadable(_("The answer is not correct JSON."))


def _open_braces(text: str) -> int:
    without_strings = re.sub(r'"(?:[^"\\]|\\.)*("|\Z)', "", text, flags=re.DOTALL)
    return without_strings.count("{") - without_strings.count("}")
