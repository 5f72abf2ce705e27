"""Records of a JSON file one after the other, with no more of the file in memory than one record needs.

The frame (a list, an object with ``threads``, or lines) is read here; each value in it by Python's own
decoder, in a window of the text that grows until the value is whole. See docs/decisions/reading-json.md.
"""

import io
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any, TextIO

from django.utils.translation import gettext as _

from pillars.readers.faults import FileUnreadable, problem, shown
from pillars.readers.parsed import Problem

IMPORT_FORMAT = "llars-import-v1"
MOST_CHARS = 64 * 1024 * 1024
"""The longest record, in characters."""

_CHUNK = 1024 * 1024
_LOOKED_AT_LINES = 20
_LOOKED_AT_CHARS = 1024 * 1024
_SPACE = " \t\r\n"
# "-Infinity" and "\\ud83d\\ude00" are the longest that may be cut; where they begin is told as their place.
_LONGEST_WORD = 16


@dataclass(frozen=True, slots=True)
class BrokenRecord:
    """A line or a row that is no JSON where it has to be; ``raw`` as the file has it. The others are read."""

    problem: Problem
    raw: Any


def stream_records(text: TextIO) -> Iterator[Any]:
    """The entries of the file's list (or of its ``threads``), its lines, or its one object.

    Raises:
        FileUnreadable: the JSON is broken, which may show only after some records, or a record is too long.
    """
    window = _Window(text)
    if window.peek() == "[":
        yield from _entries(window)
        _expect_end(window)
        return
    head: dict[str, Any] = {}
    for key, value in _members(window):
        if key == "threads" and value is _LIST_FOLLOWS:
            _check_format(head)
            yield from _entries(window)
            head[key] = _LIST_FOLLOWS
        else:
            head[key] = value
    if head.get("threads") is not _LIST_FOLLOWS:
        yield head
    elif "format" in head:
        _check_format(head)
    if window.peek():
        yield from _lines(window)


_LIST_FOLLOWS = object()


def stream_lines(text: TextIO) -> Iterator[Any]:
    """One value a line, from the first line on; a line that is none comes as a ``BrokenRecord``.

    Raises:
        FileUnreadable: a line is too long, or has a key twice.
    """
    yield from _lines(_Window(text))


def looks_like_lines(text: TextIO) -> bool:
    """Whether most of the lines behind the first one are each a whole JSON object."""
    lines = (line for line in iter(lambda: text.readline(_LOOKED_AT_CHARS), "") if line.strip())
    looked_at = list(islice(lines, 1, _LOOKED_AT_LINES + 1))
    return sum(map(_is_object, looked_at)) * 2 > len(looked_at)


def _is_object(line: str) -> bool:
    try:
        return line.startswith("{") and isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False


def decode(text: str) -> Any:
    """The one value in a text.

    Raises:
        ValueError, RecursionError: it is no JSON, or nested too deeply.
        FileUnreadable: an object has a key twice.
    """
    return json.loads(text, parse_constant=_no_constant, object_pairs_hook=_each_key_once)


def _check_format(head: dict[str, Any]) -> None:
    form = head.get("format", IMPORT_FORMAT)
    if form != IMPORT_FORMAT:
        hint = _("This version of the form is not known; known is %s.") % IMPORT_FORMAT
        raise FileUnreadable(problem("unknown_format", "format", form, hint))


def _entries(window: "_Window") -> Iterator[Any]:
    window.take("[")
    if window.peek() == "]":
        window.take("]")
        return
    while True:
        yield window.value()
        if window.take(",]") == "]":
            return


def _members(window: "_Window") -> Iterator[tuple[str, Any]]:
    """The members of an object; ``threads`` comes as a mark where its list follows, yet to be read."""
    window.take("{")
    if window.peek() == "}":
        window.take("}")
        return
    seen: set[str] = set()
    while True:
        if window.peek() != '"':
            raise window.broken(_("a key in quotation marks is expected"))
        key = window.value()
        if key in seen:
            raise _doubled(key)
        seen.add(key)
        window.take(":")
        if key == "threads" and window.peek() == "[":
            yield key, _LIST_FOLLOWS
        else:
            yield key, window.value()
        if window.take(",}") == "}":
            return


def _lines(window: "_Window") -> Iterator[Any]:
    """What stands behind a first object: one value a line."""
    for number, line in window.lines():
        try:
            yield decode(line)
        except json.JSONDecodeError as error:
            yield BrokenRecord(_broken(number, error.colno, error.msg).problems[0], line)
        except (RecursionError, ValueError) as error:
            yield BrokenRecord(_broken(number, 1, _in_words(error)).problems[0], line)


