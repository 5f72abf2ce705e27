"""The form about authenticity: the vote, and what else a scenario asks for."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from evaluations.task_types.base import Question
from evaluations.task_types.common import confidence_control, kept, reasoning_control
from evaluations.task_types.controls import Choice, Control, LongText, Option

_FIELDS = ("vote", "linguistic_analysis", "behavioral_analysis", "confidence_score", "reasoning")


def form_of(question: Question) -> tuple[Control, ...]:
    """The controls in the order of the page."""
    options = (Option("real", _("Written by people"), "1"), Option("fake", _("Made by AI"), "2"))
    return (
        Choice(name="vote", label=_("Where does the thread come from?"), required=True, options=options),
        *_analyses(question),
        *confidence_control(question),
        *reasoning_control(question),
    )


def _analyses(question: Question) -> list[Control]:
    if "analyses" not in question.asked:
        return []
    labels = {
        "linguistic_analysis": _("What does the language tell?"),
        "behavioral_analysis": _("What does the behaviour of both people tell?"),
    }
    required = "analyses" in question.required
    return [
        LongText(name=name, label=label, part="analyses", required=required, most=500)
        for name, label in labels.items()
    ]


def payload_of(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The answer that the form's values come to."""
    return kept(fields, *_FIELDS)


def fields_of(payload: Mapping[str, Any]) -> dict[str, Any]:
    """The form's values for an answer."""
    return kept(payload, *_FIELDS)
