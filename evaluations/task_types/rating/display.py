"""How a rating's answer is shown."""

from collections.abc import Mapping
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from evaluations.task_types.base import Question
from evaluations.task_types.blocks import Bar, Bars, Block, Passage, Verdict
from evaluations.task_types.common import page_language
from evaluations.task_types.rating.schema import ratings_of
from evaluations.task_types.scales import named, tone_of


def card_of(payload: Mapping[str, Any], question: Question) -> tuple[Block, ...]:
    """The mean, a bar for each text with strengths and weaknesses, the summary and the reasoning."""
    blocks: list[Block] = []
    mean = payload.get("average_rating")
    if mean is not None:
        note = _("Mean of %(count)d ratings") % {"count": len(ratings_of(payload))}
        blocks.append(Verdict(number_format(mean, 2), tone_of(question.config["scale"], mean), note))
    blocks.append(Bars(_("Ratings"), _bars(payload, question)))
    for name, title in (("thread_summary", _("The thread in short")), ("reasoning", _("Reasoning"))):
        if payload.get(name):
            blocks.append(Passage(title, payload[name]))
    return tuple(blocks)


def part_names() -> dict[str, str]:
    """What the parts of an answer are called."""
    return {
        "thread_summary": _("The thread in short"),
        "ratings": _("Ratings"),
        "feature_id": _("Text"),
        "strengths": _("Strengths"),
        "weaknesses": _("Weaknesses"),
        "average_rating": _("Mean"),
    }


def _bars(payload: Mapping[str, Any], question: Question) -> tuple[Bar, ...]:
    scale, language = question.config["scale"], page_language()
    given = {entry["feature_id"]: entry for entry in payload.get("ratings", ())}
    bars = []
    for feature in question.texts.features:
        entry = given.get(feature.key, {})
        value = entry.get("rating")
        bars.append(
            Bar(
                name=feature.key,
                value=value,
                low=scale["min"],
                high=scale["max"],
                reasoning=entry.get("reasoning", ""),
                strengths=entry.get("strengths", ""),
                weaknesses=entry.get("weaknesses", ""),
                text=feature.content,
                label=named(scale, value, language) if value is not None else "",
            )
        )
    return tuple(bars)
