"""How a classification's answer is shown."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from evaluations.task_types.base import Question
from evaluations.task_types.blocks import Block, Passage, Passages, Verdict, Weight, Weights
from evaluations.task_types.phrases import find
from evaluations.task_types.text_classification.schema import chosen


def card_of(payload: Mapping[str, Any], question: Question) -> tuple[Block, ...]:
    """The label, the alternatives, the key phrases in their surroundings, and the reasoning."""
    names = {entry["key"]: entry["name"] for entry in question.config["labels"]}
    said = ", ".join(names.get(key, key) for key in chosen(payload))
    blocks: list[Block] = [Verdict(said or _("No label"))]
    titles = part_names()
    rows = tuple(
        Weight(names.get(one["label"], one["label"]), "", one["probability"])
        for one in payload.get("alternative_labels", ())
    )
    if rows:
        blocks.append(Weights(titles["alternative_labels"], rows))
    if payload.get("key_phrases"):
        found = tuple(_in_surroundings(phrase, question) for phrase in payload["key_phrases"])
        blocks.append(Passages(titles["key_phrases"], found))
    if payload.get("reasoning"):
        blocks.append(Passage(_("Reasoning"), payload["reasoning"]))
    return tuple(blocks)


def part_names() -> dict[str, str]:
    """What the parts of an answer are called."""
    return {
        "key_phrases": _("Key phrases"),
        "alternative_labels": _("Alternatives"),
        "label": _("Label"),
        "labels": _("Labels"),
        "probability": _("Probability"),
    }


def texts_of(question: Question) -> list[str]:
    """The texts in which a phrase may stand: the thread's messages, and its subject."""
    thread = question.texts.thread_a
    return [*(message.content for message in thread.messages), thread.subject]


def _in_surroundings(phrase: str, question: Question) -> tuple[str, str, str]:
    found = find(phrase, texts_of(question))
    return (found.before, found.phrase, found.after) if found else ("", phrase, "")