def _expect_end(window: "_Window") -> None:
    if window.peek():
        raise window.broken("Extra data")


class _Window:
    """The part of the text that is being read; knows in which line it is."""

    def __init__(self, text: TextIO) -> None:
        self._text = text
        self._buffer = ""
        self._place = 0
        self._line, self._column = 1, 1
        self._at_end = False

    def peek(self) -> str:
        """The next character that is no space; the empty string at the end."""
        while True:
            while self._place < len(self._buffer) and self._buffer[self._place] in _SPACE:
                self._place += 1
            if self._place < len(self._buffer):
                return self._buffer[self._place]
            if not self._more():
                return ""

    def take(self, wanted: str) -> str:
        """The next character, which is to be one of those wanted."""
        found = self.peek()
        if not found or found not in wanted:
            names = {",]": "“,” or “]”", ",}": "“,” or “}”", ":": "“:”"}
            raise self.broken(_("%s is expected") % names.get(wanted, f"“{wanted}”"))
        self._place += 1
        return found

    def value(self) -> Any:
        """The next value, however long it is."""
        if not self.peek():
            raise self.broken(_("the file ends in the middle"))
        while True:
            try:
                value, end = _DECODER.raw_decode(self._buffer, self._place)
            except json.JSONDecodeError as error:
                if self._may_go_on(error) and self._more():
                    continue
                raise self.broken(error.msg, error.pos) from None
            except (RecursionError, ValueError) as error:
                raise self.broken(_in_words(error)) from None
            # A number at the window's end may go on behind it: "1", "1." or "1e+" of 1.5 or 1e+9.
            rest = self._buffer[end:]
            if len(rest) < 3 and not rest.strip(".eE+-") and self._more():
                continue
            self._place = end
            return value

    def lines(self) -> Iterator[tuple[int, str]]:
        """The lines from here on that are not blank, with their numbers."""
        rest = self._buffer[self._place :] + self._text.readline()
        self._forget()
        # Not splitlines: U+2028 and the like may stand in a JSON text as they are.
        following = iter(lambda: self._text.readline(MOST_CHARS), "")
        for number, text in enumerate(chain(io.StringIO(rest, newline=""), following), start=self._line):
            if len(text) >= MOST_CHARS and not text.endswith("\n"):
                raise _too_large(number)
            if text.strip():
                yield number, text

    def broken(self, message: str, place: int | None = None) -> FileUnreadable:
        """That the JSON is broken here."""
        at = self._place if place is None else place
        before = self._buffer[:at]
        lines = before.count("\n")
        column = at - before.rfind("\n") if lines else self._column + at
        return _broken(self._line + lines, column, message)

    def _may_go_on(self, error: json.JSONDecodeError) -> bool:
        """Whether the text may be whole with what follows, rather than broken in the middle of the window."""
        return error.msg.startswith("Unterminated") or error.pos > len(self._buffer) - _LONGEST_WORD

    def _more(self) -> bool:
        """Read on; what was dealt with is let go."""
        if self._at_end:
            return False
        self._forget()
        if len(self._buffer) > MOST_CHARS:
            raise _too_large(self._line)
        chunk = self._text.read(max(_CHUNK, len(self._buffer)))
        self._at_end = not chunk
        self._buffer += chunk
        return bool(chunk)

    def _forget(self) -> None:
        done = self._buffer[: self._place]
        lines = done.count("\n")
        self._line += lines
        self._column = len(done) - done.rfind("\n") if lines else self._column + len(done)
        self._buffer, self._place = self._buffer[self._place :], 0


def _each_key_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        doubled, _count = Counter(key for key, _value in pairs).most_common(1)[0]
        raise _doubled(doubled)
    return found


def _doubled(key: str) -> FileUnreadable:
    hint = _("An object has the key “%s” twice, and nothing tells which of the two counts.")
    return FileUnreadable(problem("key_twice", "", key, hint % shown(key)))


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


def _too_large(line: int) -> FileUnreadable:
    hint = _("A record of more than %d million characters is not read.") % (MOST_CHARS // 1024**2)
    return FileUnreadable(problem("too_large", _("line %d") % line, "", hint))


def _in_words(error: RecursionError | ValueError) -> str:
    return _("nested too deeply") if isinstance(error, RecursionError) else str(error)


def _broken(line: int, column: int, message: str) -> FileUnreadable:
    where = _("line %(line)d, column %(column)d") % {"line": line, "column": column}
    hint = _("The JSON is broken at %(where)s: %(message)s.") % {"where": where, "message": message}
    return FileUnreadable(problem("json_broken", where, message, hint))


_DECODER = json.JSONDecoder(parse_constant=_no_constant, object_pairs_hook=_each_key_once)
