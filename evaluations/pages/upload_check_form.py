"""What a person sets in the check of a file: how it is read, and what is done to its texts."""

from collections.abc import Mapping
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from llars.errors import InvalidInput
from pillars.imports.cleaning import STEPS
from pillars.imports.how_read import HowRead
from pillars.models import ImportRun
from pillars.readers.roles import CLIENT, COUNSELLOR, LEAVE_OUT
from pillars.readers.tables import DELIMITERS

SINGLE = (
    "thread",
    "role",
    "content",
    "timestamp",
    "subject",
    "label",
    "client",
    "counsellor",
    "messages",
    "model",
)
"""Meanings that one column can have."""

MANY = {"feature": "features"}
"""Meanings that several columns can have, with their names in a column map."""


def how_from(posted: QueryDict, run: ImportRun) -> HowRead:
    """Read the form.

    Raises:
        InvalidInput: two columns were given a meaning that only one can have.
    """
    findings = run.findings
    return HowRead(
        form=posted.get("form", ""),
        encoding=posted.get("encoding", ""),
        delimiter=_delimiter(posted.get("delimiter", "")),
        role_map=_roles(posted, findings, HowRead.of(run).role_map),
        column_map=_columns(posted, findings, run),
        steps=tuple(name for name in STEPS if name in posted.getlist("step")),
        replaced=_replaced(posted, findings),
        good_only="good_only" in posted,
    )


def needs_reading_again(before: HowRead, after: HowRead) -> bool:
    """Whether the file would be understood in another way."""
    return before.options() != after.options()


def _delimiter(word: str) -> str:
    delimiter = "\t" if word == "tab" else word
    return delimiter if delimiter in DELIMITERS else ""


def _columns(posted: QueryDict, findings: Mapping[str, Any], run: ImportRun) -> dict[str, Any]:
    """Only what differs from the guess makes a map; it then says all."""
    columns = findings.get("columns", [])
    chosen = [posted.get(f"column-{number}", one["meaning"]) for number, one in enumerate(columns)]
    if chosen == [one["meaning"] for one in columns]:
        return dict(HowRead.of(run).column_map)
    found: dict[str, Any] = {}
    for meaning, column in zip(chosen, columns, strict=True):
        if meaning in MANY:
            found.setdefault(MANY[meaning], []).append(column["name"])
        elif meaning in found:
            raise InvalidInput(
                _("Two columns cannot have the same meaning: “%(first)s” and “%(second)s”.")
                % {"first": found[meaning], "second": column["name"]}
            )
        elif meaning in SINGLE:
            found[meaning] = column["name"]
    return found


def _roles(posted: QueryDict, findings: Mapping[str, Any], said_before: Mapping[str, str]) -> dict[str, str]:
    """What was said of each value, now or before; what the reader takes like this by itself is left out."""
    kept: dict[str, str] = {}
    for number, one in enumerate(findings.get("roles", [])):
        said = posted.get(f"role-{number}", "")
        if said in (COUNSELLOR, CLIENT, LEAVE_OUT) and (said != one["role"] or one["value"] in said_before):
            kept[one["value"]] = said
    return kept


def _replaced(posted: QueryDict, findings: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """The values that were ticked, and all sure ones of the kinds that were chosen whole."""
    chosen, kinds = set(posted.getlist("personal")), set(posted.getlist("personal_all"))
    return tuple(
        (one["kind"], one["value"])
        for number, one in enumerate(findings.get("personal", []))
        if str(number) in chosen or (one["kind"] in kinds and one["is_sure"])
    )
