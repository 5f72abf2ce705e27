"""Items of a scenario: made of threads that are there, or that come with the request."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from evaluations.models import Item, ItemFeature, Scenario
from evaluations.scenarios.errors import ItemsInvalid, ScenarioLocked
from evaluations.scenarios.feature_keys import draw_keys
from evaluations.scenarios.places import draw
from evaluations.scenarios.references import set_references
from evaluations.task_types.registry import task_type
from llars.row_ids import possible
from pillars.inline import BroughtIn, bring_in
from pillars.models import Feature, PillarAssignment, Thread

_BATCH = 500
MOST_ITEMS = 50_000


@dataclass(frozen=True, slots=True)
class Side:
    """A thread of an item: one that is there (``thread_id``), or one that comes along (``thread``)."""

    thread_id: int | None = None
    thread: dict[str, Any] | None = None
    pillar: int | None = None


@dataclass(frozen=True, slots=True)
class ItemSpec:
    """An item as somebody wants it; ``reference`` is the known right payload in its own frame."""

    sides: tuple[Side, ...]
    external_id: str = ""
    reference: dict[str, Any] | None = None
    is_gold: bool = False
    is_practice: bool = False


@dataclass(slots=True)
class _Found:
    """The rows that the specs' sides came to: by item and side."""

    threads: list[list[int]] = field(default_factory=list)
    features: list[tuple[int, ...] | None] = field(default_factory=list)
    pillars: list[list[int | None]] = field(default_factory=list)


@transaction.atomic
def add_items(scenario: Scenario, specs: Sequence[ItemSpec], *, actor: User) -> list[Item]:
    """Make items, all or none; returns them in the order given.

    The rows are inserted in a drawn order, so that an id tells nothing of where its threads are from.

    Raises:
        PermissionDenied: threads come along, and the user may not add any.
        ScenarioLocked: the scenario is over.
        ItemsInvalid, InvalidInput: an item cannot be; ``errors`` says which and why.
    """
    locked = Scenario.objects.select_for_update().get(pk=scenario.pk)
    if locked.is_over:
        raise ScenarioLocked(_("This scenario is over; it takes no more items."))
    kind = task_type(scenario.task_type)
    _check(locked, specs, sides=kind.threads_per_item)
    found = _find(specs, actor)
    _check_features(found, least=kind.least_features if kind.judges_features else 0)
    items = _insert(locked, specs, found)
    if kind.judges_features:
        _insert_features(locked, items, found)
    set_references(locked, [(item, spec.reference) for item, spec in zip(items, specs, strict=True)])
    return items


def _check(scenario: Scenario, specs: Sequence[ItemSpec], *, sides: int) -> None:
    errors: dict[str, list[str]] = {}
    if not specs:
        errors["items"] = [_("Give at least one item.")]
    if len(specs) + scenario.items.count() > MOST_ITEMS:
        errors["items"] = [_("A scenario has at most %d items.") % MOST_ITEMS]
    given = Counter(spec.external_id for spec in specs if spec.external_id)
    taken = set(scenario.items.exclude(external_id="").values_list("external_id", flat=True))
    doubled = taken | {one for one, count in given.items() if count > 1}
    for index, spec in enumerate(specs):
        if len(spec.sides) != sides:
            errors[f"items.{index}"] = [_("An item of this task type has %d threads.") % sides]
        elif spec.external_id in doubled:
            errors[f"items.{index}"] = [_("The external id “%s” stands for another item.") % spec.external_id]
    if errors:
        raise ItemsInvalid(errors=errors)


def _find(specs: Sequence[ItemSpec], actor: User) -> _Found:
    inline = [side.thread for spec in specs for side in spec.sides if side.thread is not None]
    if inline and not actor.has_perm("pillars.add_thread"):
        raise PermissionDenied
    rows_of_inline = bring_in(inline)
    _check_not_archived(rows_of_inline)
    brought = iter(rows_of_inline)
    _check_threads(specs, actor)
    pillars = _pillars_of([side.thread_id for spec in specs for side in spec.sides if side.thread_id])
    found = _Found()
    for spec in specs:
        rows = [next(brought) if side.thread is not None else None for side in spec.sides]
        found.threads.append([_thread_of(side, row) for side, row in zip(spec.sides, rows, strict=True)])
        found.pillars.append(
            [_pillar_of(side, row, pillars) for side, row in zip(spec.sides, rows, strict=True)]
        )
        found.features.append(rows[0].feature_ids if rows[0] is not None else None)
    _check_pairs(found)
    _load_features(found)
    return found


def _thread_of(side: Side, row: BroughtIn | None) -> int:
    return row.thread_id if row is not None else side.thread_id or 0


def _pillar_of(side: Side, row: BroughtIn | None, pillars: dict[int, int]) -> int | None:
    if side.pillar is not None:
        return side.pillar
    return row.pillar if row is not None else pillars.get(side.thread_id or 0)


