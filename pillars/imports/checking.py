"""Check an uploaded file: what it is, what is in it, and what would go wrong, before anything is written."""

import hashlib
import heapq
import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from pillars.imports import storage
from pillars.imports.cleaning import STEPS
from pillars.imports.how_read import HowRead
from pillars.imports.preview import kept
from pillars.models import ImportRun, Thread
from pillars.privacy.replacing import Census
from pillars.readers import ParsedThread, ThreadFile, UnreadableThread, open_threads
from pillars.readers.kinds import kind_title
from pillars.readers.source import Source

PREVIEWED = 5
EXAMPLES = 20
LONGEST = 200
_AT_ONCE = 500
_NOT_A_LETTER = re.compile(r"\W+")


def check_file(run: ImportRun, *, tell: Callable[[int], None] = lambda threads: None) -> dict[str, Any]:
    """Read the whole file as the import would, and gather what a person has to know.

    Args:
        tell: called now and then with the number of threads seen so far.

    Returns: what ``ImportRun.findings`` keeps; see ``_Gathered.as_dict``.

    Raises:
        InvalidInput: a map names columns or roles that cannot be.
    """
    source = Source(storage.file_of(run), name=run.file_name)
    file = open_threads(source, HowRead.of(run).options(), thorough=True)
    gathered = _Gathered(file)
    for number, thread in enumerate(_readable(file, gathered), start=1):
        gathered.take(thread)
        if number % _AT_ONCE == 0:
            gathered.compare()
            tell(number)
    gathered.compare()
    return gathered.as_dict()


def _readable(file: ThreadFile, gathered: "_Gathered") -> Iterator[ParsedThread]:
    for outcome in file.outcomes():
        if isinstance(outcome, UnreadableThread):
            gathered.unreadable += 1
        else:
            yield outcome


class _Gathered:
    """What is known of the file so far; texts are not kept, but for the preview."""

    def __init__(self, file: ThreadFile) -> None:
        self._file = file
        self.unreadable = 0
        self._sums: Counter[str] = Counter()
        self._preview: list[dict[str, Any]] = []
        self._longest: list[tuple[int, str]] = []
        self._digests: set[str] = set()
        self._alike: set[bytes] = set()
        self._fresh: set[str] = set()
        self._census = Census()

    def take(self, thread: ParsedThread) -> None:
        """One readable thread."""
        self._sums.update(threads=1, messages=len(thread.messages), features=len(thread.features))
        if len(self._preview) < PREVIEWED:
            self._preview.append(kept(thread))
        texts = [*(one.content for one in thread.messages), *(one.content for one in thread.features)]
        entry = (sum(map(len, texts)), thread.where)
        (heapq.heappushpop if len(self._longest) >= LONGEST else heapq.heappush)(self._longest, entry)
        for text in (thread.subject, *texts):
            self._census.look_at(text, where=thread.where)
        self._look_for_twins(thread, texts)

    def _look_for_twins(self, thread: ParsedThread, texts: list[str]) -> None:
        digest = thread.content_hash
        alike = hashlib.sha256("\0".join(_NOT_A_LETTER.sub(" ", one.casefold()) for one in texts).encode())
        if digest in self._digests:
            self._sums["twice"] += 1
            return
        if alike.digest() in self._alike:
            self._sums["nearly_twice"] += 1
        self._digests.add(digest)
        self._alike.add(alike.digest())
        self._fresh.add(digest)

    def compare(self) -> None:
        """Count which of the threads taken since the last time are in LLARS already."""
        known = Thread.objects.filter(content_hash__in=self._fresh).count() if self._fresh else 0
        self._sums["known"] += known
        self._fresh.clear()

    def as_dict(self) -> dict[str, Any]:
        """All of it as JSON has it."""
        file = self._file
        return {
            "form": file.form,
            "why": file.why,
            "encoding": file.encoding,
            "delimiter": file.delimiter,
            "is_broken": file.is_broken,
            "columns": [
                {"name": one.name, "meaning": one.meaning, "samples": list(one.samples)}
                for one in file.columns
            ],
            "roles": [
                {"value": value, "role": seen.role, "count": seen.count} for value, seen in file.roles.items()
            ],
            "threads": 0 if file.is_broken else self._sums["threads"],
            "messages": self._sums["messages"],
            "features": self._sums["features"],
            "unreadable": max(self.unreadable, file.failed),
            "twice": self._sums["twice"],
            "nearly_twice": self._sums["nearly_twice"],
            "known": self._sums["known"],
            "preview": self._preview,
            "problems": self._problems(),
            "cleanable": [kind for kind in STEPS if file.log.counts[kind]],
            "longest": [list(entry) for entry in sorted(self._longest, reverse=True)],
            "personal_counts": {kind.value: count for kind, count in self._census.counts.items()},
            "personal": [
                {"kind": one.kind.value, "value": one.value, "count": one.count, "example": one.example,
                 "where": one.where, "is_sure": one.is_sure}
                for one in self._census.ordered()
            ],
        }  # fmt: skip

    def _problems(self) -> list[dict[str, Any]]:
        log = self._file.log
        return [
            {
                "kind": kind,
                "title": str(kind_title(kind)),
                "count": count,
                "examples": [one.as_dict() for one in log.kept if one.kind == kind][:EXAMPLES],
            }
            for kind, count in log.counts.most_common()
        ]
