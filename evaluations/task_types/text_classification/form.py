"""The form of a classification: the labels, and what else a scenario asks for."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from evaluations.task_types.base import Question
from evaluations.task_types.common import confidence_control, kept, reasoning_control
from evaluations.task_types.controls import Control, Labels, Option

_PLAIN = ("reasoning", "confidence_score")
_KEYS = "1234567890"


def form_of(question: Question) -> tuple[Control, ...]:
    """The controls in the order of the page; the first ten labels have a digit."""
    config = question.config
    label = _("Which labels fit?") if config["multiple"] else _("Which label fits?")
    options = tuple(
        Option(entry["key"], entry["name"], _KEYS[place : place + 1], entry["description"])
        for place, entry in enumerate(config["labels"])
    )
    return (
        Labels(name="label", label=label, required=True, options=options, multiple=config["multiple"]),
        *confidence_control(question),
        *reasoning_control(question),
    )


def payload_of(fields: Mapping[str, Any], *, multiple: bool) -> dict[str, Any]:
    """The answer that the form's values come to."""
    payload = kept(fields, *_PLAIN)
    labels = list(fields.get("label") or ())
    if labels:
        payload |= {"labels": labels} if multiple else {"label": labels[0]}
    return payload


def fields_of(payload: Mapping[str, Any]) -> dict[str, Any]:
    """The form's values for an answer."""
    labels = payload.get("labels") or ([payload["label"]] if payload.get("label") else [])
    return kept(payload, *_PLAIN) | ({"label": list(labels)} if labels else {})
