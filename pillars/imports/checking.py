"""Check an uploaded file: what it is, what is in it, and what would go wrong, before anything is written."""

import heapq
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from pillars.imports import storage
from pillars.imports.cleaning import STEPS
from pillars.imports.how_read import HowRead
from pillars.imports.preview import kept
from pillars.likeness import LikenessSearch, normalised_hash_of
from pillars.models import ImportRun, Thread
from pillars.privacy.replacing import Census
from pillars.readers import ParsedThread, ThreadFile, UnreadableThread, open_threads
from pillars.readers.problem_log import by_kind
from pillars.readers.source import Source

PREVIEWED = 5
EXAMPLES = 20
LONGEST = 200
_AT_ONCE = 500


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
        self._fresh: dict[str, ParsedThread] = {}
        self._likeness = LikenessSearch()
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
        digest = thread.content_hash
        if digest in self._digests:
            self._sums["twice"] += 1
            return
        self._digests.add(digest)
        self._fresh[digest] = thread

    def compare(self) -> None:
        """Find out which of the threads taken since the last time are, or nearly are, elsewhere too."""
        if not self._fresh:
            return
        rows = Thread.objects.filter(content_hash__in=list(self._fresh)).order_by()
        known = set(rows.values_list("content_hash", flat=True))
        normalised = {digest: normalised_hash_of(thread) for digest, thread in self._fresh.items()}
        new = [digest for digest in self._fresh if digest not in known]
        self._sums["known"] += len(known)
        self._file.log.add(self._likeness.problems(self._fresh, normalised, new))
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
            "nearly_twice": file.log.counts["nearly_twice"],
            "nearly_there": file.log.counts["nearly_there"],
            "known": self._sums["known"],
            "preview": self._preview,
            "problems": by_kind(
                (one.as_dict() for one in file.log.kept), file.log.counts, examples=EXAMPLES
            ),
            "cleanable": [kind for kind in STEPS if file.log.counts[kind]],
            "longest": [list(entry) for entry in sorted(self._longest, reverse=True)],
            "personal_counts": {kind.value: count for kind, count in self._census.counts.items()},
            "personal": [
                {"kind": one.kind.value, "value": one.value, "count": one.count, "example": one.example,
                 "where": one.where, "is_sure": one.is_sure}
                for one in self._census.ordered()
            ],
        }  # fmt: skip
