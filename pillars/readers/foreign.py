"""Files that are no threads at all, told by how they begin, whatever their names say."""

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


def refuse_foreign(head: bytes) -> None:
    """Raises ``FileUnreadable`` for a file of a kind that holds no threads."""
    for beginning, name in _BEGINNINGS.items():
        if head.startswith(beginning):
            hint = (
                _("This is a file of another kind (%s). Threads come as JSON, JSON lines, CSV or .xlsx.")
                % name
            )
            raise FileUnreadable(problem("foreign_file", "", name, hint))
