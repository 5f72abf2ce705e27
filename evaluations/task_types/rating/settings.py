"""What a rating can be set to: the question, what is rated, and the scale."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from evaluations.task_types.common import kept, question_control
from evaluations.task_types.config_reading import cannot_be, check_known, read_line, read_question
from evaluations.task_types.controls import Control, LongText
from evaluations.task_types.scales import read_scale, scale_controls, scale_fields, scale_of

LONGEST_CRITERIA = 2000
QUESTION = {
    "de": "Wie gut gibt jeder Text den Verlauf wieder?",
    "en": "How well does each text render the thread?",
}
CRITERIA = {
    "de": "Richtigkeit, Vollständigkeit und Verständlichkeit.",
    "en": "Accuracy, completeness and clarity.",
}
"""What is rated where a scenario says nothing else."""


def read_config(config: Mapping[str, Any]) -> dict[str, Any]:
    """``{question, criteria, scale}`` in full form; ``criteria`` is text, or a list of lines."""
    check_known(config, ("question", "criteria", "scale"))
    return {
        "question": read_question(config),
        "criteria": _read_criteria(config.get("criteria")),
        "scale": read_scale(config.get("scale")),
    }


def _read_criteria(given: Any) -> str:
    if isinstance(given, list | tuple):
        if not all(isinstance(line, str) for line in given):
            raise cannot_be("criteria", list(given), _("a text, or a list of texts"))
        given = "\n".join(line.strip() for line in given if line.strip())
    return read_line(given, "criteria", most=LONGEST_CRITERIA)


def settings_form() -> tuple[Control, ...]:
    """Question, what is rated, scale."""
    return (
        question_control(_("How well does each text render the thread?")),
        LongText(
            name="criteria",
            label=_("What is rated"),
            help=_("Shown to people and models; empty: accuracy, completeness and clarity."),
            most=LONGEST_CRITERIA,
        ),
        *scale_controls(),
    )


def config_of(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The config that the settings come to."""
    return {**kept(fields, "question", "criteria"), "scale": scale_of(fields)}


def settings_of(config: Mapping[str, Any]) -> dict[str, Any]:
    """The settings that a config in full form comes to."""
    return {**kept(config, "question", "criteria"), **scale_fields(config["scale"])}
