"""LLARS' own table of threads, a row a message: what is written to it comes back from it unchanged.

A spreadsheet runs cells that begin with ``= + - @``, a tab or a carriage return as formulas. Such a
cell gets an apostrophe in front, and so does one that begins with an apostrophe itself; taking off
one apostrophe where one of these characters follows gives back every text as it was.
"""

COLUMNS = ("thread", "id", "subject", "label", "metadata", "features", "role", "timestamp", "content")
"""``thread`` tells the rows of a thread apart; what is said once of a thread stands in its first row."""

_DANGEROUS = ("=", "+", "-", "@", "\t", "\r", "'")


def guarded(cell: str) -> str:
    """The cell as it is written."""
    return f"'{cell}" if cell.startswith(_DANGEROUS) else cell


def unguarded(cell: str) -> str:
    """The cell as it was meant."""
    return cell[1:] if cell[:1] == "'" and cell[1:].startswith(_DANGEROUS) else cell
