"""How an answer about authenticity is shown."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from evaluations.task_types.blocks import Block, Passage, Verdict, Weight, Weights

_TONES = {"real": "good", "fake": "bad"}


def vote_in_words(vote: str) -> str:
    """A vote as people read it."""
    return {"real": _("Written by people"), "fake": _("Made by AI")}.get(vote, vote)


def card_of(payload: Mapping[str, Any]) -> tuple[Block, ...]:
    """The vote, the indicators with their weights, the analyses and the reasoning."""
    vote = payload.get("vote", "")
    blocks: list[Block] = [Verdict(vote_in_words(vote), _TONES.get(vote, ""))]
    rows = tuple(
        Weight(one["indicator"], vote_in_words(one["supports"]), one["weight"], _TONES[one["supports"]])
        for one in payload.get("indicators", ())
    )
    if rows:
        blocks.append(Weights(_("Indicators"), rows))
    titles = {**_analyses(), "reasoning": _("Reasoning")}
    blocks += [Passage(title, payload[name]) for name, title in titles.items() if payload.get(name)]
    return tuple(blocks)


def part_names() -> dict[str, str]:
    """What the parts of an answer are called."""
    return {
        **_analyses(),
        "indicators": _("Indicators"),
        "indicator": _("Indicator"),
        "supports": _("speaks for"),
        "weight": _("Weight"),
    }


def _analyses() -> dict[str, str]:
    return {"linguistic_analysis": _("Language"), "behavioral_analysis": _("Behaviour")}