def _check_threads(specs: Sequence[ItemSpec], actor: User) -> None:
    wanted = {side.thread_id for spec in specs for side in spec.sides if side.thread_id is not None}
    visible = Thread.objects.visible_to(actor).active()
    known: set[int] = set()
    ids = possible(wanted)
    for start in range(0, len(ids), _BATCH):
        known.update(visible.filter(pk__in=ids[start : start + _BATCH]).values_list("pk", flat=True))
    errors = {
        f"items.{index}": [_("There is no thread %s.") % side.thread_id]
        for index, spec in enumerate(specs)
        for side in spec.sides
        if side.thread_id is not None and side.thread_id not in known
    }
    if errors:
        raise ItemsInvalid(errors=errors)


def _check_not_archived(brought: Sequence[BroughtIn]) -> None:
    """A thread that comes along may be one that is there and was taken out of use."""
    ids = sorted({one.thread_id for one in brought})
    archived: set[int] = set()
    for start in range(0, len(ids), _BATCH):
        rows = Thread.objects.filter(pk__in=ids[start : start + _BATCH], archived_at__isnull=False)
        archived.update(rows.values_list("pk", flat=True))
    errors = {
        f"threads.{index}": [_("This thread is there already and archived: %s.") % one.thread_id]
        for index, one in enumerate(brought)
        if one.thread_id in archived
    }
    if errors:
        raise ItemsInvalid(errors=errors)


def _pillars_of(thread_ids: Sequence[int]) -> dict[int, int]:
    """The pillar of each thread that is in exactly one."""
    pillars: dict[int, set[int]] = {}
    ids = sorted(set(thread_ids))
    for start in range(0, len(ids), _BATCH):
        rows = PillarAssignment.objects.filter(thread__in=ids[start : start + _BATCH])
        for thread, pillar in rows.values_list("thread_id", "pillar_id"):
            pillars.setdefault(thread, set()).add(pillar)
    return {thread: next(iter(found)) for thread, found in pillars.items() if len(found) == 1}


def _check_pairs(found: _Found) -> None:
    errors = {
        f"items.{index}": [_("Both threads are the same; there is nothing to compare.")]
        for index, threads in enumerate(found.threads)
        if len(set(threads)) < len(threads)
    }
    if errors:
        raise ItemsInvalid(errors=errors)


def _load_features(found: _Found) -> None:
    """Where an item's thread was there before, all of its features are judged."""
    wanted = [threads[0] for threads, known in zip(found.threads, found.features, strict=True) if not known]
    by_thread: dict[int, list[int]] = {}
    for start in range(0, len(wanted), _BATCH):
        rows = Feature.objects.filter(thread__in=wanted[start : start + _BATCH]).order_by("pk")
        for thread, pk in rows.values_list("thread_id", "pk"):
            by_thread.setdefault(thread, []).append(pk)
    found.features = [
        known or tuple(by_thread.get(threads[0], ()))
        for threads, known in zip(found.threads, found.features, strict=True)
    ]


def _check_features(found: _Found, *, least: int) -> None:
    errors = {
        f"items.{index}": [
            _("This task type needs at least %(least)d features of a thread; this one has %(count)d.")
            % {"least": least, "count": len(features or ())}
        ]
        for index, features in enumerate(found.features)
        if len(features or ()) < least
    }
    if errors:
        raise ItemsInvalid(errors=errors)


def _insert(scenario: Scenario, specs: Sequence[ItemSpec], found: _Found) -> list[Item]:
    last = scenario.items.aggregate(last=Max("position"))["last"]
    first = 0 if last is None else last + 1
    rows = [
        Item(
            scenario=scenario,
            position=first + index,
            external_id=spec.external_id,
            thread_a_id=threads[0],
            thread_b_id=threads[1] if len(threads) > 1 else None,
            pillar_a_id=pillars[0],
            pillar_b_id=pillars[1] if len(pillars) > 1 else None,
            is_gold=spec.is_gold,
            is_practice=spec.is_practice,
        )
        for index, (spec, threads, pillars) in enumerate(
            zip(specs, found.threads, found.pillars, strict=True)
        )
    ]
    drawn = sorted(rows, key=lambda row: draw(scenario.seed, "row", row.position))
    Item.objects.bulk_create(drawn, batch_size=_BATCH)
    return list(scenario.items.filter(position__gte=first).order_by("position"))


def _insert_features(scenario: Scenario, items: Sequence[Item], found: _Found) -> None:
    rows = []
    for item, features in zip(items, found.features, strict=True):
        keys = draw_keys(features or (), seed=scenario.seed, item=str(item.position))
        rows += [ItemFeature(item=item, feature_id=pk, key=keys[pk]) for pk in features or ()]
    ItemFeature.objects.bulk_create(rows, batch_size=_BATCH)
