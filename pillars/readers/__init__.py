"""Read files of threads: find out encoding and form, give back threads and problems.

``forms`` holds one module a form. A problem never stops the rest of a file; what is unreadable
as a whole comes back as a reading without threads.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _

from pillars.readers.decoding import decode
from pillars.readers.documents import Document, Table, read_document
from pillars.readers.faults import FileUnreadable, problem
from pillars.readers.forms import forms
from pillars.readers.forms.base import Hints
from pillars.readers.giveaways import giveaways
from pillars.readers.parsed import ParsedFeature, ParsedMessage, ParsedThread, Problem, Reading
from pillars.readers.roles import Roles

__all__ = ["ParsedFeature", "ParsedMessage", "ParsedThread", "Problem", "Reading", "read_threads"]

_NAMED_ROLES = 20


def read_threads(
    file: bytes | Path,
    *,
    role_map: Mapping[str, str] | None = None,
    column_map: Mapping[str, Any] | None = None,
) -> Reading:
    """Read all threads of a file, given as its bytes or its path.

    Args:
        role_map: names in the file, and ``counsellor`` or ``client`` for each.
        column_map: our words (``thread``, ``role``, ``content``, ``timestamp``, ``subject``,
            ``label``; ``features``: a list) and the table's columns for them.

    Raises:
        InvalidInput: a map is wrong in itself or does not fit the file.
        OSError: the path cannot be read.
    """
    raw = file.read_bytes() if isinstance(file, Path) else file
    hints = Hints(Roles(role_map), column_map)
    reading = Reading()
    try:
        text, encoding, doubts = decode(raw)
        reading.encoding = encoding
        reading = _read(read_document(text), hints)
        reading.encoding = encoding
        reading.problems = doubts + reading.problems
    except FileUnreadable as error:
        reading.problems += error.problems
    reading.problems = _with_role_hints(reading.problems) + giveaways(reading.threads)
    return reading


def _read(document: Document, hints: Hints) -> Reading:
    for form in forms():
        if form.matches(document, hints):
            return form.read(document, hints)
    raise FileUnreadable(_unknown_form(document))


def _unknown_form(document: Document) -> Problem:
    if isinstance(document, Table):
        hint = _(
            "The columns are not understood. A table has one row a message, with columns for thread, role "
            'and text; name them with column_map, for example {"thread": "…", "role": "…", "content": "…"}.'
        )
        return problem("unknown_form", "", ", ".join(document.columns), hint)
    if not document.records:
        return problem("no_threads", "", "", _("The file holds no thread."))
    first = document.records[0]
    hint = _(
        "The JSON is not understood. A thread is an object with a list “messages”, each with a “role” and a "
        "“content”; a file is one thread, a list of them, or an object with a list “threads”."
    )
    return problem("unknown_form", "", ", ".join(first) if isinstance(first, dict) else first, hint)


def _with_role_hints(problems: list[Problem]) -> list[Problem]:
    """One problem for each role that was not understood, with the first of them all in its hint."""
    counts = Counter(one.value for one in problems if one.kind == "unknown_role")
    named = list(counts.items())[:_NAMED_ROLES]
    listed = ", ".join(
        _("“%(value)s” (%(count)d×)") % {"value": value, "count": count} for value, count in named
    )
    if len(named) < len(counts):
        listed += ", …"
    hint = _(
        "Whether counsellor or client wrote is not clear for: %(values)s. "
        'Say it with role_map, for example {"%(example)s": "client"}.'
    ) % {"values": listed, "example": next(iter(counts), "")}
    told: set[str] = set()
    result = []
    for one in problems:
        if one.kind != "unknown_role":
            result.append(one)
        elif one.value not in told:
            told.add(one.value)
            result.append(replace(one, hint=hint))
    return result
