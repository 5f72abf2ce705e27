"""What a person is shown of an item and of their own answer."""

from dataclasses import dataclass
from typing import Any

from evaluations.answering.questions import question_for
from evaluations.llm.material import FeatureText, ThreadText
from evaluations.models import Assignment, Evaluation, Item, Member
from evaluations.scenarios.rules import rules_of
from evaluations.task_types.registry import task_type


@dataclass(frozen=True, slots=True)
class ShownItem:
    """An item as it is put to one person; ``thread`` stands alone, ``thread_a`` and ``thread_b`` together."""

    id: int
    version: int
    place: int
    status: str
    question: str
    thread: ThreadText | None
    thread_a: ThreadText | None
    thread_b: ThreadText | None
    features: tuple[FeatureText, ...]
    payload: dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class OwnAnswer:
    """An answer, and the known right one where the person is told it."""

    evaluation: Evaluation
    known: dict[str, Any] | None


def shown_item(member: Member, assignment: Assignment) -> ShownItem:
    """The item in this person's frame, with the answer they gave."""
    scenario = member.scenario
    question = question_for(scenario, assignment)
    texts = question.texts
    sides = (texts.thread_a, texts.thread_b)
    first, second = sides if question.position == 1 else sides[::-1]
    alone = texts.thread_b is None
    answer = current_answer(member, assignment)
    return ShownItem(
        id=assignment.item_id,
        version=assignment.item.version,
        place=assignment.order,
        status=assignment.status,
        question=task_type(scenario.task_type).question(scenario.config, scenario.language),
        thread=first if alone else None,
        thread_a=None if alone else first,
        thread_b=second,
        features=texts.features,
        payload=answer.payload if answer is not None else None,
    )


def current_answer(member: Member, assignment: Assignment) -> Evaluation | None:
    """The answer that this person gave last to the item."""
    return Evaluation.objects.filter(member=member, item=assignment.item_id, is_current=True).first()


def own_answer(member: Member, evaluation: Evaluation) -> OwnAnswer:
    """The answer, with the known right one for practice items and, if the rules say so, gold items."""
    known = evaluation.item.reference if is_told(member, evaluation.item) else None
    return OwnAnswer(evaluation, known)


def is_told(member: Member, item: Item) -> bool:
    """Whether who has answered the item is told the known right answer."""
    if item.reference is None:
        return False
    rules = rules_of(member.scenario)
    return bool((item.is_practice and rules.practice_feedback) or (item.is_gold and rules.gold_feedback))
