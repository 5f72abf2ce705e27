"""One file of threads, opened: how it was understood, and its threads one after the other."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from pillars.readers.checks import remarks
from pillars.readers.decoding import decode
from pillars.readers.documents import Document, Table, read_document
from pillars.readers.faults import FileUnreadable, problem, shown
from pillars.readers.foreign import refuse_foreign
from pillars.readers.forms import form_of, forms
from pillars.readers.forms.base import Hints
from pillars.readers.forms.long_table import FORM as LONG_TABLE
from pillars.readers.giveaways import giveaways
from pillars.readers.options import ReadOptions
from pillars.readers.parsed import ParsedThread, Problem, Reading, RoleSeen, UnreadableThread
from pillars.readers.problem_log import ProblemLog
from pillars.readers.roles import Roles
from pillars.readers.source import Source
from pillars.readers.workbooks import is_zip, read_workbook

_NAMED_ROLES = 20
_SAMPLES = 3


@dataclass(frozen=True, slots=True)
class ColumnGuess:
    """A table's column, what it is taken for (``""``: metadata), and some of its values."""

    name: str
    meaning: str
    samples: tuple[str, ...]


class ThreadFile:
    """A file that was opened; ``log``, ``roles`` and ``failed`` are whole when ``outcomes`` is at its end.

    ``form``: the key of its form, ``""`` where none fits; ``why`` says what it was recognised by;
    ``is_broken``: nothing, or only its beginning, could be read.
    """

    def __init__(self, *, thorough: bool) -> None:
        self.form = self.form_title = self.why = ""
        self.encoding = self.delimiter = ""
        self.columns: list[ColumnGuess] = []
        self.roles: dict[str, RoleSeen] = {}
        self.log = ProblemLog()
        self.failed = 0
        self.is_broken = False
        self._thorough = thorough
        self._reading = Reading()

    def open(self, source: Source, options: ReadOptions) -> None:
        """Find out what the file is, and read it."""
        hints = Hints(Roles(options.role_map), options.column_map or None)
        try:
            document = self._document(source.read(), options)
            self._read(document, hints, options.form)
        except FileUnreadable as error:
            self._reading.problems += error.problems
            self.is_broken = True
        self._reading.encoding, self._reading.format = self.encoding, self.form
        self._reading.problems = _with_role_hints(self._reading.problems) + giveaways(self._reading.threads)
        self.roles, self.failed = self._reading.roles, self._reading.failed
        self.log.add(self._reading.problems)

    def _document(self, raw: bytes, options: ReadOptions) -> Document:
        refuse_foreign(raw)
        if is_zip(raw):
            table, notes = read_workbook(raw)
            self.encoding = "xlsx"
            self._reading.problems += notes
            return table
        text, self.encoding, doubts = decode(raw, options.encoding)
        del raw  # as large as the text
        self._reading.problems += doubts
        return read_document(text, options.delimiter)

    def outcomes(self) -> Iterator[ParsedThread | UnreadableThread]:
        """The threads in the file's order of both kinds: those that can be read, then those that cannot."""
        for thread in self._reading.threads:
            if self._thorough:
                self.log.add(remarks(thread))
            yield thread
        yield from self._reading.unreadable

    def reading(self) -> Reading:
        """All of it at once."""
        return self._reading

    def _look_at(self, document: Document, meanings: Mapping[str, str]) -> None:
        if not isinstance(document, Table):
            return
        self.delimiter = document.delimiter
        for place, name in enumerate(document.columns):
            cells = (row.cells[place] for row in document.rows[:50] if place < len(row.cells))
            samples = tuple(dict.fromkeys(shown(cell) for cell in cells if cell.strip()))[:_SAMPLES]
            self.columns.append(ColumnGuess(name, meanings.get(name, ""), samples))

    def _read(self, document: Document, hints: Hints, key: str) -> None:
        form = form_of(key) if key else next((one for one in forms() if one.matches(document, hints)), None)
        self._look_at(document, (form or LONG_TABLE).meanings(document, hints))
        if form is None:
            raise FileUnreadable(_unknown_form(document))
        if key and not form.matches(document, hints):
            hint = _("The file does not have this form: %s.") % form.title
            raise FileUnreadable(problem("unknown_form", "", key, hint))
        self.form, self.form_title = form.name, str(form.title)
        self.why = _("chosen by you") if key else _("recognised %s") % form.known_by
        self._reading.roles.clear()
        read = form.read(document, hints)
        read.problems = self._reading.problems + read.problems
        self._reading = read


def open_threads(source: Source, options: ReadOptions | None = None, *, thorough: bool = False) -> ThreadFile:
    """Open a file of threads; ``thorough`` looks for what is odd about each thread, too.

    Raises:
        InvalidInput: a map is wrong in itself or does not fit the file, or there is no such form.
        OSError: the path cannot be read.
    """
    file = ThreadFile(thorough=thorough)
    file.open(source, options or ReadOptions())
    return file


def _unknown_form(document: Document) -> Problem:
    if isinstance(document, Table):
        hint = _(
            "The columns are not understood. A table has one row a message, with columns for thread, role "
            'and text; name them with column_map, for example {"thread": "…", "role": "…", "content": "…"}.'
        )
        return problem("unknown_form", "", ", ".join(document.columns), hint)
    if not document.records:
        return problem("no_threads", "", "", _("The file holds no thread."))
    first = document.records[0]
    hint = _(
        "The JSON is not understood. A thread is an object with a list “messages”, each with a “role” and a "
        "“content”; a file is one thread, a list of them, or an object with a list “threads”."
    )
    return problem("unknown_form", "", ", ".join(first) if isinstance(first, dict) else first, hint)


def _with_role_hints(problems: list[Problem]) -> list[Problem]:
    """One problem for each role that was not understood, with the first of them all in its hint."""
    counts = Counter(one.value for one in problems if one.kind == "unknown_role")
    named = list(counts.items())[:_NAMED_ROLES]
    listed = ", ".join(
        _("“%(value)s” (%(count)d×)") % {"value": value, "count": count} for value, count in named
    )
    if len(named) < len(counts):
        listed += ", …"
    hint = _(
        "Whether counsellor or client wrote is not clear for: %(values)s. "
        'Say it with role_map, for example {"%(example)s": "client"}.'
    ) % {"values": listed, "example": next(iter(counts), "")}
    told: set[str] = set()
    result = []
    for one in problems:
        if one.kind != "unknown_role":
            result.append(one)
        elif one.value not in told:
            told.add(one.value)
            result.append(replace(one, hint=hint))
    return result
