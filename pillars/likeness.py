"""Near-duplicates: threads that say the same but for case, spaces and punctuation; told, and kept."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from hashlib import sha256

from django.utils.translation import gettext as _

from pillars.models import Thread
from pillars.readers.faults import problem
from pillars.readers.parsed import ParsedThread, Problem

_NO_WORD = re.compile(r"[\W_]+")


def normalised_hash(texts: Iterable[str]) -> str:
    """SHA-256 over the words of a thread's messages in their order, whatever the case and punctuation.

    A text without any word (only emoji, say) counts as it is, lest all of these be alike.
    """
    digest = sha256()
    for text in texts:
        plain = unicodedata.normalize("NFC", text).casefold()
        words = _NO_WORD.sub(" ", plain).strip()
        digest.update((words or plain.strip()).encode() + b"\0")
    return digest.hexdigest()


def normalised_hash_of(thread: ParsedThread) -> str:
    """The normalised hash of a thread's messages."""
    return normalised_hash(message.content for message in thread.messages)


class LikenessSearch:
    """Finds near-duplicates of a file's threads, in the file and in what is there; asked batch by batch."""

    def __init__(self) -> None:
        self._first_at: dict[str, str] = {}

    def problems(
        self, batch: Mapping[str, ParsedThread], normalised: Mapping[str, str], new: Iterable[str]
    ) -> list[Problem]:
        """Say which threads of a batch are nearly the same as an earlier one.

        Args:
            batch: the threads by their content hash, in the file's order.
            normalised: their normalised hashes by the same key.
            new: the keys of those that are not known by their very content; only these are told.
        """
        told = set(new)
        in_file: list[Problem] = []
        first_here: dict[str, ParsedThread] = {}
        for key, thread in batch.items():
            first = self._first_at.setdefault(normalised[key], thread.where)
            if key not in told:
                continue
            if first == thread.where:
                first_here[normalised[key]] = thread
            else:
                in_file.append(_nearly_twice(thread, first))
        return in_file + _nearly_there(first_here)


def _nearly_twice(thread: ParsedThread, first: str) -> Problem:
    hint = _(
        "But for case, spaces and punctuation it says the same as %s. Both are kept; "
        "if they are one thread, take one of them out of the file."
    )
    return problem("nearly_twice", thread.where, thread.external_id, hint % first)


def _nearly_there(wanted: Mapping[str, ParsedThread]) -> list[Problem]:
    # Archived threads are left out: a corrected thread is like its earlier versions.
    rows = Thread.objects.active().filter(normalised_hash__in=list(wanted)).order_by("-pk")
    there = {row.normalised_hash: row for row in rows.only("pk", "normalised_hash")}
    hint = _(
        "But for case, spaces and punctuation it says the same as thread %d, which is there already. "
        "Both are kept; if they are one thread, leave this one out."
    )
    return [
        problem("nearly_there", thread.where, thread.external_id, hint % row.pk)
        for key, thread in wanted.items()
        if (row := there.get(key)) is not None
    ]
