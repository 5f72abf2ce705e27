"""Bring a file's threads into a pillar: all readable ones or, on an error, none; each only once."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from pillars.likeness import LikenessSearch, normalised_hash_of
from pillars.models import Feature, Message, Pillar, PillarAssignment, Thread
from pillars.readers import ParsedThread, Problem, ReadOptions, UnreadableThread, open_threads
from pillars.readers.faults import problem
from pillars.readers.problem_log import ProblemLog
from pillars.readers.source import Source

_SHOWN_THREADS = 20
BATCH = 500


@dataclass(slots=True)
class ImportReport:
    """What came of an import (in a dry run: what would come of it), in numbers of threads.

    ``imported``: now in the pillar; ``skipped``: in it before, or twice in the file; ``failed``:
    not readable (rows of a table that name no thread count one each); ``threads``: the first 20
    readable ones, in LLARS' own form; ``problem_counts``: all problems of the file by kind, of which
    ``problems`` holds the first of each.
    """

    format: str = ""
    encoding: str = ""
    imported: int = 0
    skipped: int = 0
    failed: int = 0
    problems: list[Problem] = field(default_factory=list)
    threads: list[dict[str, Any]] = field(default_factory=list)
    problem_counts: dict[str, int] = field(default_factory=dict)

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

    def to_keep(self) -> dict[str, Any]:
        """The report as an import's row keeps it: without threads, which are where they are to be read."""
        return self.as_dict() | {"threads": [], "problem_counts": self.problem_counts}


def import_threads(
    file: bytes | Path,
    *,
    pillar: Pillar,
    dry_run: bool = False,
    role_map: Mapping[str, str] | None = None,
    column_map: Mapping[str, Any] | None = None,
) -> ImportReport:
    """Import a file's threads into a pillar; see ``bring_in_file``.

    Raises:
        InvalidInput: a map is wrong in itself or does not fit the file.
        OSError: the path cannot be read.
    """
    options = ReadOptions(role_map=role_map or {}, column_map=column_map or {})
    return bring_in_file(Source.of(file), pillar=pillar, options=options, dry_run=dry_run)


@dataclass(frozen=True, slots=True)
class Tellers:
    """Whom an import tells of what, within its transaction.

    ``unreadable``: each thread that could not be read; ``done``: the number of threads dealt with so far;
    ``brought``: for each batch, the ids of the threads put into the pillar and whether the import made them.
    """

    unreadable: Callable[[UnreadableThread], object] = lambda thread: None
    done: Callable[[int], object] = lambda threads: None
    brought: Callable[[list[tuple[int, bool]]], object] = lambda threads: None


def bring_in_file(
    source: Source,
    *,
    pillar: Pillar,
    options: ReadOptions | None = None,
    dry_run: bool = False,
    clean: Callable[[ParsedThread], ParsedThread] | None = None,
    tell: Tellers | None = None,
) -> ImportReport:
    """Bring a file's readable threads into a pillar, all of them or none.

    A thread whose content is known already is only assigned.

    Args:
        clean: changes each thread on its way in.

    Raises:
        InvalidInput: a map is wrong in itself or does not fit the file.
        OSError: the path cannot be read.
    """
    file = open_threads(source, options, thorough=dry_run)
    work = _Import(pillar, clean, tell or Tellers(), dry_run=dry_run)
    try:
        with transaction.atomic():
            Pillar.objects.lock()
            for outcome in file.outcomes():
                work.take(outcome)
            work.write()
            if file.is_broken:
                raise _BrokenOffError
    except _BrokenOffError:
        work.report, work.notes = ImportReport(), ProblemLog()
    report = work.report
    report.format, report.encoding, report.failed = file.form, file.encoding, file.failed
    report.problems = file.log.kept + work.notes.kept
    report.problem_counts = dict(file.log.counts + work.notes.counts)
    return report


class _BrokenOffError(Exception):
    """The file can be read only to some place: then none of it comes in."""


