"""Conversations as lists of turns under other names than LLARS' own."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from pillars.readers.columns import plain_name
from pillars.readers.drafts import ThreadDraft
from pillars.readers.roles import Roles

SPEAKERS = (
    "role", "rolle", "sender", "absender", "speaker", "sprecher", "from", "von", "author", "autor", "name",
)  # fmt: skip
TEXTS = (
    "content", "text", "value", "message", "nachricht", "inhalt", "body", "utterance", "aeusserung",
)  # fmt: skip
TIMES = ("timestamp", "time", "zeit", "zeitpunkt", "date", "datum", "created_at", "sent_at")
IDS = (
    "id", "thread_id", "chat_id", "conversation_id", "dialogue_id", "dialog_id", "question_id", "idx", "uuid",
)  # fmt: skip
SUBJECTS = ("subject", "betreff", "title", "titel", "topic", "thema")
LABELS = ("label", "kennzeichnung")
MODELS = ("model", "modell", "model_name", "assistant_type", "ki_modell", "llm", "mdl", "generator")


def key_for(record: Mapping[str, Any], words: Iterable[str]) -> str | None:
    """The record's own key for the first of these words that it has, whatever its case and spelling."""
    keys = {plain_name(key): key for key in record}
    return next((keys[word] for word in words if word in keys), None)


@dataclass(frozen=True, slots=True)
class Turns:
    """Where a record has its turns (``key``), and what they are called there."""

    key: str
    speaker: str
    text: str
    time: str | None


def find_turns(record: Mapping[str, Any]) -> Turns | None:
    """The list in a record whose entries have a speaker and what is said; ``None``: there is none."""
    for key, value in record.items():
        if not isinstance(value, list) or not value or not all(isinstance(one, dict) for one in value):
            continue
        speaker, text = key_for(value[0], SPEAKERS), key_for(value[0], TEXTS)
        if speaker and text and speaker != text:
            return Turns(key, speaker, text, key_for(value[0], TIMES))
    return None


def begin(record: dict[str, Any], number: int, *, taken: Iterable[str]) -> ThreadDraft:
    """A draft with the record's id, subject, label and, as metadata, what is not ``taken``."""
    draft = ThreadDraft(_("thread %d") % number, raw=record)
    names = {
        word: key_for(record, words)
        for word, words in (("id", IDS), ("subject", SUBJECTS), ("label", LABELS))
    }
    draft.identify(
        external_id=record.get(names["id"] or ""),
        subject=record.get(names["subject"] or ""),
        label=record.get(names["label"] or ""),
    )
    if draft.external_id:
        draft.where = f"{draft.where} ({draft.external_id})"
    used = {*names.values(), *taken}
    metadata = record.get("metadata")
    own = metadata if isinstance(metadata, dict) and "metadata" not in used else {}
    used |= {"metadata"} if own or metadata is None else set()
    draft.metadata = {
        key: value for key, value in record.items() if key not in used and value is not None
    } | own
    return draft


def add_turns(draft: ThreadDraft, entries: list[Any], turns: Turns, roles: Roles, lost: set[str]) -> None:
    """Add the turns as messages."""
    known = {turns.speaker, turns.text, turns.time}
    for place, entry in enumerate(entries, start=1):
        where = _("message %d") % place
        if not isinstance(entry, dict):
            draft.fault("not_a_message", f"{draft.where}, {where}", entry, _("A message is an object."))
            continue
        lost.update(entry.keys() - known)
        said = entry.get(turns.speaker)
        role = roles.read(said)
        time = entry.get(turns.time) if turns.time else None
        draft.message(where, role=role, said=said, content=entry.get(turns.text), time=time)
