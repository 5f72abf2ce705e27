"""The form of a rating: a scale for each text, and what else a scenario asks for."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from evaluations.task_types.base import Question
from evaluations.task_types.common import confidence_control, kept, page_language, reasoning_control
from evaluations.task_types.controls import Control, LongText, Scale
from evaluations.task_types.scales import options_of

_PLAIN = ("reasoning", "confidence_score")
_PREFIX = "ratings"
_OF_FEATURE = ("rating", "reasoning")


def form_of(question: Question) -> tuple[Control, ...]:
    """The controls in the order of the page."""
    controls: list[Control] = []
    options = options_of(question.config["scale"], page_language())
    for feature in question.texts.features:
        controls.append(
            Scale(
                name=f"{_PREFIX}.{feature.key}.rating",
                label=_("Text %(key)s") % {"key": feature.key},
                about=feature.content,
                help=question.config["criteria"],
                required=True,
                options=options,
            )
        )
        if "reasons" in question.asked:
            controls.append(
                LongText(
                    name=f"{_PREFIX}.{feature.key}.reasoning",
                    label=_("Why this rating of %(key)s?") % {"key": feature.key},
                    part="reasons",
                    required="reasons" in question.required,
                    most=300,
                    rows=2,
                )
            )
    return (*controls, *confidence_control(question), *reasoning_control(question))


def payload_of(fields: Mapping[str, Any], question: Question) -> dict[str, Any]:
    """The answer that the form's values come to, features in the order shown."""
    ratings = []
    for feature in question.texts.features:
        given = {name: fields.get(f"{_PREFIX}.{feature.key}.{name}") for name in _OF_FEATURE}
        filled = {name: value for name, value in given.items() if value is not None}
        if filled:
            ratings.append({"feature_id": feature.key, **filled})
    return kept(fields, *_PLAIN) | ({"ratings": ratings} if ratings else {})


def fields_of(payload: Mapping[str, Any]) -> dict[str, Any]:
    """The form's values for an answer."""
    fields = kept(payload, *_PLAIN)
    for entry in payload.get("ratings", ()):
        for name in _OF_FEATURE:
            if entry.get(name) is not None:
                fields[f"{_PREFIX}.{entry['feature_id']}.{name}"] = entry[name]
    return fields
