"""What people and models are going to see of a draft's first item."""

from typing import Any

from evaluations.judging.prompting import freeze_prompt
from evaluations.judging.texts import load_thread_texts, metadata_keys
from evaluations.llm.material import FeatureText
from evaluations.models import Scenario
from evaluations.pages.evaluate_form import ShownControl
from evaluations.pages.evaluate_sides import sides_of
from evaluations.scenarios.items import ItemSpec
from evaluations.scenarios.rules import rules_of
from evaluations.task_types.base import ItemTexts, Question
from evaluations.task_types.registry import task_type
from pillars.models import Feature
from prompts.rendering import render

_MARK = "00000000"


def preview_of(scenario: Scenario, spec: ItemSpec) -> dict[str, Any]:
    """The context of a preview: panes and controls as people see them, both texts as a model gets them."""
    kind, rules = task_type(scenario.task_type), rules_of(scenario)
    question = Question(
        texts=_texts(spec),
        config=scenario.config,
        language=scenario.language,
        asked=frozenset(rules.asked),
        required=frozenset(rules.required),
    )
    prompt = freeze_prompt(scenario.task_type, scenario.language, scenario.prompt_config)
    values = kind.prompt_values(question, mark=_MARK)
    values |= dict.fromkeys(
        (f"metadata.{key}" for key in metadata_keys(prompt.system_text, prompt.user_text)), ""
    )
    return {
        "sides": sides_of(question),
        "question": kind.question(scenario.config, scenario.language),
        "controls": [ShownControl(one, None) for one in kind.form(question)],
        "system_text": render(prompt.system_text, values),
        "user_text": render(prompt.user_text, values),
    }


def _texts(spec: ItemSpec) -> ItemTexts:
    ids = [side.thread_id for side in spec.sides if side.thread_id is not None]
    threads = load_thread_texts(ids)
    features = Feature.objects.filter(thread=ids[0]).order_by("pk").values_list("content", flat=True)
    return ItemTexts(
        thread_a=threads[ids[0]],
        thread_b=threads[ids[1]] if len(ids) > 1 else None,
        features=tuple(FeatureText(f"F{number}", text) for number, text in enumerate(features, start=1)),
    )
