"""A prompt filled with a real item: what a model would be sent, how long that is, and what it would cost."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from evaluations.judging.plans import experience
from evaluations.judging.prompt_material import Material, question_of_material
from evaluations.judging.requests import fill
from evaluations.llm.tokens import estimate_tokens
from evaluations.models import Model
from evaluations.models.provider import cost_of
from evaluations.task_types.fences import mark_for
from evaluations.task_types.registry import task_type
from prompts.variables import check_texts, rules_for


@dataclass(frozen=True, slots=True)
class PromptPreview:
    """Both texts as a model would get them; ``cost`` of one call in the currency of the model's prices.

    ``output_tokens`` and ``cost`` are ``None`` where no model was named.
    """

    system_text: str
    user_text: str
    input_tokens: int
    output_tokens: int | None
    cost: Decimal | None
    schema: dict[str, Any]


def preview(
    material: Material, task_type_key: str, *, system_text: str, user_text: str, model: Model | None = None
) -> PromptPreview:
    """Fill the texts with the material, in its own frame.

    Raises:
        PromptInvalid: a variable is unknown or missing, or the task type is.
    """
    rules = rules_for(task_type_key)
    check_texts(system_text, user_text, allowed=rules.allowed, required=rules.required)
    kind = task_type(task_type_key)
    question = question_of_material(material, system_text, user_text)
    mark = mark_for(0, 0, question.texts)
    filled = fill(kind, question, system_text=system_text, user_text=user_text, mark=mark)
    tokens = sum(map(estimate_tokens, filled))
    output, cost = _foretold(model, tokens) if model is not None else (None, None)
    return PromptPreview(*filled, tokens, output, cost, kind.answer_schema(question).strict)


def _foretold(model: Model, input_tokens: int) -> tuple[int, Decimal]:
    output = round(experience(model)[1])
    return output, cost_of(input_tokens, output, model.input_price, model.output_price)
