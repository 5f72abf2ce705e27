"""Rows and records by thread, however many there are: kept in a nameless temporary database on disk."""

import json
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self

from django.utils.translation import gettext as _

from pillars.readers.drafts import ThreadDraft
from pillars.readers.faults import problem
from pillars.readers.json_stream import MOST_CHARS
from pillars.readers.parsed import Problem

_AT_ONCE = 1000
_WAITING_CHARS = 4 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Group:
    """What a file has of one thread: its entries in the file's order, each with its number or line.

    One of more characters than the store allows has its first entry alone, and ``fault`` says so.
    """

    key: str
    entries: list[tuple[int, Any]]
    fault: Problem | None = None

    def unreadable(self) -> ThreadDraft:
        """The draft that says why the group is no thread."""
        draft = ThreadDraft(_("thread %s") % self.key, raw=[entry for _number, entry in self.entries])
        draft.faults += [self.fault] if self.fault else []
        return draft


class RowStore:
    """Takes rows or records in the file's order; gives them back thread by thread, by their first ones.

    ``most_chars``: a thread of more is not given back, since it would have to be in memory whole.
    """

    def __init__(self, most_chars: int = MOST_CHARS) -> None:
        self._most_chars = most_chars
        # An empty name makes SQLite put the database into a temporary file that it deletes itself.
        self._database = sqlite3.connect("")
        # The size stands before the entry, so that adding sizes up reads no more than a row's beginning.
        self._database.execute("CREATE TABLE entries (thread BLOB, number INTEGER, size INTEGER, entry TEXT)")
        self._waiting: list[tuple[bytes, int, int, str]] = []
        self._waiting_chars = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._database.close()

    def add(self, key: str, number: int, entry: Any) -> None:
        """Put a row or a record, any value that JSON can have, to its thread."""
        text = json.dumps(entry)
        # A key of a JSON file may hold halves of surrogate pairs.
        self._waiting.append((key.encode("utf-8", "surrogatepass"), number, len(text), text))
        self._waiting_chars += len(text)
        if len(self._waiting) >= _AT_ONCE or self._waiting_chars > _WAITING_CHARS:
            self._write()

    def groups(self) -> Iterator[Group]:
        """Each thread's entries; may be called again."""
        self._write()
        self._database.execute("CREATE INDEX IF NOT EXISTS by_thread ON entries (thread)")
        threads = self._database.execute(
            "SELECT thread, MIN(rowid) AS first, SUM(size) FROM entries GROUP BY thread ORDER BY first"
        )
        for thread, _first, size in threads:
            key = thread.decode("utf-8", "surrogatepass")
            if size > self._most_chars:
                yield Group(key, self._entries(thread, 1), self._too_large(key))
            else:
                yield Group(key, self._entries(thread, -1))

    def _entries(self, thread: bytes, most: int) -> list[tuple[int, Any]]:
        found = self._database.execute(
            "SELECT number, entry FROM entries WHERE thread = ? ORDER BY rowid LIMIT ?", (thread, most)
        )
        return [(number, json.loads(entry)) for number, entry in found]

    def _write(self) -> None:
        self._database.executemany("INSERT INTO entries VALUES (?, ?, ?, ?)", self._waiting)
        self._waiting.clear()
        self._waiting_chars = 0

    def _too_large(self, key: str) -> Problem:
        hint = _(
            "A thread of more than %d million characters is not read. Check which column names the thread."
        )
        return problem("too_large", _("thread %s") % key, "", hint % (self._most_chars // 1024**2))
