"""What can be done to texts on their way in, each only where a person asked for it, and counted."""

import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

import ftfy
from inscriptis import get_text
from mailparser_reply.parser import EmailReplyParser

from pillars.privacy.replacing import replace_personal
from pillars.readers import ParsedThread
from pillars.readers.checks import QUOTE_BEGINS, TAG

_REPLIES = EmailReplyParser(languages=["de", "en"])
# What introduces a forwarded mail goes where the mail itself is gone; above one that is there it stays.
_LAST_DIVIDER = re.compile(
    r"^[ \t]*[-_]{2,}[ \t]*(?:Weitergeleitete Nachricht|Forwarded message)[ \t]*[-_]{2,}\s*\Z",
    re.MULTILINE | re.IGNORECASE,
)


def strip_html(text: str) -> str:
    """The text of an HTML body, with its lines and lists.

    A text without tags, and one of which nothing would be left, stays as it is.
    """
    return (get_text(text).strip() if TAG.search(text) else text) or text


def strip_quoted(text: str) -> str:
    """A mail without the mails quoted below it; where nothing else would be left, it stays as it is."""
    own = _REPLIES.read(text=text).latest_reply or ""
    # The library takes the divider above a head for the reply's last line, and knows fewer of them.
    if (begins := QUOTE_BEGINS.search(own) or _LAST_DIVIDER.search(own)) is not None:
        own = own[: begins.start()]
    return own.strip() or text


def repair_encoding(text: str) -> str:
    """Letters that were decoded wrongly once (``MÃ¼nchen``) as they were meant."""
    return ftfy.fix_encoding(text)


STEPS: Mapping[str, Callable[[str], str]] = {
    "mojibake": repair_encoding,
    "html": strip_html,
    "quoted_mail": strip_quoted,
}
"""By the kind of problem that each takes away, in the order in which they are done."""


@dataclass(slots=True)
class Cleaning:
    """The steps that a person chose; ``changed`` counts the texts that each has changed.

    ``words``: what to put for which value (see ``pillars.privacy``); counted as ``personal`` by place.
    """

    steps: frozenset[str] = frozenset()
    words: Mapping[str, str] = field(default_factory=dict)
    changed: Counter[str] = field(default_factory=Counter)

    def __bool__(self) -> bool:
        return bool(self.steps or self.words)

    def thread(self, thread: ParsedThread) -> ParsedThread:
        """The thread with its messages, its subject and its features cleaned."""
        if not self:
            return thread
        messages = tuple(replace(one, content=self._text(one.content)) for one in thread.messages)
        features = tuple(replace(one, content=self._text(one.content)) for one in thread.features)
        return replace(thread, messages=messages, features=features, subject=self._personal(thread.subject))

    def _text(self, text: str) -> str:
        for name, step in STEPS.items():
            if name in self.steps:
                cleaned = step(text)
                self.changed[name] += cleaned != text
                text = cleaned
        return self._personal(text)

    def _personal(self, text: str) -> str:
        text, replaced = replace_personal(text, self.words)
        self.changed["personal"] += replaced
        return text
