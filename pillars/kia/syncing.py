"""Bring a repository's files in and keep them up to date, one at a time: a bad one stops no other."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from llars.errors import DomainError
from pillars.archiving import archive, restore
from pillars.importing import bring_in_file
from pillars.kia.models import FileThread, Repository, SourceFile
from pillars.kia.planning import Known, Plan, Step, plan
from pillars.kia.remote import OutOfReach, Remote, RemoteFile
from pillars.models import Pillar, Thread
from pillars.readers import ParsedThread, read_threads
from pillars.readers.source import Source
from pillars.versions import Correction, correct

State = SourceFile.State


@dataclass(slots=True)
class Line:
    """What became of one file; ``problems`` are texts for a person."""

    path: str
    what: str
    threads: int = 0
    problems: list[str] = field(default_factory=list)

    def as_dict(self) -> dict[str, object]:
        """The line as JSON has it."""
        return {"path": self.path, "what": self.what, "threads": self.threads, "problems": self.problems}


@dataclass(slots=True)
class Outcome:
    """What a sync did, or in a dry run would do; files that are as they were are only counted."""

    commit_id: str
    history_rewritten: bool
    unchanged: int
    lines: list[Line] = field(default_factory=list)

    def counts(self) -> dict[str, int]:
        """Files by what became of them."""
        found = dict.fromkeys(("new", "changed", "moved", "gone", "failed", "ambiguous"), 0)
        for line in self.lines:
            found[line.what] += 1
        return found | {"unchanged": self.unchanged, "threads": sum(line.threads for line in self.lines)}


def plan_of(repository: Repository, remote: Remote) -> Plan:
    """Compare the repository at the remote's commit with what was brought in."""
    known = {
        one.path: Known(one.path, one.blob_id, one.pillar_id, is_gone=one.state == State.GONE)
        for one in repository.files.all()
    }
    patterns = list(repository.patterns.values_list("pattern", "pillar_id"))
    return plan(remote.files(), known, patterns)


def sync(
    repository: Repository,
    remote: Remote,
    *,
    now: datetime,
    actor: User | None,
    dry_run: bool = False,
    tell: Callable[[int], object] = lambda files: None,
) -> Outcome:
    """Bring in what is new, make new versions of what has changed, archive what is gone.

    Args:
        tell: called with the number of files dealt with.

    Raises:
        SyncFailed: the repository cannot be read; what was dealt with by then stays.
    """
    last = repository.last_commit_id
    found = plan_of(repository, remote)
    rewritten = bool(last) and last != remote.commit.id and not remote.follows(last)
    outcome = Outcome(remote.commit.id, rewritten, len(found.unchanged))
    work = _Work(repository, remote, now, actor, dry_run=dry_run)
    steps: list[tuple[Callable[[Step], Line], Step]] = [
        *((work.new, step) for step in found.new),
        *((work.changed, step) for step in found.changed),
        *((work.moved, step) for step in found.moved),
        *((work.gone, step) for step in found.gone),
    ]
    for number, (do, step) in enumerate(steps, start=1):
        outcome.lines.append(do(step))
        tell(number)
    outcome.lines += [
        Line(path, "ambiguous", problems=[_("The patterns of more than one pillar match this path.")])
        for path in found.ambiguous
    ]
    if not dry_run:
        _note_commit(repository, remote, now)
    return outcome


def _note_commit(repository: Repository, remote: Remote, now: datetime) -> None:
    commit = remote.commit
    repository.last_commit_id, repository.last_commit_title = commit.id, commit.title[:300]
    repository.last_commit_author, repository.last_commit_at = commit.author[:200], commit.at
    repository.synced_at = now
    repository.save(
        update_fields=[
            "last_commit_id",
            "last_commit_title",
            "last_commit_author",
            "last_commit_at",
            "synced_at",
        ]
    )


