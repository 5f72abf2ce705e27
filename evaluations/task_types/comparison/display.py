"""How a comparison's answer is shown."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from evaluations.task_types.blocks import Block, Passage, Step, Steps, Verdict, Versus, VersusBars
from evaluations.task_types.common import in_language, page_language

_TONES = {"A": "a", "B": "b", "TIE": "middle"}


def card_of(payload: Mapping[str, Any], config: Mapping[str, Any]) -> tuple[Block, ...]:
    """Winner, criteria A against B, the justification and the steps of thought, as far as they are there."""
    blocks: list[Block] = [_verdict(payload)]
    rows = _criteria(payload, config)
    if rows:
        blocks.append(VersusBars(_("Criteria"), rows))
    if payload.get("final_justification"):
        blocks.append(Passage(_("Justification"), payload["final_justification"]))
    steps = _steps(payload)
    if steps:
        blocks.append(Steps(_("Steps of thought"), steps))
    return tuple(blocks)


def part_names() -> dict[str, str]:
    """What the parts of an answer are called."""
    return {
        **_step_names(),
        "reasoning": _("Reason"),
        "score_a": _("Points of A"),
        "score_b": _("Points of B"),
        "final_justification": _("Justification"),
    }


def _verdict(payload: Mapping[str, Any]) -> Verdict:
    winner = payload.get("winner", "")
    words = {"A": _("Thread A is better"), "B": _("Thread B is better"), "TIE": _("No difference")}
    strengths = {"slightly": _("slightly"), "clearly": _("clearly")}
    text = _("Both unsuitable") if payload.get("both_unsuitable") else words.get(winner, winner)
    return Verdict(text, _TONES.get(winner, ""), strengths.get(payload.get("strength", ""), ""))


def _criteria(payload: Mapping[str, Any], config: Mapping[str, Any]) -> tuple[Versus, ...]:
    language = page_language()
    names = {entry["key"]: in_language(entry["name"], language) for entry in config["criteria"]}
    return tuple(
        Versus(
            name=names.get(key, key),
            value_a=entry.get("score_a"),
            value_b=entry.get("score_b"),
            low=1,
            high=5,
            reasoning=entry.get("reasoning", ""),
        )
        for key, entry in payload.get("criteria_scores", {}).items()
    )


def _steps(payload: Mapping[str, Any]) -> tuple[Step, ...]:
    titles = _step_names()
    thoughts = payload.get("chain_of_thought", {})
    return tuple(Step(title, thoughts[key]) for key, title in titles.items() if thoughts.get(key))


def _step_names() -> dict[str, str]:
    return {
        "step_1_overview": _("Overview"),
        "step_2_strengths_a": _("Strengths of A"),
        "step_3_strengths_b": _("Strengths of B"),
        "step_4_weaknesses_a": _("Weaknesses of A"),
        "step_5_weaknesses_b": _("Weaknesses of B"),
        "step_6_comparison": _("Comparison"),
    }
