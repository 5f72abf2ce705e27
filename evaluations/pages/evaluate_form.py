"""The form of an item as a page shows it: controls with their values, and what is posted from it."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.http import QueryDict

from evaluations.answering.questions import question_for
from evaluations.answering.shown import current_answer
from evaluations.models import Assignment, Draft, Evaluation, Member
from evaluations.task_types.base import Question, TaskType
from evaluations.task_types.controls import Control, Fields, read_all
from evaluations.task_types.registry import task_type

_ABOUT = {
    *("csrfmiddlewaretoken", "submission_key", "based_on", "item_version", "active_time_ms", "stamps"),
    *("revision", "force"),
}
COMMENT, HIGHLIGHTS, ON_SCORE = "comment", "highlights", "comment:"


@dataclass(frozen=True, slots=True)
class ShownControl:
    """A control with what is in it, what is wrong with it, and the comment on it."""

    control: Control
    value: Any
    comment: str = ""
    errors: Sequence[str] = ()


@dataclass(slots=True)
class AnswerForm:
    """An item's form: from the draft, else from the answer that was given, else empty."""

    kind: TaskType
    question: Question
    controls: list[ShownControl]
    comment: str
    highlights: str
    revision: int
    active_time_ms: int
    answer: Evaluation | None
    is_draft: bool
    errors: Mapping[str, Sequence[str]] = field(default_factory=dict)


def form_for(
    member: Member,
    assignment: Assignment,
    *,
    posted: Fields | None = None,
    errors: Mapping[str, Sequence[str]] | None = None,
) -> AnswerForm:
    """The form of the item; ``posted`` stands in for what is kept where it was just sent and refused."""
    kind = task_type(member.scenario.task_type)
    question = question_for(member.scenario, assignment)
    answer = current_answer(member, assignment)
    draft = draft_of(assignment)
    fields: Fields = posted if posted is not None else draft.fields if draft is not None else {}
    is_draft = posted is not None or draft is not None
    comment, highlights, on_scores = _notes(fields, answer, is_draft=is_draft)
    given = (answer.payload if answer is not None else {}) if not is_draft else None
    return AnswerForm(
        kind=kind,
        question=question,
        controls=_shown(kind, question, fields, given, on_scores, errors or {}),
        comment=comment,
        highlights=highlights,
        revision=draft.revision if draft is not None else 0,
        active_time_ms=draft.active_time_ms if draft is not None else 0,
        answer=answer,
        is_draft=is_draft,
        errors=errors or {},
    )


def _shown(
    kind: TaskType,
    question: Question,
    fields: Fields,
    answer: Mapping[str, Any] | None,
    comments: Mapping[str, str],
    errors: Mapping[str, Sequence[str]],
) -> list[ShownControl]:
    """The controls with the values of an earlier ``answer``, or without one those of the fields."""
    controls = kind.form(question)
    values = read_all(controls, fields) if answer is None else kind.fields_of(answer, question)
    return [
        ShownControl(one, values.get(one.name), comments.get(one.name, ""), errors.get(one.name, ()))
        for one in controls
    ]


def draft_of(assignment: Assignment) -> Draft | None:
    """What the person has entered and not handed in; fetched with the assignment."""
    try:
        return assignment.draft
    except Draft.DoesNotExist:
        return None


def fields_of(data: QueryDict) -> dict[str, list[str]]:
    """The posted fields by name, without those that are no part of the answer."""
    return {name: [str(value) for value in data.getlist(name)] for name in data if name not in _ABOUT}


def payload_of(kind: TaskType, question: Question, fields: Fields) -> dict[str, Any]:
    """The payload that the posted fields come to."""
    return kind.payload_of(read_all(kind.form(question), fields), question)


def _notes(
    fields: Fields, answer: Evaluation | None, *, is_draft: bool
) -> tuple[str, str, Mapping[str, str]]:
    """The comment, the highlights as JSON, and the comments on single controls."""
    if is_draft or answer is None:
        on_scores = {
            name.removeprefix(ON_SCORE): texts[-1]
            for name, texts in fields.items()
            if name.startswith(ON_SCORE) and texts
        }
        return _last(fields, COMMENT), _last(fields, HIGHLIGHTS), on_scores
    kept = answer.annotations
    return answer.comment, json.dumps(kept.get("highlights", [])), kept.get("comments", {})


def _last(fields: Fields, name: str) -> str:
    values = fields.get(name) or [""]
    return values[-1]
