"""The known right answers of items, checked and brought into their normal form."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from evaluations.judging.texts import ThreadTexts, item_texts
from evaluations.models import Item, ItemFeature, Scenario
from evaluations.scenarios.errors import ItemsInvalid
from evaluations.scenarios.feature_keys import names_of, with_keys
from evaluations.task_types.base import Question
from evaluations.task_types.gaps import AnswerIncomplete
from evaluations.task_types.registry import task_type

_AT_ONCE = 200


def set_references(scenario: Scenario, wanted: Sequence[tuple[Item, dict[str, Any] | None]]) -> None:
    """Write the right payloads of these items, in the items' own frame.

    Where none is given, the label of an item's thread may stand for one.

    Raises:
        ItemsInvalid: a payload is no answer to the item's question; by place in ``wanted``.
    """
    errors: dict[str, list[str]] = {}
    changed: list[Item] = []
    given = [(index, item, payload) for index, (item, payload) in enumerate(wanted) if payload is not None]
    for start in range(0, len(given), _AT_ONCE):
        part = given[start : start + _AT_ONCE]
        questions = own_frame_questions(scenario, [item for _, item, _ in part])
        for index, item, payload in part:
            question, names = questions[item.pk]
            try:
                kind = task_type(scenario.task_type)
                item.reference = kind.read_answer(with_keys(payload, names), question)
                changed.append(item)
            except AnswerIncomplete as error:
                errors[f"items.{index}.reference"] = [f"{gap.field}: {gap.message}" for gap in error.gaps]
    if errors:
        raise ItemsInvalid(
            _("Some references are no answers to their items; no item was taken."), errors=errors
        )
    changed += _from_labels(scenario, [item for item, payload in wanted if payload is None])
    Item.objects.bulk_update(changed, ["reference"], batch_size=_AT_ONCE)


def own_frame_questions(
    scenario: Scenario, items: Sequence[Item]
) -> dict[int, tuple[Question, dict[str, str]]]:
    """Each item's question in its own frame, with what its features can be called; by item id."""
    features: dict[int, list[ItemFeature]] = {}
    for row in ItemFeature.objects.filter(item__in=[item.pk for item in items]).select_related("feature"):
        features.setdefault(row.item_id, []).append(row)
    texts = item_texts(items, ThreadTexts())
    return {
        item.pk: (
            Question(texts[item.pk], scenario.config, scenario.language),
            names_of(features.get(item.pk, [])),
        )
        for item in items
    }


def _from_labels(scenario: Scenario, items: Sequence[Item]) -> list[Item]:
    kind = task_type(scenario.task_type)
    if kind.threads_per_item != 1:
        return []
    labels: dict[int, str] = {}
    for start in range(0, len(items), _AT_ONCE):
        rows = Item.objects.filter(pk__in=[item.pk for item in items[start : start + _AT_ONCE]])
        labels.update(rows.exclude(thread_a__label="").values_list("pk", "thread_a__label"))
    changed = []
    for item in items:
        reference = kind.reference_from_label(labels.get(item.pk, ""), scenario.config)
        if reference is not None:
            item.reference = reference
            changed.append(item)
    return changed
