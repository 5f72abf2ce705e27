"""Which column of a table is what: the caller's word, else a guess by German and English names."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from llars.errors import InvalidInput

# The likeliest name first; "id" alone is a thread's only where nothing says so more clearly.
_NAMES = {
    "thread": (
        "thread", "thread_id", "threadid", "chat_id", "chat", "conversation_id", "conversation",
        "dialogue_id", "dialog_id", "case_id", "case", "fall_id", "fall", "fallnummer", "fall_nr",
        "fallnr", "fallkennung", "verlauf_id", "verlaufs_id", "verlauf", "beratung_id", "beratungs_id",
        "beratung", "gespraech_id", "gespraechs_id", "gespraech",
        "konversation", "vorgang", "vorgang_nr", "vorgangsnummer", "session_id", "id",
    ),
    "role": (
        "role", "rolle", "is_counsellor", "is_counselor", "ist_beratend", "sender", "absender", "speaker",
        "sprecher", "author", "autor", "autorin", "verfasser", "verfasserin", "absenderin", "wer_schrieb",
        "wer_spricht", "geschrieben_von", "von_wem", "from", "von",
    ),
    "content": (
        "content", "text", "message", "nachricht", "inhalt", "body", "message_text", "nachrichtentext",
        "mail", "mailtext", "inhalt_der_mail", "text_der_mail", "text_der_nachricht",
    ),
    "timestamp": (
        "timestamp", "zeitstempel", "time", "zeit", "zeitpunkt", "datetime", "date", "datum", "sent_at",
        "gesendet_am", "gesendet", "wann",
        "created_at", "erstellt_am", "eingang", "eingangsdatum", "eingegangen_am",
    ),
    "subject": ("subject", "betreff", "title", "titel", "thema", "topic"),
    "label": ("label", "kennzeichnung"),
}  # fmt: skip
FLAG_COLUMNS = frozenset({"is_counsellor", "is_counselor", "ist_beratend"})
REQUIRED = ("thread", "role", "content")
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})


def plain_name(column: str) -> str:
    """A column's name without case, spaces, hyphens and umlauts."""
    return re.sub(r"[\s_\-.]+", "_", column.strip().casefold().translate(_UMLAUTS)).strip("_")


@dataclass(frozen=True, slots=True)
class Columns:
    """Our words (``thread``, ``role``, ``content`` …) and the columns they stand for."""

    of: Mapping[str, str]
    features: tuple[str, ...] = ()

    @property
    def missing(self) -> list[str]:
        """The words without which a long table cannot be read and that have no column."""
        return [word for word in REQUIRED if word not in self.of]

    @property
    def role_is_flag(self) -> bool:
        """Whether the role's column says yes or no to ``is_counsellor``."""
        return plain_name(self.of["role"]) in FLAG_COLUMNS


def check_names(given: Mapping[str, Any], words: Sequence[str], columns: Sequence[str]) -> None:
    """See that a column map has only known words, and names only columns that are there.

    Raises:
        InvalidInput: it does not.
    """
    unknown = sorted(set(given) - set(words))
    if unknown:
        raise _refused(
            _("Unknown words: %(unknown)s. Known are: %(known)s.")
            % {"unknown": ", ".join(unknown), "known": ", ".join(words)}
        )
    features = given.get("features") or []
    if not isinstance(features, list):
        raise _refused(_("“features” must be a list of columns."))
    named = [value for word, value in given.items() if word != "features"]
    for column in [*named, *features]:
        if column not in columns:
            raise _refused(
                _("There is no column “%(column)s”. The columns are: %(columns)s.")
                % {"column": column, "columns": ", ".join(columns)}
            )


def find_columns(columns: Sequence[str], column_map: Mapping[str, Any] | None) -> Columns:
    """The caller's columns, and for the words that were not given the likeliest ones.

    Raises:
        InvalidInput: ``column_map`` has an unknown word, or names a column that is not there.
    """
    given = dict(column_map or {})
    features = given.pop("features", None) or []
    check_names(column_map or {}, [*_NAMES, "features"], columns)
    by_plain_name = {plain_name(column): column for column in columns}
    taken = {*given.values(), *features}
    for word, names in _NAMES.items():
        found = next((by_plain_name[name] for name in names if name in by_plain_name), None)
        if word not in given and found is not None and found not in taken:
            given[word] = found
            taken.add(found)
    return Columns(given, tuple(features))


def _refused(message: str) -> InvalidInput:
    return InvalidInput(message, errors={"column_map": [message]})
