"""Fill the variables of a prompt: ``{name}``, with ``{{`` and ``}}`` as escapes, and nothing else.

Attributes, indexes and formats are never evaluated; a value's own braces stay as they are.
"""

import re
from collections.abc import Mapping

_TOKEN = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|[{}]")
_NAME = re.compile(r"[a-z][a-z_]*(?:\.[A-Za-z0-9_-]+)?")


class TemplateError(ValueError):
    """A template cannot be read or filled; ``line`` counts from 1, ``token`` is the faulty part."""

    def __init__(self, token: str, line: int) -> None:
        self.token = token
        self.line = line
        super().__init__(f"line {line}: {token}")


class BrokenBrace(TemplateError):
    """A brace without its partner, or with something between that is no variable's name."""


class MissingValue(TemplateError):
    """A variable has no value."""


def variables_in(template: str) -> list[str]:
    """The names of the variables in order of appearance, each once.

    Raises:
        BrokenBrace: see there.
    """
    names: dict[str, None] = {}
    for match in _TOKEN.finditer(template):
        if match[0] not in {"{{", "}}"}:
            names[_name(match, template)] = None
    return list(names)


def parts_of(template: str) -> list[tuple[str, bool]]:
    """The template in pieces, each with whether it is a variable; joined they are the template again.

    A brace that is no variable's counts as text, so that every template can be shown.
    """
    parts: list[tuple[str, bool]] = []
    begin = 0
    for match in _TOKEN.finditer(template):
        if match[1] is not None and _NAME.fullmatch(match[1]):
            parts += [(template[begin : match.start()], False), (match[0], True)]
            begin = match.end()
    return [part for part in (*parts, (template[begin:], False)) if part[0]]


def render(template: str, values: Mapping[str, str]) -> str:
    """The template with each variable replaced by its value, once.

    Raises:
        BrokenBrace, MissingValue: see there.
    """

    def fill(match: re.Match[str]) -> str:
        if match[0] in {"{{", "}}"}:
            return match[0][0]
        name = _name(match, template)
        if name not in values:
            raise MissingValue(name, _line(match, template))
        return values[name]

    return _TOKEN.sub(fill, template)


def _name(match: re.Match[str], template: str) -> str:
    name = match[1]
    if name is None or not _NAME.fullmatch(name):
        raise BrokenBrace(match[0], _line(match, template))
    return name


def _line(match: re.Match[str], template: str) -> int:
    return template.count("\n", 0, match.start()) + 1
