"""One file of threads, opened: how it was understood, and its threads one after the other."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from pillars.readers.checks import remarks
from pillars.readers.decoding import find_encoding, open_text
from pillars.readers.documents import Document, Table, read_document
from pillars.readers.drafts import ThreadDraft
from pillars.readers.faults import FileUnreadable, ThreadUnreadable, problem, shown
from pillars.readers.foreign import refuse_foreign
from pillars.readers.forms import form_of, forms
from pillars.readers.forms.base import Form, Hints
from pillars.readers.forms.long_table import FORM as LONG_TABLE
from pillars.readers.giveaways import giveaways
from pillars.readers.options import ReadOptions
from pillars.readers.parsed import ParsedThread, Problem, Reading, RoleSeen, UnreadableThread
from pillars.readers.problem_log import ProblemLog
from pillars.readers.roles import Roles
from pillars.readers.source import Source
from pillars.readers.suffixes import JSON, TABLE, WORKBOOK, suffix_notes
from pillars.readers.workbooks import is_zip, read_workbook

_NAMED_ROLES = 20
_SAMPLES = 3
_HEAD = 1024


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

    def __init__(self, source: Source, options: ReadOptions, *, thorough: bool) -> None:
        self.form = self.form_title = self.why = ""
        self.encoding = self.delimiter = ""
        self.columns: list[ColumnGuess] = []
        self.roles: dict[str, RoleSeen] = {}
        self.log = ProblemLog()
        self.failed = 0
        self.is_broken = False
        self._thorough = thorough
        self._hints = Hints(Roles(options.role_map), options.column_map or None)
        self._unknown_roles: Counter[str] = Counter()
        self._what: tuple[Form, Document] | None = None
        try:
            self._open(self._document(source, options), options.form)
        except FileUnreadable as error:
            self._break(error)

    def outcomes(self) -> Iterator[ParsedThread | UnreadableThread]:
        """The threads in the file's order, for tables in that of their first rows; to be called once.

        Where the file breaks off (``is_broken``), what came before it was given out already.
        """
        if self._what is None:
            return
        form, document = self._what
        notes: list[Problem] = []
        try:
            for draft in form.drafts(document, self._hints, notes):
                yield self._finished(draft)
        except FileUnreadable as error:
            self._break(error)
        self.log.add(notes)
        self._tell_unknown_roles()

    def reading(self) -> Reading:
        """All of it at once; a file that breaks off gives no thread."""
        threads: list[ParsedThread] = []
        unreadable: list[UnreadableThread] = []
        for outcome in self.outcomes():
            if isinstance(outcome, ParsedThread):
                threads.append(outcome)
            else:
                unreadable.append(outcome)
        return Reading(
            format=self.form,
            encoding=self.encoding,
            threads=[] if self.is_broken else threads,
            problems=self.log.kept,
            failed=self.failed,
            unreadable=unreadable,
            roles=self.roles,
        )

    def _finished(self, draft: ThreadDraft) -> ParsedThread | UnreadableThread:
        for (said, role), count in draft.said.items():
            self.roles.setdefault(said, RoleSeen(role)).count += count
        try:
            thread = draft.finish()
        except ThreadUnreadable as error:
            self.failed += 1
            self._log_faults(error.problems)
            self.log.add(draft.notes)
            return UnreadableThread(draft.where, draft.raw, error.problems)
        self.log.add(draft.notes)
        self.log.add(giveaways([thread]))
        if self._thorough:
            self.log.add(remarks(thread))
        return thread

    def _log_faults(self, problems: Iterable[Problem]) -> None:
        """Take down faults; a role that is not understood is named once."""
        for one in problems:
            if one.kind == "unknown_role":
                self._unknown_roles[one.value] += 1
                if self._unknown_roles[one.value] > 1:
                    continue
            self.log.add([one])

    def _tell_unknown_roles(self) -> None:
        """Name all roles that were not understood in the hint of each."""
        if self._unknown_roles:
            hint = _hint_on_roles(self._unknown_roles)
            self.log.kept = [
                replace(one, hint=hint) if one.kind == "unknown_role" else one for one in self.log.kept
            ]

    def _break(self, error: FileUnreadable) -> None:
        self.is_broken = True
        self.log.add(error.problems)

    def _document(self, source: Source, options: ReadOptions) -> Document:
        head = source.head(_HEAD)
        refuse_foreign(head)
        if is_zip(head):
            table, notes = read_workbook(source)
            self.encoding = "xlsx"
            self.log.add([*suffix_notes(source.name, WORKBOOK), *notes])
            return table
        encoding = find_encoding(source, options.encoding)
        self.encoding = encoding.name
        self.log.add(encoding.doubts)
        document = read_document(lambda: open_text(source, encoding), options.delimiter)
        self.log.add(suffix_notes(source.name, TABLE if isinstance(document, Table) else JSON))
        return document

    def _look_at(self, document: Document, meanings: Mapping[str, str]) -> None:
        if not isinstance(document, Table):
            return
        self.delimiter = document.delimiter
        for place, name in enumerate(document.columns):
            cells = (row.cells[place] for row in document.sample if place < len(row.cells))
            samples = tuple(dict.fromkeys(shown(cell) for cell in cells if cell.strip()))[:_SAMPLES]
            self.columns.append(ColumnGuess(name, meanings.get(name, ""), samples))

    def _open(self, document: Document, key: str) -> None:
        hints = self._hints
        form = form_of(key) if key else next((one for one in forms() if one.matches(document, hints)), None)
        self._look_at(document, (form or LONG_TABLE).meanings(document, hints))
        if form is None:
            raise FileUnreadable(_unknown_form(document))
        if key and not form.matches(document, hints):
            hint = _("The file does not have this form: %s.") % form.title
            raise FileUnreadable(problem("unknown_form", "", key, hint))
        form.check(document, hints)
        self.form, self.form_title = form.name, str(form.title)
        self.why = _("chosen by you") if key else _("recognised %s") % form.known_by
        self._what = form, document


def open_threads(source: Source, options: ReadOptions | None = None, *, thorough: bool = False) -> ThreadFile:
    """Open a file of threads; ``thorough`` looks for what is odd about each thread, too.

    Raises:
        InvalidInput: a map is wrong in itself or does not fit the file, or there is no such form.
        OSError: the path cannot be read.
    """
    return ThreadFile(source, options or ReadOptions(), thorough=thorough)


def _unknown_form(document: Document) -> Problem:
    if isinstance(document, Table):
        hint = _(
            "The columns are not understood. A table has one row a message, with columns for thread, role "
            'and text; name them with column_map, for example {"thread": "…", "role": "…", "content": "…"}.'
        )
        return problem("unknown_form", "", ", ".join(document.columns), hint)
    if not document.sample:
        return problem("no_threads", "", "", _("The file holds no thread."))
    first = next((one for one in document.sample if isinstance(one, dict)), document.sample[0])
    hint = _(
        "The JSON is not understood. A thread is an object with a list “messages”, each with a “role” and a "
        "“content”; a file is one thread, a list of them, or an object with a list “threads”."
    )
    return problem("unknown_form", "", ", ".join(first) if isinstance(first, dict) else first, hint)


def _hint_on_roles(counts: Counter[str]) -> str:
    """One hint for all roles that were not understood, with the first of them."""
    named = list(counts.items())[:_NAMED_ROLES]
    listed = ", ".join(
        _("“%(value)s” (%(count)d×)") % {"value": value, "count": count} for value, count in named
    )
    if len(named) < len(counts):
        listed += ", …"
    return _(
        "Whether counsellor or client wrote is not clear for: %(values)s. "
        'Say it with role_map, for example {"%(example)s": "client"}; the word "leave_out" leaves the '
        "messages out."
    ) % {"values": listed, "example": next(iter(counts), "")}
