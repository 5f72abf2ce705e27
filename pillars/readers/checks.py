"""What is odd about a thread though it can be read: remarks for a person who checks a file."""

import re
from collections.abc import Iterator
from itertools import pairwise

from django.utils.translation import gettext as _
from ftfy.badness import is_bad

from pillars.readers.faults import problem
from pillars.readers.parsed import ParsedThread, Problem

SPREADSHEET_LIMITS = (255, 32_767)
"""How many characters old and new spreadsheets keep in a cell; a text of just that length may be cut."""

_SENTENCE_END = tuple(".!?…\"“”»«')")
# What ends the name keeps mail addresses apart, which stand in such brackets, too: <b@example.org>.
TAG = re.compile(
    r"<(?:p|br|div|html|body|table|span|ul|ol|li|b|i|a|blockquote)(?=[\s/>])[^<>]*>", re.IGNORECASE
)
_FROM, _SENT = r"\*?(?:Von|From):\*?[ \t]", r"\*?(?:Gesendet|Sent|Datum|Date):\*?[ \t]"
QUOTE_BEGINS = re.compile(
    r"^[ \t]*[-_]{2,}[ \t]*(?:Urspr(?:ü|u\u0308|ue)ngliche (?:Nachricht|E-?Mail|Mail)"
    r"|Originalnachricht|Original Message)[ \t]*[-_]{2,}[ \t\r]*$"
    rf"|^[ \t]*{_FROM}.{{1,200}}?[ \t]{_SENT}.{{1,200}}?[ \t]\*?(?:An|To|Betreff|Subject):.*$"
    r"|^Am .{6,80} hat .{1,120} geschrieben:\s*$",
    re.MULTILINE | re.IGNORECASE,
)
"""Lines below which a quoted mail stands though nothing else marks it: dividers, heads on a single line."""
_QUOTED = re.compile(
    r"^(?:>.*\n?){2,}|^(?:Am|On) .{6,80}(?:schrieb|wrote)\b.{0,120}:\s*$"
    rf"|^[ \t]*{_FROM}.+\n(?:.+\n)?[ \t]*{_SENT}|^[ \t]*{_SENT}.+\n[ \t]*{_FROM}",
    re.MULTILINE,
)


def remarks(thread: ParsedThread) -> Iterator[Problem]:
    """All that is odd about one thread."""
    yield from _of_the_whole(thread)
    for place, message in enumerate(thread.messages, start=1):
        where = f"{thread.where}, {_('message %d') % place}"
        yield from _of_a_text(message.content, where)


def _of_the_whole(thread: ParsedThread) -> Iterator[Problem]:
    messages = thread.messages
    if len(messages) == 1:
        yield problem(
            "single_message", thread.where, messages[0].content, _("The thread has one message alone.")
        )
    elif len({one.role for one in messages}) == 1:
        hint = _("All messages are of one side. Check who is who in the file.")
        yield problem("missing_side", thread.where, messages[0].role, hint)
    times = [one.timestamp for one in messages if one.timestamp is not None]
    if any(after < before for before, after in pairwise(times)):
        hint = _("A message is older than the one before it; the order of the file is kept.")
        yield problem("times_out_of_order", thread.where, "", hint)


def _of_a_text(text: str, where: str) -> Iterator[Problem]:
    if len(text) in SPREADSHEET_LIMITS and not text.rstrip().endswith(_SENTENCE_END):
        hint = _(
            "The text has just as many characters as a spreadsheet keeps in a cell; its end may be missing."
        )
        yield problem("maybe_cut", where, text[-60:], hint)
    if is_bad(text):
        hint = _("Letters look as if they were decoded wrongly once; they can be repaired on their way in.")
        yield problem("mojibake", where, text, hint)
    if (tag := TAG.search(text)) is not None:
        yield problem("html", where, tag.group(), _("The text has HTML; it can be turned into plain text."))
    if (quoted := _QUOTED.search(text) or QUOTE_BEGINS.search(text)) is not None:
        hint = _("A mail quotes the one before it; what is quoted can be left out.")
        yield problem("quoted_mail", where, quoted.group(), hint)
