"""The form of a comparison: A, tie or B, and what else a scenario asks for."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from evaluations.task_types.base import Question
from evaluations.task_types.common import confidence_control, in_language, reasoning_control
from evaluations.task_types.controls import Choice, Control, Option, Scale

UNSUITABLE = "UNSUITABLE"
_PREFIX = "criteria_scores"


def form_of(question: Question) -> tuple[Control, ...]:
    """The controls in the order of the page."""
    return (
        _winner(question),
        *_strength(question),
        *_criteria(question),
        *confidence_control(question),
        *reasoning_control(question, name="final_justification"),
    )


def payload_of(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The answer that the form's values come to, in the frame shown."""
    plain = ("winner", "strength", "confidence_score", "final_justification")
    payload = {name: fields[name] for name in plain if fields.get(name) is not None}
    if payload.get("winner") == UNSUITABLE:
        payload |= {"winner": "TIE", "both_unsuitable": True}
    scores: dict[str, dict[str, Any]] = {}
    for name, value in fields.items():
        parts = name.split(".")
        if parts[0] == _PREFIX and len(parts) == 3 and value is not None:
            scores.setdefault(parts[1], {})[parts[2]] = value
    return payload | {_PREFIX: scores} if scores else payload


def fields_of(payload: Mapping[str, Any]) -> dict[str, Any]:
    """The form's values for an answer."""
    plain = ("winner", "strength", "confidence_score", "final_justification")
    fields = {name: payload[name] for name in plain if payload.get(name) is not None}
    if payload.get("both_unsuitable"):
        fields["winner"] = UNSUITABLE
    for key, entry in payload.get(_PREFIX, {}).items():
        for side in ("score_a", "score_b"):
            if entry.get(side) is not None:
                fields[f"{_PREFIX}.{key}.{side}"] = entry[side]
    return fields


def _winner(question: Question) -> Control:
    tie = [Option("TIE", _("No difference"), "t"), Option(UNSUITABLE, _("Both unsuitable"), "x")]
    options = (
        Option("A", _("Thread A"), "a"),
        *(tie if question.config["allow_tie"] else ()),
        Option("B", _("Thread B"), "b"),
    )
    return Choice(name="winner", label=_("Your decision"), required=True, options=options)


def _strength(question: Question) -> list[Control]:
    if "strength" not in question.asked:
        return []
    options = (Option("slightly", _("slightly better"), "1"), Option("clearly", _("clearly better"), "2"))
    required = "strength" in question.required
    return [
        Choice(name="strength", label=_("How clearly?"), part="strength", required=required, options=options)
    ]


def _criteria(question: Question) -> list[Control]:
    if "criteria" not in question.asked:
        return []
    controls: list[Control] = []
    for entry in question.config["criteria"]:
        name = in_language(entry["name"], question.language)
        for side in "AB":
            controls.append(
                Scale(
                    name=f"{_PREFIX}.{entry['key']}.score_{side.lower()}",
                    label=_("%(criterion)s: thread %(side)s") % {"criterion": name, "side": side},
                    help=in_language(entry["description"], question.language),
                    part="criteria",
                    required="criteria" in question.required,
                    options=_points(entry, question.language),
                    is_compact=True,
                )
            )
    return controls


def _points(entry: Mapping[str, Any], language: str) -> tuple[Option, ...]:
    hints = {1: in_language(entry["anchor_1"], language), 5: in_language(entry["anchor_5"], language)}
    return tuple(Option(str(n), str(n), str(n), hints.get(n, "")) for n in range(1, 6))
