"""How a reader says that something cannot be read."""

from pillars.readers.parsed import Problem

_VALUE_CHARS = 120


def shown(value: object) -> str:
    """A value as a problem shows it: at most 120 characters, the rest marked by ``…``."""
    text = value if isinstance(value, str) else "" if value is None else repr(value)
    text = _storable(text)
    return text if len(text) <= _VALUE_CHARS else text[: _VALUE_CHARS - 1] + "…"


def problem(kind: str, where: str, value: object, hint: str) -> Problem:
    """A problem whose value is shortened for display."""
    return Problem(kind, _storable(where), shown(value), _storable(hint))


def _storable(text: str) -> str:
    """The text with ``?`` for halves of surrogate pairs, which neither a page nor a database takes."""
    return text.encode("utf-8", "replace").decode("utf-8")


class FileUnreadable(Exception):
    """Nothing of the file can be read."""

    def __init__(self, *problems: Problem) -> None:
        self.problems = problems
        super().__init__(problems[0].hint)


class ThreadUnreadable(Exception):
    """One thread cannot be read; the others may."""

    def __init__(self, *problems: Problem) -> None:
        self.problems = problems
        super().__init__(problems[0].hint)
