"""An item as it is put to a person: blind, with the sides and the order drawn for them."""

from evaluations.judging.texts import ThreadTexts, item_texts
from evaluations.models import Assignment, Scenario
from evaluations.scenarios.rules import rules_of
from evaluations.task_types.base import ItemTexts, Question


def question_for(scenario: Scenario, assignment: Assignment) -> Question:
    """The question that this person is asked; no pillar, model, title or id is in it."""
    rules = rules_of(scenario)
    texts = item_texts([assignment.item], ThreadTexts())[assignment.item_id]
    blind = ItemTexts(thread_a=texts.thread_a, thread_b=texts.thread_b, features=texts.features)
    return Question(
        texts=blind.shuffled(f"{scenario.seed}:{assignment.member_id}:{assignment.item_id}"),
        config=scenario.config,
        language=scenario.language,
        position=assignment.position,
        asked=frozenset(rules.asked),
        required=frozenset(rules.required),
    )
