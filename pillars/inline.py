"""Threads that come with a request instead of a file, in LLARS' own form."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from llars.errors import InvalidInput
from llars.row_ids import possible
from pillars.importing import BATCH, make_threads
from pillars.likeness import normalised_hash_of
from pillars.models import Feature, Pillar, PillarAssignment, Thread
from pillars.readers.documents import JsonDocument
from pillars.readers.forms.base import Hints
from pillars.readers.forms.llars import FORM
from pillars.readers.parsed import ParsedFeature, ParsedThread, Problem
from pillars.readers.roles import Roles


@dataclass(frozen=True, slots=True)
class BroughtIn:
    """A thread that came with a request: its row, the features named there, and its pillar if one was."""

    thread_id: int
    feature_ids: tuple[int, ...]
    pillar: int | None


@transaction.atomic
def bring_in(records: Sequence[dict[str, Any]]) -> list[BroughtIn]:
    """Find or make the threads of these records, one for each; ``pillar`` in a record assigns it.

    A thread whose content is known is taken as it is; features that it lacks are added to it.

    Raises:
        InvalidInput: a record cannot be read, or names a pillar that does not exist; then none is
            brought in. ``errors`` is by record, as ``threads.<index>``.
    """
    threads = _read(records)
    pillars = _pillars_of(records)
    Pillar.objects.lock()
    first = {thread.content_hash: thread for thread in reversed(threads)}
    rows = Thread.objects.in_bulk(list(first), field_name="content_hash")
    new = {digest: thread for digest, thread in first.items() if digest not in rows}
    rows |= make_threads(new, {digest: normalised_hash_of(thread) for digest, thread in new.items()})
    features = _features_of([(rows[thread.content_hash].pk, thread.features) for thread in threads])
    brought = [
        BroughtIn(rows[thread.content_hash].pk, found, pillar)
        for thread, found, pillar in zip(threads, features, pillars, strict=True)
    ]
    _assign(brought)
    return brought


def _read(records: Sequence[dict[str, Any]]) -> list[ParsedThread]:
    plain = [{key: value for key, value in record.items() if key != "pillar"} for record in records]
    threads: list[ParsedThread] = []
    errors: dict[str, list[str]] = {}
    for index, record in enumerate(plain):
        reading = FORM.read(JsonDocument.of([record]), Hints(Roles(None)))
        threads += reading.threads
        if not reading.threads:
            errors[f"threads.{index}"] = [_in_words(one) for one in reading.problems]
    if errors:
        message = _("%d of the threads cannot be read; none was taken.") % len(errors)
        raise InvalidInput(message, errors=errors)
    return threads


def _in_words(problem: Problem) -> str:
    return f"{problem.where}: {problem.hint or problem.value}"


def _pillars_of(records: Sequence[dict[str, Any]]) -> list[int | None]:
    pillars = [record.get("pillar") for record in records]
    wanted = {number for number in pillars if number is not None}
    numbers = {number for number in wanted if isinstance(number, int) and not isinstance(number, bool)}
    known = set(Pillar.objects.filter(pk__in=possible(numbers)).values_list("pk", flat=True))
    unknown = [index for index, number in enumerate(pillars) if number is not None and number not in known]
    if unknown:
        missing = sorted({str(pillars[index]) for index in unknown})
        message = _("There is no pillar %s.") % ", ".join(missing[:10])
        raise InvalidInput(message, errors={f"threads.{index}": [message] for index in unknown[:100]})
    return pillars


def _features_of(wanted: Sequence[tuple[int, tuple[ParsedFeature, ...]]]) -> list[tuple[int, ...]]:
    """The ids of the features that each thread's record names, those made that were missing."""
    if not any(features for _, features in wanted):
        return [()] * len(wanted)
    known = _known_features([thread for thread, _ in wanted])
    missing = {
        (thread, *_identity(feature)): feature
        for thread, features in wanted
        for feature in features
        if (thread, *_identity(feature)) not in known
    }
    if missing:
        Feature.objects.bulk_create(
            [_row(key[0], feature) for key, feature in missing.items()], batch_size=BATCH
        )
        known = _known_features([thread for thread, _ in wanted])
    return [
        tuple(known[(thread, *_identity(feature))] for feature in features) for thread, features in wanted
    ]


def _identity(feature: ParsedFeature) -> tuple[str, str, str, str]:
    return (feature.external_id, feature.type, feature.content, feature.model)


def _known_features(threads: Sequence[int]) -> dict[tuple[int, str, str, str, str], int]:
    names = ("thread_id", "external_id", "type", "content", "model_name")
    known: dict[tuple[int, str, str, str, str], int] = {}
    for start in range(0, len(threads), BATCH):
        rows = Feature.objects.filter(thread__in=threads[start : start + BATCH]).order_by("-pk")
        known.update({row[:5]: row[5] for row in rows.values_list(*names, "pk")})
    return known


def _row(thread: int, feature: ParsedFeature) -> Feature:
    return Feature(
        thread_id=thread,
        external_id=feature.external_id,
        type=feature.type,
        content=feature.content,
        model_name=feature.model,
        provenance=feature.provenance,
    )


def _assign(brought: Sequence[BroughtIn]) -> None:
    wanted = {(one.pillar, one.thread_id) for one in brought if one.pillar is not None}
    there = set(
        PillarAssignment.objects.filter(pillar__in={pillar for pillar, _ in wanted}).values_list(
            "pillar_id", "thread_id"
        )
    )
    PillarAssignment.objects.bulk_create(
        [PillarAssignment(pillar_id=pillar, thread_id=thread) for pillar, thread in sorted(wanted - there)],
        batch_size=BATCH,
    )
