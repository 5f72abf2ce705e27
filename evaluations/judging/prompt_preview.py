"""A prompt filled with a real item: what a model would be sent, how long that is, and what it would cost."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Q
from django.utils.translation import gettext as _

from evaluations.judging.errors import PlanInvalid
from evaluations.judging.plans import experience
from evaluations.judging.texts import ThreadTexts, item_texts, metadata_keys
from evaluations.llm.tokens import CHARS_PER_TOKEN
from evaluations.models import Item, Model, Scenario
from evaluations.models.provider import cost_of
from evaluations.task_types.base import Question
from evaluations.task_types.registry import task_type
from prompts.rendering import render
from prompts.variables import check_texts, rules_for

_MARK = "00000000"


@dataclass(frozen=True, slots=True)
class PromptPreview:
    """Both texts as a model would get them; ``cost`` of one call in the currency of the model's prices."""

    system_text: str
    user_text: str
    input_tokens: int
    cost: Decimal
    schema: dict[str, Any]


def preview(item: Item, *, system_text: str, user_text: str, model: Model | None = None) -> PromptPreview:
    """Fill the texts with the item, in its own frame.

    Raises:
        PromptInvalid: a variable is unknown or missing.
    """
    scenario = item.scenario
    kind = task_type(scenario.task_type)
    rules = rules_for(kind.key)
    check_texts(system_text, user_text, allowed=rules.allowed, required=rules.required)
    keys = metadata_keys(system_text, user_text)
    texts = item_texts([item], ThreadTexts(), metadata=keys)[item.pk]
    question = Question(texts, scenario.config, scenario.language)
    values = {f"metadata.{key}": "" for key in keys} | kind.prompt_values(question, mark=_MARK)
    filled = render(system_text, values), render(user_text, values)
    tokens = round(sum(map(len, filled)) / CHARS_PER_TOKEN)
    output = experience(model)[1] if model is not None else 0.0
    prices = (model.input_price, model.output_price) if model is not None else (Decimal(0), Decimal(0))
    return PromptPreview(
        *filled, tokens, cost_of(tokens, round(output), *prices), kind.answer_schema(question).strict
    )


def items_to_try(task_type_key: str, *, reader: User, most: int = 50) -> list[Item]:
    """Items of this type that the reader may see, the newest scenarios' first."""
    scenarios = Scenario.objects.managed_by(reader).filter(task_type=task_type_key)
    items = Item.objects.filter(scenario__in=scenarios, is_practice=False, repeat_of__isnull=True)
    return list(items.select_related("scenario").order_by("-scenario_id", "position")[:most])


def get_item_to_try(pk: int, task_type_key: str, *, reader: User) -> Item:
    """One of them.

    Raises:
        PlanInvalid: it is not there, of another type, or not the reader's to see.
    """
    scenarios = Scenario.objects.managed_by(reader).filter(task_type=task_type_key)
    item = Item.objects.filter(Q(pk=pk), scenario__in=scenarios).select_related("scenario").first()
    if item is None:
        raise PlanInvalid(errors={"item": [_("There is no such item of this task type.")]})
    return item
