"""How a mail rating's answer is shown."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from evaluations.task_types.base import Question
from evaluations.task_types.blocks import Bar, Bars, Block, Listing, Passage, Verdict
from evaluations.task_types.common import in_language, page_language
from evaluations.task_types.scales import named, tone_of


def seems_authentic(answer: str) -> str:
    """Yes or no, as people read it."""
    return {"yes": _("seems authentic"), "no": _("does not seem authentic")}.get(answer, answer)


def card_of(payload: Mapping[str, Any], question: Question) -> tuple[Block, ...]:
    """The overall rating, a bar for each criterion, strengths, what could be better, summary, reasoning."""
    blocks: list[Block] = [*_verdict(payload, question)]
    if bars := _bars(payload, question):
        blocks.append(Bars(_("Criteria"), bars))
    blocks += [Listing(title, tuple(payload[name])) for name, title in _lists().items() if payload.get(name)]
    texts = {**_texts(), "reasoning": _("Reasoning")}
    blocks += [Passage(title, payload[name]) for name, title in texts.items() if payload.get(name)]
    return tuple(blocks)


def part_names() -> dict[str, str]:
    """What the parts of an answer are called."""
    named = {"criteria": _("Criteria"), "name": _("Criterion"), "score": _("Score")}
    return {**_lists(), **_texts(), **named}


def _lists() -> dict[str, str]:
    return {"strengths": _("Strengths"), "areas_for_improvement": _("What could be better")}


def _texts() -> dict[str, str]:
    return {"summary": _("Summary"), "feedback": _("Feedback")}


def _verdict(payload: Mapping[str, Any], question: Question) -> list[Block]:
    scale, overall = question.config["scale"], payload.get("overall_rating")
    note = seems_authentic(payload.get("authenticity", ""))
    if overall is None:
        return [Verdict(_("No overall rating"), "", note)]
    return [Verdict(named(scale, overall, page_language()), tone_of(scale, overall), note)]


def _bars(payload: Mapping[str, Any], question: Question) -> tuple[Bar, ...]:
    scale, language = question.config["scale"], page_language()
    given = {entry["name"]: entry for entry in payload.get("criteria", ())}
    return tuple(
        Bar(
            name=in_language(criterion["label"], language),
            value=entry.get("score"),
            low=scale["min"],
            high=scale["max"],
            reasoning=entry.get("reasoning", ""),
            label=named(scale, entry["score"], language) if entry.get("score") is not None else "",
        )
        for criterion in question.config["criteria"]
        if (entry := given.get(criterion["name"]))
    )
