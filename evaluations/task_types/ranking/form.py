"""The form of a ranking: a board of buckets, and what else a scenario asks for."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from evaluations.task_types.base import Question
from evaluations.task_types.common import (
    confidence_control,
    in_language,
    kept,
    page_language,
    reasoning_control,
)
from evaluations.task_types.controls import Board, BoardCard, Control, LongText, Option
from evaluations.task_types.gaps import Gap
from evaluations.task_types.ranking.schema import BUCKETS, WORTH

_PLAIN = ("overall_assessment", "reasoning", "confidence_score")
_REASONS = "reasons"


def form_of(question: Question) -> tuple[Control, ...]:
    """The controls in the order of the page."""
    return (
        _board(question),
        *_reasons(question),
        *_assessment(question),
        *confidence_control(question),
        *reasoning_control(question),
    )


def least_of(question: Question) -> int:
    """How many of the features must be placed at least."""
    number = len(question.texts.features)
    return min(question.config["rank_top"] or number, number)


def _board(question: Question) -> Control:
    language = page_language()
    names = question.config["buckets"]
    least, number = least_of(question), len(question.texts.features)
    order = _("Within a bucket the best stands first.") if question.config["keep_order"] else ""
    some = _("At least %(least)d of the texts must be placed.") % {"least": least} if least < number else ""
    return Board(
        name="buckets",
        label=_("Into which bucket does each text belong?"),
        help=" ".join(part for part in (some, order) if part),
        required=True,
        cards=tuple(BoardCard(one.key, one.key, one.content) for one in question.texts.features),
        buckets=tuple(
            Option(key, in_language(names[key], language), str(number))
            for number, key in enumerate(WORTH, start=1)
        ),
        is_ordered=question.config["keep_order"],
        least=least if least < number else 0,
    )


def _reasons(question: Question) -> list[Control]:
    if "reasons" not in question.asked:
        return []
    language = page_language()
    return [
        LongText(
            name=f"{_REASONS}.{key}",
            label=_("Why these texts are in “%(bucket)s”")
            % {"bucket": in_language(question.config["buckets"][key], language)},
            part="reasons",
            required="reasons" in question.required,
            most=500,
            rows=2,
        )
        for key in WORTH
    ]


def _assessment(question: Question) -> list[Control]:
    if "assessment" not in question.asked:
        return []
    required = "assessment" in question.required
    return [
        LongText(
            name="overall_assessment",
            label=_("All texts together"),
            part="assessment",
            required=required,
            most=500,
        )
    ]


def gaps_on_board(fields: Mapping[str, Any], question: Question) -> list[Gap]:
    """Which texts have no bucket yet, or how many are missing; an untouched board is no answer."""
    placed = {key for cards in (fields.get("buckets") or {}).values() for key in cards}
    least = least_of(question)
    if least < len(question.texts.features):
        if len(placed) >= least:
            return []
        message = _("At least %(least)d texts must be placed; so far it is %(placed)d.")
        return [Gap("buckets", message % {"least": least, "placed": len(placed)})]
    return [
        Gap("buckets", _("“%(text)s” has no bucket yet.") % {"text": one.key})
        for one in question.texts.features
        if one.key not in placed
    ]


def is_missing_reason(gap: Gap, fields: Mapping[str, Any]) -> bool:
    """Whether a gap is the reason for an empty bucket, which needs none."""
    name = gap.field.removeprefix(f"{_REASONS}.")
    return name != gap.field and not (fields.get("buckets") or {}).get(name)


def payload_of(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The answer that the form's values come to."""
    board = fields.get("buckets") or {}
    buckets: dict[str, dict[str, Any]] = {}
    for key in BUCKETS:
        if board.get(key):
            buckets.setdefault(key, {})["feature_ids"] = list(board[key])
        if fields.get(f"{_REASONS}.{key}") is not None:
            buckets.setdefault(key, {"feature_ids": []})["reasoning"] = fields[f"{_REASONS}.{key}"]
    return kept(fields, *_PLAIN) | ({"buckets": buckets} if buckets else {})


def fields_of(payload: Mapping[str, Any]) -> dict[str, Any]:
    """The form's values for an answer."""
    fields = kept(payload, *_PLAIN)
    buckets = payload.get("buckets", {})
    board = {
        key: list(buckets[key]["feature_ids"]) for key in BUCKETS if buckets.get(key, {}).get("feature_ids")
    }
    reasons = {
        f"{_REASONS}.{key}": buckets[key]["reasoning"]
        for key in BUCKETS
        if buckets.get(key, {}).get("reasoning")
    }
    return fields | ({"buckets": board} if board else {}) | reasons
