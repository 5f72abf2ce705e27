"""Whether a file holds what the end of its name says; it is read by what it holds either way."""

from pathlib import PurePath

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from pillars.readers.faults import problem
from pillars.readers.parsed import Problem

JSON, TABLE, WORKBOOK = "json", "table", "workbook"

_MAY_HOLD = {
    ".json": (JSON,),
    ".jsonl": (JSON,),
    ".ndjson": (JSON,),
    ".csv": (TABLE,),
    ".tsv": (TABLE,),
    ".txt": (TABLE, JSON),
    ".xlsx": (WORKBOOK,),
    ".xlsm": (WORKBOOK,),
    ".xls": (),
}
_HINTS: dict[str, str | Promise] = {
    JSON: _("The file holds JSON and was read as such. If its name is right, it is another file than meant."),
    TABLE: _(
        "The file holds a table as text (CSV) and was read as such. If its name is right, it is another file "
        "than meant."
    ),
    WORKBOOK: _(
        "The file is an Excel workbook and was read as such. If its name is right, it is another file than "
        "meant."
    ),
}


def suffix_notes(name: str, content: str) -> list[Problem]:
    """A note where the name has a known suffix and ``content``, one of the words above, is something else."""
    suffix = PurePath(name).suffix.lower()
    if content in _MAY_HOLD.get(suffix, (content,)):
        return []
    return [problem("suffix_differs", "", suffix, str(_HINTS[content]))]
