"""The form of a mail rating: criteria, the overall rating, and what else a scenario asks for."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from evaluations.task_types.base import Question
from evaluations.task_types.common import (
    confidence_control,
    in_language,
    kept,
    page_language,
    reasoning_control,
)
from evaluations.task_types.controls import Choice, Control, LongText, Option, Scale
from evaluations.task_types.scales import options_of

_PLAIN = ("overall_rating", "authenticity", "feedback", "reasoning", "confidence_score")
_PREFIX = "criteria"
_OF_CRITERION = ("score", "reasoning")


def form_of(question: Question) -> tuple[Control, ...]:
    """The controls in the order of the page; a criterion's go by its place among the criteria."""
    language, config = page_language(), question.config
    controls: list[Control] = []
    for place, criterion in enumerate(config["criteria"], start=1):
        controls += _criterion(criterion, place, question)
    if config["authenticity"]:
        options = (Option("yes", _("Yes"), "1"), Option("no", _("No"), "2"))
        label = _("Does the thread seem authentic?")
        controls.append(Choice(name="authenticity", label=label, required=True, options=options))
    controls.append(
        Scale(
            name="overall_rating",
            label=_("All in all"),
            required=True,
            options=options_of(config["scale"], language),
        )
    )
    if config["feedback"]:
        controls.append(LongText(name="feedback", label=_("Feedback to the counsellor"), most=1000))
    return (*controls, *confidence_control(question), *reasoning_control(question))


def _criterion(criterion: Mapping[str, Any], place: int, question: Question) -> list[Control]:
    language, scale = page_language(), question.config["scale"]
    label = in_language(criterion["label"], language)
    anchors = {
        scale["min"]: in_language(criterion["anchor_low"], language),
        scale["max"]: in_language(criterion["anchor_high"], language),
    }
    controls: list[Control] = [
        Scale(
            name=f"{_PREFIX}.{place}.score",
            label=label,
            help=in_language(criterion["description"], language),
            required=True,
            options=options_of(scale, language, anchors),
            is_compact=True,
        )
    ]
    if "reasons" in question.asked:
        controls.append(
            LongText(
                name=f"{_PREFIX}.{place}.reasoning",
                label=_("Why this score for “%(criterion)s”?") % {"criterion": label},
                part="reasons",
                required="reasons" in question.required,
                most=200,
                rows=2,
            )
        )
    return controls


def payload_of(fields: Mapping[str, Any], question: Question) -> dict[str, Any]:
    """The answer that the form's values come to, criteria in the scenario's order."""
    criteria = []
    for place, criterion in enumerate(question.config["criteria"], start=1):
        given = {name: fields.get(f"{_PREFIX}.{place}.{name}") for name in _OF_CRITERION}
        filled = {name: value for name, value in given.items() if value is not None}
        if filled:
            criteria.append({"name": criterion["name"], **filled})
    return kept(fields, *_PLAIN) | ({"criteria": criteria} if criteria else {})


def fields_of(payload: Mapping[str, Any], question: Question) -> dict[str, Any]:
    """The form's values for an answer."""
    fields = kept(payload, *_PLAIN)
    given = {entry["name"]: entry for entry in payload.get("criteria", ())}
    for place, criterion in enumerate(question.config["criteria"], start=1):
        for name in _OF_CRITERION:
            value = given.get(criterion["name"], {}).get(name)
            if value is not None:
                fields[f"{_PREFIX}.{place}.{name}"] = value
    return fields
