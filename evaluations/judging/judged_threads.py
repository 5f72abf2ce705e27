"""Which threads were judged, or are about to be."""

from collections.abc import Collection

from django.db.models import Exists, OuterRef, Q

from evaluations.models import Evaluation, Item, JudgeTask
from pillars.models import Thread


def judged_threads(thread_ids: Collection[int]) -> set[int]:
    """Those of these threads that are in an item with a judge task or an answer."""
    has_task = Exists(JudgeTask.objects.filter(item=OuterRef("pk")))
    has_answer = Exists(Evaluation.objects.filter(item=OuterRef("pk")))
    items = Item.objects.filter(has_task | has_answer)
    as_a = Exists(items.filter(thread_a=OuterRef("pk")))
    as_b = Exists(items.filter(thread_b=OuterRef("pk")))
    found = Thread.objects.filter(Q(as_a) | Q(as_b), pk__in=thread_ids)
    return set(found.order_by().values_list("pk", flat=True))
