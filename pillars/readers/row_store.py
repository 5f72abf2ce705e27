"""Rows of a table by thread, however many there are: kept in a nameless temporary database on disk."""

import json
import sqlite3
from collections.abc import Iterator
from types import TracebackType
from typing import Self

from pillars.readers.row import Row

_AT_ONCE = 1000


class RowStore:
    """Takes rows in the file's order; gives them back thread by thread, in the order of their first rows."""

    def __init__(self) -> None:
        # An empty name makes SQLite put the database into a temporary file that it deletes itself.
        self._database = sqlite3.connect("")
        self._database.execute("CREATE TABLE rows (thread INTEGER, line INTEGER, cells TEXT)")
        self._numbers: dict[str, int] = {}
        self._waiting: list[tuple[int, int, str]] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._database.close()

    def __len__(self) -> int:
        return len(self._numbers)

    def add(self, key: str, row: Row) -> None:
        """Put a row to its thread."""
        number = self._numbers.setdefault(key, len(self._numbers))
        self._waiting.append((number, row.line, json.dumps(row.cells)))
        if len(self._waiting) >= _AT_ONCE:
            self._write()

    def threads(self) -> Iterator[tuple[str, list[Row]]]:
        """Each thread's key with its rows."""
        self._write()
        self._database.execute("CREATE INDEX IF NOT EXISTS by_thread ON rows (thread)")
        keys = list(self._numbers)
        found = self._database.execute("SELECT thread, line, cells FROM rows ORDER BY thread, rowid")
        number, rows = 0, list[Row]()
        for thread, line, cells in found:
            if thread != number:
                yield keys[number], rows
                number, rows = thread, []
            rows.append(Row(line, json.loads(cells)))
        if rows:
            yield keys[number], rows

    def _write(self) -> None:
        self._database.executemany("INSERT INTO rows VALUES (?, ?, ?)", self._waiting)
        self._waiting.clear()
