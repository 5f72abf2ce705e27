"""Which threads were judged, or are about to be."""

from collections.abc import Collection

from django.db.models import Exists, OuterRef, Q, QuerySet

from evaluations.models import Evaluation, Item, JudgeTask
from evaluations.task_types.registry import task_types
from pillars.models import Thread


def judged_threads(thread_ids: Collection[int]) -> set[int]:
    """Those of these threads that are in an item with a judge task or an answer."""
    return _threads_of(Item.objects.all(), thread_ids)


def evaluated_threads(thread_ids: Collection[int]) -> set[int]:
    """The same without those that models only made further texts from."""
    return _threads_of(Item.objects.filter(scenario__task_type__in=list(task_types())), thread_ids)


def _threads_of(items: QuerySet[Item], thread_ids: Collection[int]) -> set[int]:
    has_task = Exists(JudgeTask.objects.filter(item=OuterRef("pk")))
    has_answer = Exists(Evaluation.objects.filter(item=OuterRef("pk")))
    items = items.filter(has_task | has_answer)
    as_a = Exists(items.filter(thread_a=OuterRef("pk")))
    as_b = Exists(items.filter(thread_b=OuterRef("pk")))
    found = Thread.objects.filter(Q(as_a) | Q(as_b), pk__in=thread_ids)
    return set(found.order_by().values_list("pk", flat=True))
