"""Bring a file's threads into a pillar: all readable ones or, on an error, none; each only once."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from pillars.models import Feature, Message, Pillar, PillarAssignment, Thread
from pillars.readers import ParsedThread, Problem, read_threads
from pillars.readers.faults import problem

_SHOWN_THREADS = 20
BATCH = 500


@dataclass(slots=True)
class ImportReport:
    """What came of an import (in a dry run: what would come of it), in numbers of threads.

    ``imported``: now in the pillar; ``skipped``: in it before, or twice in the file; ``failed``:
    not readable (rows of a table that name no thread count one each); ``threads``: the first 20
    readable ones, in LLARS' own form.
    """

    format: str = ""
    encoding: str = ""
    imported: int = 0
    skipped: int = 0
    failed: int = 0
    problems: list[Problem] = field(default_factory=list)
    threads: list[dict[str, Any]] = field(default_factory=list)

    @property
    def nothing_read(self) -> bool:
        """Whether the file gave not a single thread."""
        return not self.imported and not self.skipped

    def as_dict(self) -> dict[str, Any]:
        """The report as JSON has it."""
        return {
            "format": self.format,
            "encoding": self.encoding,
            "imported": self.imported,
            "skipped": self.skipped,
            "failed": self.failed,
            "problems": [one.as_dict() for one in self.problems],
            "threads": self.threads,
        }


def import_threads(
    file: bytes | Path,
    *,
    pillar: Pillar,
    dry_run: bool = False,
    role_map: Mapping[str, str] | None = None,
    column_map: Mapping[str, Any] | None = None,
) -> ImportReport:
    """Import a file's threads into a pillar.

    A thread whose content is known already is only assigned. ``role_map`` and ``column_map``: see
    ``read_threads``.

    Raises:
        InvalidInput: a map is wrong in itself or does not fit the file.
        OSError: the path cannot be read.
    """
    reading = read_threads(file, role_map=role_map, column_map=column_map)
    report = ImportReport(
        format=reading.format,
        encoding=reading.encoding,
        failed=reading.failed,
        problems=reading.problems,
        threads=[thread.as_dict() for thread in reading.threads[:_SHOWN_THREADS]],
    )
    by_hash = _each_once(reading.threads, report)
    if not by_hash:
        return report
    with transaction.atomic():
        # All pillars are locked, so that two imports never make the same thread twice.
        list(Pillar.objects.select_for_update().order_by("pk"))
        _bring_in(by_hash, pillar, report, dry_run=dry_run)
    return report


def _each_once(threads: list[ParsedThread], report: ImportReport) -> dict[str, ParsedThread]:
    by_hash: dict[str, ParsedThread] = {}
    for thread in threads:
        first = by_hash.setdefault(thread.content_hash, thread)
        if first is not thread:
            report.skipped += 1
            hint = _("The thread has the same content as %s and came in once.") % first.where
            report.problems.append(problem("twice_in_file", thread.where, thread.external_id, hint))
    return by_hash


def _bring_in(
    by_hash: dict[str, ParsedThread], pillar: Pillar, report: ImportReport, *, dry_run: bool
) -> None:
    known = Thread.objects.in_bulk(list(by_hash), field_name="content_hash")
    in_pillar = set(PillarAssignment.objects.filter(pillar=pillar).values_list("thread_id", flat=True))
    missing = [digest for digest in by_hash if digest not in known or known[digest].pk not in in_pillar]
    report.imported += len(missing)
    report.skipped += len(by_hash) - len(missing)
    report.problems += _notes_on_known(by_hash, known)
    if dry_run:
        return
    new = {digest: thread for digest, thread in by_hash.items() if digest not in known}
    made = make_threads(new)
    PillarAssignment.objects.bulk_create(
        [PillarAssignment(pillar=pillar, thread=made.get(digest) or known[digest]) for digest in missing],
        batch_size=BATCH,
    )


def make_threads(new: dict[str, ParsedThread]) -> dict[str, Thread]:
    """Make threads that are not known yet, with their texts; both dicts are by content hash.

    The caller holds a transaction in which all pillars are locked.
    """
    Thread.objects.bulk_create(
        [
            Thread(
                external_id=thread.external_id,
                subject=thread.subject,
                label=thread.label,
                metadata=thread.metadata,
                content_hash=digest,
            )
            for digest, thread in new.items()
        ],
        batch_size=BATCH,
    )
    # Not every database gives the keys of what was inserted in bulk.
    made = Thread.objects.in_bulk(list(new), field_name="content_hash")
    _make_texts(new, made)
    return made


def _make_texts(new: dict[str, ParsedThread], made: dict[str, Thread]) -> None:
    Message.objects.bulk_create(
        [
            Message(
                thread=made[digest],
                position=position,
                role=message.role,
                content=message.content,
                timestamp=message.timestamp,
            )
            for digest, thread in new.items()
            for position, message in enumerate(thread.messages, start=1)
        ],
        batch_size=BATCH,
    )
    Feature.objects.bulk_create(
        [
            Feature(
                thread=made[digest],
                external_id=feature.external_id,
                type=feature.type,
                content=feature.content,
                model_name=feature.model,
                provenance=feature.provenance,
            )
            for digest, thread in new.items()
            for feature in thread.features
        ],
        batch_size=BATCH,
    )


def _notes_on_known(by_hash: dict[str, ParsedThread], known: dict[str, Thread]) -> list[Problem]:
    """Say what of the file is not taken over because its thread is there already."""
    notes = []
    with_features = [thread.pk for digest, thread in known.items() if by_hash[digest].features]
    of_known = Feature.objects.filter(thread__in=with_features)
    kept = set(of_known.values_list("thread_id", "type", "content", "model_name"))
    for digest, thread in known.items():
        parsed = by_hash[digest]
        lost = [one for one in parsed.features if (thread.pk, one.type, one.content, one.model) not in kept]
        if lost:
            hint = ngettext(
                "The thread is known already and stays as it is; %d feature of the file was not added.",
                "The thread is known already and stays as it is; %d features of the file were not added.",
                len(lost),
            ) % len(lost)
            notes.append(problem("features_not_added", parsed.where, thread.external_id, hint))
        if thread.archived_at is not None:
            hint = _("The thread is known already and archived; it takes no part until that is undone.")
            notes.append(problem("archived", parsed.where, thread.external_id, hint))
    return notes
