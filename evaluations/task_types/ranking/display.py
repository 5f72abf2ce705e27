"""How a ranking's answer is shown."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from evaluations.task_types.base import Question
from evaluations.task_types.blocks import Block, Bucket, BucketGrid, Listing, Passage, Step
from evaluations.task_types.common import in_language, page_language
from evaluations.task_types.ranking.schema import WORTH, placed

_TONES = {"gut": "good", "mittel": "middle", "neutral": "", "schlecht": "bad"}


def card_of(payload: Mapping[str, Any], question: Question) -> tuple[Block, ...]:
    """The buckets beside one another with their reasons, what was not placed, and the assessment."""
    texts = {feature.key: feature.content for feature in question.texts.features}
    blocks: list[Block] = [BucketGrid(_buckets(payload, question, texts))]
    given = set(placed(payload))
    left = tuple(key for key in texts if key not in given)
    if left:
        blocks.append(Listing(_("Not placed"), left))
    for name, title in (("overall_assessment", _("Overall assessment")), ("reasoning", _("Reasoning"))):
        if payload.get(name):
            blocks.append(Passage(title, payload[name]))
    return tuple(blocks)


def part_names(config: Mapping[str, Any]) -> dict[str, str]:
    """What the parts of an answer are called."""
    language = page_language()
    return {
        "overall_assessment": _("Overall assessment"),
        "buckets": _("Buckets"),
        "feature_ids": _("Texts"),
        **{key: in_language(config["buckets"][key], language) for key in WORTH},
    }


def _buckets(payload: Mapping[str, Any], question: Question, texts: Mapping[str, str]) -> tuple[Bucket, ...]:
    language = page_language()
    given = payload.get("buckets", {})
    return tuple(
        Bucket(
            name=in_language(question.config["buckets"][key], language),
            tone=_TONES[key],
            cards=tuple(Step(one, texts.get(one, "")) for one in given.get(key, {}).get("feature_ids", ())),
            reasoning=given.get(key, {}).get("reasoning", ""),
        )
        for key in WORTH
    )
