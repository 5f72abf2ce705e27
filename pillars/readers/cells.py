"""Rows of a table out of the store: whole, with too many cells, and cells that hold JSON."""

from typing import Any

from django.utils.translation import gettext as _

from pillars.readers.faults import FileUnreadable, ThreadUnreadable, problem
from pillars.readers.json_stream import decode
from pillars.readers.parsed import Problem
from pillars.readers.row import Row
from pillars.readers.row_store import Group


def rows_of(group: Group) -> list[Row]:
    """A thread's rows in the file's order."""
    return [Row(line, cells) for line, cells in group.entries]


def json_cell(text: str, line: int, column: str) -> Any:
    """The value of a cell.

    Raises:
        ThreadUnreadable: the cell is no JSON, or has a key twice.
    """
    try:
        return decode(text)
    except FileUnreadable as error:
        raise ThreadUnreadable(*error.problems) from None
    except (ValueError, RecursionError):
        where, hint = f"{_('line %d') % line}, {column}", _("JSON is expected in this cell.")
        raise ThreadUnreadable(problem("json_broken", where, text, hint)) from None


def row_too_long(row: Row, columns: int) -> Problem | None:
    """That a row has more cells than the table has columns; ``None`` where it has not."""
    if len(row.cells) <= columns:
        return None
    hint = _("The row has more cells than there are columns. Put texts with separators in quotation marks.")
    return problem("row_too_long", _("line %d") % row.line, row.cells[columns], hint)
