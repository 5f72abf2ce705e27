"""What a prompt can be tried with: an item of a scenario, or threads of the pillars."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.contrib.auth.models import User
from django.db.models import F, Window
from django.db.models.functions import RowNumber
from django.utils.translation import gettext as _

from evaluations.judging.errors import PlanInvalid
from evaluations.judging.texts import ThreadTexts, item_texts, metadata_keys
from evaluations.llm.material import FeatureText
from evaluations.models import Item, Scenario
from evaluations.task_types.base import Question, TaskType
from llars.row_ids import possible
from pillars.models import Feature, Pillar, PillarAssignment, Thread

MOST_ITEMS = 100
MOST_THREADS_OF_A_PILLAR = 40


@dataclass(frozen=True, slots=True)
class Material:
    """An item with the settings it is judged by; one made of pillars' threads has no id and no scenario."""

    item: Item
    config: dict[str, Any]
    language: str

    @property
    def rows(self) -> list[Item | Thread]:
        """What somebody reads who reads this: the item, or the threads."""
        if self.item.pk is not None:
            return [self.item]
        return [thread for thread in (self.item.thread_a, self.item.thread_b) if thread is not None]

    def __str__(self) -> str:
        if self.item.pk is not None:
            return f"{self.item.scenario.name} · {self.item.position + 1}"
        return " – ".join(str(thread) for thread in self.rows)


def question_of_material(material: Material, *prompts: str) -> Question:
    """The question as a model is put it; the texts of ``prompts`` say which metadata are read."""
    item = material.item
    texts = item_texts([item], ThreadTexts(), metadata=metadata_keys(*prompts))[item.pk]
    if item.pk is None:
        rows = Feature.objects.filter(thread=item.thread_a).order_by("pk").values_list("content", flat=True)
        named = tuple(FeatureText(f"F{number}", text) for number, text in enumerate(rows, start=1))
        texts = replace(texts, features=named)
    return Question(texts, material.config, material.language)


def items_to_try(task_type_key: str, *, reader: User) -> list[Item]:
    """Items of this type that the reader may see, the newest scenarios' first, at most ``MOST_ITEMS``."""
    return list(_items(task_type_key, reader).order_by("-scenario_id", "position")[:MOST_ITEMS])


def threads_to_try(kind: TaskType, *, reader: User) -> list[PillarAssignment]:
    """The first threads of each pillar that the reader may see; none where the type needs settings."""
    if _usual_config(kind) is None:
        return []
    place = Window(RowNumber(), partition_by=[F("pillar")], order_by="thread_id")
    seen = PillarAssignment.objects.filter(
        pillar__in=Pillar.objects.visible_to(reader), thread__in=Thread.objects.visible_to(reader).active()
    )
    if kind.judges_features:
        seen = seen.filter(thread__in=Feature.objects.values("thread"))
    first = seen.annotate(place=place).filter(place__lte=MOST_THREADS_OF_A_PILLAR)
    return list(first.select_related("pillar", "thread").order_by("pillar_id", "thread_id"))


def get_items_to_try(ids: Sequence[int], task_type_key: str, *, reader: User) -> list[Material]:
    """These items, in the order given.

    Raises:
        PlanInvalid: one is not there, of another type, or not the reader's to see.
    """
    found = {item.pk: item for item in _items(task_type_key, reader).filter(pk__in=possible(ids))}
    if not all(pk in found for pk in ids):
        raise PlanInvalid(errors={"item": [_("There is no such item of this task type.")]})
    return [Material(found[pk], found[pk].scenario.config, found[pk].scenario.language) for pk in ids]


def get_threads_to_try(ids: Sequence[int], kind: TaskType, *, language: str, reader: User) -> Material:
    """As many threads as an item of this type has, judged by the type's usual settings.

    Raises:
        PlanInvalid: a thread is not there or not the reader's to see, one lacks features, the number
            is wrong, or the type cannot do without settings of its own.
    """
    config = _usual_config(kind)
    if config is None:
        raise _invalid(_("This task type needs settings; choose an item of a scenario."))
    if len(set(ids)) != kind.threads_per_item:
        raise _invalid(
            _("Choose as many different threads as this task type judges: %d.") % kind.threads_per_item
        )
    assigned = PillarAssignment.objects.filter(
        pillar__in=Pillar.objects.visible_to(reader),
        thread__in=Thread.objects.visible_to(reader).active().filter(pk__in=possible(ids)),
    )
    by_thread = {
        one.thread_id: one for one in assigned.select_related("pillar", "thread").order_by("-pillar_id")
    }
    if not all(pk in by_thread for pk in ids):
        raise _invalid(_("There is no such thread in the pillars."))
    sides = [by_thread[pk] for pk in ids]
    if kind.judges_features and not Feature.objects.filter(thread=sides[0].thread).exists():
        raise _invalid(_("This thread has no texts to judge."))
    item = Item(thread_a=sides[0].thread, pillar_a=sides[0].pillar)
    if len(sides) > 1:
        item.thread_b, item.pillar_b = sides[1].thread, sides[1].pillar
    return Material(item, config, language)


def _items(task_type_key: str, reader: User) -> Any:
    scenarios = Scenario.objects.managed_by(reader).filter(task_type=task_type_key)
    items = Item.objects.filter(scenario__in=scenarios, is_practice=False, repeat_of__isnull=True)
    return items.select_related("scenario", "pillar_a", "pillar_b")


def _usual_config(kind: TaskType) -> dict[str, Any] | None:
    """What the type is set to without any settings; ``None`` where it needs some."""
    try:
        return kind.read_config({})
    except ValueError:
        return None


def _invalid(message: str) -> PlanInvalid:
    return PlanInvalid(errors={"threads": [message]})
