"""Where a generated text is removed, the answer that it was taken from loses it as well."""

from collections.abc import Sequence
from datetime import datetime

from django.db.models import Q

from evaluations.judging.forgetting import empty_answers
from evaluations.models import Evaluation
from evaluations.task_types.registry import all_kinds
from pillars.models import Thread


def forget_generated(thread_ids: Sequence[int], now: datetime) -> None:
    """Empty the answers whose texts were stored with these threads, and all attempts at them.

    The answers are about the source, whose own texts may stay.
    """
    generations = [key for key, kind in all_kinds().items() if not kind.is_evaluation]
    derived = Thread.objects.filter(pk__in=thread_ids, source_thread__isnull=False).order_by()
    sources = set(derived.values_list("source_thread", flat=True))
    families = Thread.objects.filter(Q(pk__in=sources) | Q(source_thread__in=sources)).order_by()
    answers = Evaluation.objects.filter(
        scenario__task_type__in=generations, item__thread_a__in=families.values("pk")
    )
    wanted = set(thread_ids)
    items = {
        item
        for item, payload in answers.values_list("item", "payload")
        if payload.get("meta", {}).get("thread") in wanted
    }
    if items:
        empty_answers(sorted(items))
