"""Files that are no threads at all, told by how they begin, whatever their names say."""

import re

from django.utils.translation import gettext as _

from pillars.readers.faults import FileUnreadable, problem

_BEGINNINGS = {
    b"%PDF": "PDF",
    b"\x89PNG": "PNG",
    b"\xff\xd8\xff": "JPEG",
    b"GIF8": "GIF",
    b"\x1f\x8b": "gzip",
    b"7z\xbc\xaf": "7z",
    b"Rar!": "RAR",
    b"\xd0\xcf\x11\xe0": "Office 97 (.doc, .xls)",
    b"SQLite format 3": "SQLite",
    b"PAR1": "Parquet",
    b"{\\rtf": "RTF",
}


# Without zero bytes and marks for the byte order: an English tag in UTF-16 is then as in the other encodings.
_NO_LETTERS = re.compile(rb"\0|^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)")
# Each comment ends where it first can, for good: else many of them could be cut in ever so many ways.
_MARKUP = re.compile(
    rb"\s*(?>(?:<!--.*?-->\s*)*)(?:(?P<html><!doctype\s+html\b|<(?:html|head|body|table)\b[^<>]*>\s*<)|<\?xml\s)",
    re.IGNORECASE | re.DOTALL,
)
# A table may have tags in its cells: then a separator stands behind the one that closes the first cell.
_CELL = re.compile(rb"[^\r\n]*</\w+>\"?[ ]*[,;|\t]", re.IGNORECASE)


def refuse_foreign(head: bytes) -> None:
    """Raises ``FileUnreadable`` for a file of a kind that holds no threads; ``head``: how it begins."""
    for beginning, name in _BEGINNINGS.items():
        if head.startswith(beginning):
            hint = (
                _("This is a file of another kind (%s). Threads come as JSON, JSON lines, CSV or .xlsx.")
                % name
            )
            raise FileUnreadable(problem("foreign_file", "", name, hint))
    _refuse_markup(_NO_LETTERS.sub(b"", head))


def _refuse_markup(head: bytes) -> None:
    found = _MARKUP.match(head)
    if found is None or _CELL.match(head):
        return
    name = "HTML" if found["html"] else "XML"
    hint = _(
        "This is %s. Open it in the program it comes from, or in a spreadsheet, and save its threads as "
        "JSON, JSON lines, CSV or .xlsx."
    )
    raise FileUnreadable(problem("foreign_file", "", name, hint % name))