class _Work:
    """One sync's dealings with its files."""

    def __init__(
        self, repository: Repository, remote: Remote, now: datetime, actor: User | None, *, dry_run: bool
    ) -> None:
        self._repository, self._remote = repository, remote
        self._now, self._actor, self._dry_run = now, actor, dry_run

    def new(self, step: Step) -> Line:
        """A file that was not there: its threads come in; those that were archived come back."""
        return self._read_and("new", step, self._bring_in)

    def changed(self, step: Step) -> Line:
        """A file with another content: threads get new versions, new ones come in, missing ones go."""
        return self._read_and("changed", step, self._bring_up_to_date)

    def moved(self, step: Step) -> Line:
        """The same content at another place."""
        if not self._dry_run:
            self._repository.files.filter(path=step.path).delete()
            self._repository.files.filter(path=step.moved_from).update(path=step.path, changed_at=self._now)
        return Line(step.path, "moved", problems=[_("before: %s") % step.moved_from])

    def gone(self, step: Step) -> Line:
        """A file that is there no more: its threads are archived, never deleted."""
        file = self._repository.files.get(path=step.path)
        threads = self._threads_of(file)
        if not self._dry_run:
            with transaction.atomic():
                self._archive(threads)
                self._repository.files.filter(pk=file.pk).update(state=State.GONE, changed_at=self._now)
        return Line(step.path, "gone", threads=len(threads))

    def _read_and(self, what: str, step: Step, do: Callable[[Step, bytes, list[ParsedThread]], None]) -> Line:
        line = Line(step.path, what)
        try:
            content = self._remote.content(RemoteFile(step.path, step.blob_id))
            reading = read_threads(content, name=step.path)
            line.threads = len(reading.threads)
            line.problems = list(dict.fromkeys(one.hint for one in reading.problems))[:20]
            if not reading.threads:
                raise DomainError(" ".join(line.problems[:3]) or _("The file holds no thread."))
            if not self._dry_run:
                with transaction.atomic():
                    do(step, content, reading.threads)
        except OutOfReach:
            raise
        except DomainError as error:
            line.what, line.problems = "failed", [str(error)]
            if not self._dry_run:
                self._keep(step, State.FAILED, problem=str(error))
        return line

    def _bring_in(self, step: Step, content: bytes, threads: list[ParsedThread]) -> None:
        pillar = Pillar.objects.get(pk=step.pillar)
        bring_in_file(Source(content, name=step.path), pillar=pillar)
        file = self._keep(step, State.PRESENT)
        rows = Thread.objects.in_bulk([one.content_hash for one in threads], field_name="content_hash")
        back = [row.pk for row in rows.values() if row.archived_at is not None]
        back = [pk for pk in back if not Thread.objects.filter(replaces=pk).exists()]
        restore(back, actor=self._actor)
        known = set(file.threads.values_list("thread_id", flat=True))
        FileThread.objects.bulk_create(
            [FileThread(file=file, thread=row) for row in rows.values() if row.pk not in known]
        )

    def _bring_up_to_date(self, step: Step, content: bytes, threads: list[ParsedThread]) -> None:
        file = self._repository.files.get(path=step.path)
        before = self._threads_of(file)
        pairs, additions, missing = _matched(before, threads)
        for old, new in pairs:
            if old.content_hash != new.content_hash:
                self._correct(file, old, new)
        self._archive(missing)
        file.threads.filter(thread__in=missing).delete()
        self._keep(step, State.PRESENT)
        if additions:
            self._bring_in(step, content, additions)

    def _correct(self, file: SourceFile, old: Thread, new: ParsedThread) -> None:
        correction = Correction(
            note=_("Changed in the repository with commit %s.") % self._remote.commit.id[:10],
            subject=new.subject,
            label=new.label,
            messages=new.messages,
            features=new.features,
            metadata=new.metadata,
        )
        made = correct(old, correction, now=self._now, actor=self._actor)
        file.threads.filter(thread=old).update(thread=made)

    def _threads_of(self, file: SourceFile) -> list[Thread]:
        return list(Thread.objects.filter(pk__in=file.threads.values("thread_id")).order_by("pk"))

    def _archive(self, threads: list[Thread]) -> None:
        """Archive the threads that no other file of the repository holds, too."""
        elsewhere = set(
            FileThread.objects.filter(file__repository=self._repository, file__state=State.PRESENT)
            .filter(thread__in=threads)
            .order_by()
            .values_list("thread_id", "file_id")
        )
        files_of: dict[int, int] = {}
        for thread_id, _file_id in elsewhere:
            files_of[thread_id] = files_of.get(thread_id, 0) + 1
        alone = [one.pk for one in threads if files_of.get(one.pk, 0) < 2]
        archive(alone, now=self._now, actor=self._actor)

    def _keep(self, step: Step, state: State, *, problem: str = "") -> SourceFile:
        file, _made = SourceFile.objects.update_or_create(
            repository=self._repository,
            path=step.path,
            defaults={
                "blob_id": step.blob_id,
                "pillar_id": step.pillar,
                "state": state,
                "problem": problem,
                "changed_at": self._now,
            },
        )
        return file


def _matched(
    before: list[Thread], now: list[ParsedThread]
) -> tuple[list[tuple[Thread, ParsedThread]], list[ParsedThread], list[Thread]]:
    """Which thread of the file is which: by content, else by id, else, where one is left, by being it.

    Returns: pairs of before and now, those that are new, those that are missing.
    """
    left, new = list(before), list(now)
    pairs: list[tuple[Thread, ParsedThread]] = []
    for name in ("content_hash", "external_id"):
        by_key = {value: one for one in left if (value := getattr(one, name))}
        for parsed in list(new):
            found = by_key.pop(getattr(parsed, name), None)
            if found is not None:
                pairs.append((found, parsed))
                new.remove(parsed)
                left.remove(found)
    if len(left) == len(new) == 1 and not (left[0].external_id and new[0].external_id):
        pairs.append((left.pop(), new.pop()))
    return pairs, new, left
