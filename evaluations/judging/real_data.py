"""Texts of real people go only to models that are allowed for them: asked when a judgement is planned,
when it is started, and before every call."""

from collections.abc import Collection, Sequence

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from evaluations.judging.errors import LifecycleConflict
from evaluations.models import Item, JudgeSession, JudgeTask, Model
from pillars.models import Pillar, Thread


def items_of_real_data(items: QuerySet[Item]) -> QuerySet[Item]:
    """Those of the items with a text of a real person."""
    real = Thread.objects.of_real_data().order_by().values("pk")
    of_pillars = Q(pillar_a__is_real_data=True) | Q(pillar_b__is_real_data=True)
    return items.filter(of_pillars | Q(thread_a__in=real) | Q(thread_b__in=real))


def refusal_of_threads(model: Model, thread_ids: Collection[int]) -> str:
    """Why the model may not get these threads; empty where it may."""
    if model.may_judge_real_data or not _is_there_any():
        return ""
    return _refusal(model) if Thread.objects.of_real_data().filter(pk__in=thread_ids).exists() else ""


def refusal_of_pillars(model: Model, pillars: Sequence[int]) -> str:
    """Why the model may not get the threads of these pillars; empty where it may."""
    if model.may_judge_real_data or not _is_there_any():
        return ""
    is_real = Pillar.objects.filter(pk__in=pillars, is_real_data=True).exists()
    threads = Thread.objects.of_real_data().active().filter(assignments__pillar__in=pillars)
    return _refusal(model) if is_real or threads.exists() else ""


def refusal_of_items(model: Model, items: QuerySet[Item]) -> str:
    """Why the model may not get these items; empty where it may."""
    if model.may_judge_real_data or not _is_there_any():
        return ""
    return _refusal(model) if items_of_real_data(items).exists() else ""


def check_session(session: JudgeSession) -> None:
    """See that the session's model may get what is still to be judged.

    Raises:
        LifecycleConflict: it may not.
    """
    still_open = JudgeTask.objects.filter(session=session).open().values("item")
    if refusal := refusal_of_items(session.model, Item.objects.filter(pk__in=still_open)):
        raise LifecycleConflict(refusal)


def refusal_of_tasks(session_id: int, tasks: Sequence[JudgeTask]) -> str:
    """Why the session's model may not get these tasks as things stand now; empty where it may.

    Asked before every few calls: where there is no real data it takes two small queries. The
    tasks' items were fetched with them.
    """
    if not _is_there_any():
        return ""
    model = Model.objects.select_related("provider").get(sessions=session_id)
    if model.may_judge_real_data:
        return ""
    items = [task.item for task in tasks]
    pillars = {pk for item in items for pk in (item.pillar_a_id, item.pillar_b_id) if pk}
    threads = {pk for item in items for pk in (item.thread_a_id, item.thread_b_id) if pk}
    is_real = Pillar.objects.filter(pk__in=pillars, is_real_data=True).exists()
    return _refusal(model) if is_real else refusal_of_threads(model, threads)


def _is_there_any() -> bool:
    return Pillar.objects.filter(is_real_data=True).exists() or Thread.objects.of_real_data().exists()


def _refusal(model: Model) -> str:
    text = _(
        "These are texts of real people, and the model “%(model)s” is not allowed for real data. "
        "Choose another model, or have an administrator allow it."
    )
    return text % {"model": model}
