"""What a person is to do next in the check of a file, in the page's own words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from llars.errors import InvalidInput
from pillars.readers.columns import REQUIRED

_WHOLE_THREADS = frozenset({"client", "counsellor", "messages"})
"""Meanings of columns in a table with one row a thread; any of them is enough."""


@dataclass(frozen=True, slots=True)
class Advice:
    """One thing to do, and the ``id`` of the part of the page where it is done."""

    place: str
    text: str


def advice(findings: Mapping[str, Any]) -> list[Advice]:
    """What is left to be said of the file before its threads can be read; empty where nothing is.

    Roles are asked for even where some threads can be read: those that name the others stay out.
    """
    found = []
    if not findings.get("threads") and _lacks_columns(findings):
        found.append(
            Advice(
                "columns-title",
                _(
                    "Say what the columns mean. A table with one row a message needs a column each for the "
                    "thread id, the role (who wrote) and the text; one with one row a thread needs the text "
                    "of the client, of the counsellor, or both."
                ),
            )
        )
    if any(not one["role"] for one in findings.get("roles", [])):
        found.append(_on_roles())
    if not found and not findings.get("threads"):
        found.append(
            Advice(
                "how-read",
                _(
                    "See under “What was noticed” what is wrong. Where the form was not recognised right, "
                    "choose another one; else mend the file and add it again."
                ),
            )
        )
    return found


def _on_roles() -> Advice:
    return Advice("roles-title", _("Say of each name under “Who wrote” who that is, or leave it out."))


def see_that_threads_are_read(findings: Mapping[str, Any]) -> None:
    """Let nobody go on with a file that gives no thread.

    Raises:
        InvalidInput: it gives none.
    """
    if not findings.get("threads"):
        raise InvalidInput(
            _("No thread can be read yet, so there is nothing to go on with. What is missing stands below.")
        )


def page_problems(findings: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The problems by kind; what can be set on the page is told in its words, not in those of the API."""
    return _in_words(findings.get("problems", []), _told_here(bool(findings.get("columns"))))


def report_problems(problems: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The problems of an import that is done, in the words of the pages with which it can be done again."""
    again = _("Bring the file in once more, and say under “Who wrote” who this is, or leave it out.")
    return _in_words(problems, {"unknown_role": again})


def _in_words(problems: Sequence[dict[str, Any]], told: Mapping[str, str]) -> list[dict[str, Any]]:
    return [
        one | {"examples": [example | {"hint": told[one["kind"]]} for example in one["examples"]]}
        if one["kind"] in told
        else one
        for one in problems
    ]


def _told_here(has_columns: bool) -> dict[str, str]:
    roles = {
        "unknown_role": _(
            "Say under “Who wrote” who this is, or leave it out, and choose “Read it like this”."
        )
    }
    if not has_columns:
        return roles
    columns = _("Say under “What the columns mean” what these are, and choose “Read it like this”.")
    return roles | {"unknown_form": columns, "column_missing": columns}


def _lacks_columns(findings: Mapping[str, Any]) -> bool:
    meanings = {one["meaning"] for one in findings.get("columns", [])}
    return bool(meanings) and not meanings & _WHOLE_THREADS and not meanings.issuperset(REQUIRED)
