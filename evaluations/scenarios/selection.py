"""Which threads a scenario is about: whole pillars or single threads, paired where two make an item."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext as _

from evaluations.judging.pairing import ComparisonMode, PairingPlan, make_pairs, most_pairs
from evaluations.judging.plans import selected_threads
from evaluations.models import Scenario
from evaluations.scenarios.errors import ScenarioInvalid
from evaluations.scenarios.items import MOST_ITEMS, ItemSpec, Side
from evaluations.scenarios.places import draw
from evaluations.task_types.registry import task_type
from llars.row_ids import named, possible
from pillars.models import Feature, Pillar, PillarAssignment, Thread


@dataclass(frozen=True, slots=True)
class DataSelection:
    """Pillars, or threads, or both; the further fields say how pairs are made (see ``judging.pairing``).

    Of the pillars' threads only those that fit are taken: ``search`` stands in their subject or label, they
    have ``messages_from`` to ``messages_to`` messages, and, for ``with_features``, features. Of these,
    ``max_threads_per_pillar`` are drawn; threads that are named one by one are all taken.
    """

    pillar_ids: Sequence[int] = ()
    thread_ids: Sequence[int] = ()
    comparison_mode: str = ""
    samples_per_pillar: int = 5
    max_threads_per_pillar: int | None = None
    search: str = ""
    messages_from: int | None = None
    messages_to: int | None = None
    with_features: bool = False

    @property
    def is_filtered(self) -> bool:
        """Whether not all threads of the pillars are wanted."""
        return bool(self.search or self.messages_from or self.messages_to or self.with_features)


def specs_of(scenario: Scenario, data: DataSelection, *, actor: User) -> list[ItemSpec]:
    """The items that a selection comes to, in the order of pillars and threads.

    Raises:
        ScenarioInvalid: a pillar or thread does not exist, or the selection gives no item or too many.
    """
    threads = _by_pillar(scenario, data, actor)
    if task_type(scenario.task_type).threads_per_item == 2:
        return _pairs(scenario, data, threads)
    chosen: dict[int, int] = {}
    for pillar, ids in threads.items():
        for thread in ids:
            chosen.setdefault(thread, pillar)
    if not chosen:
        raise _invalid(_("The selection holds no threads."))
    return [ItemSpec((Side(thread, pillar=pillar or None),)) for thread, pillar in chosen.items()]


def _by_pillar(scenario: Scenario, data: DataSelection, actor: User) -> dict[int, list[int]]:
    """The ids of the threads by pillar number; 0 stands for no pillar."""
    visible = Pillar.objects.visible_to(actor).filter(pk__in=possible(data.pillar_ids))
    known = set(visible.values_list("pk", flat=True))
    unknown = sorted(set(data.pillar_ids) - known)
    if unknown:
        raise _invalid(_("There is no pillar %s.") % named(unknown))
    fitting = _fitting(selected_threads(sorted(known)), data)
    threads = {
        pillar: _drawn(ids, data.max_threads_per_pillar, seed=scenario.seed)
        for pillar, ids in fitting.items()
    }
    single = set(data.thread_ids)
    if single:
        rows = PillarAssignment.objects.filter(thread__in=possible(single)).order_by("pillar_id")
        first: dict[int, int] = {}
        for thread, pillar in rows.values_list("thread_id", "pillar_id"):
            first.setdefault(thread, pillar)
        for thread in sorted(single):
            of_pillar = threads.setdefault(first.get(thread, 0), [])
            if thread not in of_pillar:
                of_pillar.append(thread)
    return threads


def _drawn(ids: list[int], most: int | None, *, seed: int) -> list[int]:
    """So many of the threads, drawn; all of them where there is no limit, or no more than it."""
    if most is None or len(ids) <= most:
        return ids
    return sorted(sorted(ids, key=lambda pk: (draw(seed, "cap", pk), pk))[:most])


def _fitting(threads: dict[int, list[int]], data: DataSelection) -> dict[int, list[int]]:
    if not data.is_filtered:
        return threads
    found = Thread.objects.all()
    if data.search:
        found = found.filter(Q(subject__icontains=data.search) | Q(label__icontains=data.search))
    if data.messages_from:
        found = found.filter(message_count__gte=data.messages_from)
    if data.messages_to:
        found = found.filter(message_count__lte=data.messages_to)
    if data.with_features:
        found = found.filter(Exists(Feature.objects.filter(thread=OuterRef("pk"))))
    fitting = set(found.filter(assignments__pillar__in=list(threads)).values_list("pk", flat=True))
    return {pillar: [pk for pk in ids if pk in fitting] for pillar, ids in threads.items()}


def _pairs(scenario: Scenario, data: DataSelection, threads: dict[int, list[int]]) -> list[ItemSpec]:
    mode = data.comparison_mode or (ComparisonMode.PILLAR_SAMPLE if len(threads) > 1 else "free_for_all")
    try:
        plan = PairingPlan(
            mode=ComparisonMode(mode),
            seed=scenario.seed,
            samples_per_pillar=data.samples_per_pillar,
        )
    except ValueError:
        raise _invalid(_("Possible are: %s.") % ", ".join(ComparisonMode)) from None
    if most_pairs(threads, plan) > MOST_ITEMS:
        raise _invalid(_("A scenario has at most %d items.") % MOST_ITEMS)
    pairs = make_pairs(threads, plan)
    if not pairs:
        raise _invalid(_("The selection gives no pair to compare."))
    return [
        ItemSpec((Side(p.thread_a, pillar=p.pillar_a or None), Side(p.thread_b, pillar=p.pillar_b or None)))
        for p in pairs
    ]


def _invalid(message: str) -> ScenarioInvalid:
    return ScenarioInvalid(errors={"data": [message]})