class _Import:
    """One import under way: threads gather until a batch is full."""

    def __init__(
        self,
        pillar: Pillar,
        clean: Callable[[ParsedThread], ParsedThread] | None,
        tell: Tellers,
        *,
        dry_run: bool,
    ) -> None:
        self._pillar, self._clean, self._tell, self._dry_run = pillar, clean, tell, dry_run
        self._batch: dict[str, ParsedThread] = {}
        self._first_at: dict[str, str] = {}
        self._done = 0
        self._likeness = LikenessSearch()
        self.report = ImportReport()
        self.notes = ProblemLog()

    def take(self, outcome: ParsedThread | UnreadableThread) -> None:
        """One thread of the file."""
        self._done += 1
        if isinstance(outcome, UnreadableThread):
            self._tell.unreadable(outcome)
            return
        thread = self._clean(outcome) if self._clean is not None else outcome
        if len(self.report.threads) < _SHOWN_THREADS:
            self.report.threads.append(thread.as_dict())
        digest = thread.content_hash
        first = self._first_at.setdefault(digest, thread.where)
        if first != thread.where or digest in self._batch:
            self.report.skipped += 1
            hint = _("The thread has the same content as %s and came in once.") % first
            self.notes.add([problem("twice_in_file", thread.where, thread.external_id, hint)])
            return
        self._batch[digest] = thread
        if len(self._batch) >= BATCH:
            self.write()

    def write(self) -> None:
        """Bring in what has gathered."""
        if self._batch:
            self._bring_in(self._batch)
            self._batch = {}
        self._tell.done(self._done)

    def _bring_in(self, by_hash: dict[str, ParsedThread]) -> None:
        known = Thread.objects.in_bulk(list(by_hash), field_name="content_hash")
        new = {digest: thread for digest, thread in by_hash.items() if digest not in known}
        normalised = {digest: normalised_hash_of(thread) for digest, thread in by_hash.items()}
        self.notes.add(_notes_on_known(by_hash, known))
        self.notes.add(self._likeness.problems(by_hash, normalised, new))
        in_pillar = _in_pillar(self._pillar, known.values())
        missing = [digest for digest in by_hash if digest in new or known[digest].pk not in in_pillar]
        self.report.imported += len(missing)
        self.report.skipped += len(by_hash) - len(missing)
        if not self._dry_run:
            made = make_threads(new, normalised)
            self._assign([(made.get(digest) or known[digest], digest in new) for digest in missing])

    def _assign(self, brought: list[tuple[Thread, bool]]) -> None:
        """Put threads into the pillar; with each, whether this import made it."""
        PillarAssignment.objects.bulk_create(
            [PillarAssignment(pillar=self._pillar, thread=thread) for thread, _is_new in brought],
            batch_size=BATCH,
        )
        self._tell.brought([(thread.pk, is_new) for thread, is_new in brought])


def _in_pillar(pillar: Pillar, threads: Iterable[Thread]) -> set[int]:
    there = PillarAssignment.objects.filter(pillar=pillar, thread__in=[one.pk for one in threads])
    return set(there.values_list("thread_id", flat=True))


def make_threads(new: Mapping[str, ParsedThread], normalised: Mapping[str, str]) -> dict[str, Thread]:
    """Make threads that are not known yet, with their texts; all dicts are by content hash.

    The caller holds a transaction in which all pillars are locked.

    Args:
        normalised: the threads' normalised hashes.
    """
    Thread.objects.bulk_create(
        [
            Thread(
                external_id=thread.external_id,
                subject=thread.subject,
                label=thread.label,
                metadata=thread.metadata,
                content_hash=digest,
                normalised_hash=normalised[digest],
            )
            for digest, thread in new.items()
        ],
        batch_size=BATCH,
    )
    # Not every database gives the keys of what was inserted in bulk.
    made = Thread.objects.in_bulk(list(new), field_name="content_hash")
    _make_texts(new, made)
    return made


def _make_texts(new: Mapping[str, ParsedThread], made: dict[str, Thread]) -> None:
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
