"""A file's first threads for the page of its check: what of them is kept, and how it is shown again.

A thread is kept whole where it is short. Of a long one so much is kept as a page can show, with the
numbers of what is not: so neither the import's row nor the page grows with the file.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

from pillars.imports.cleaning import Cleaning
from pillars.provenance import Told, ToldFeature
from pillars.readers.faults import shown
from pillars.readers.parsed import ParsedFeature, ParsedMessage, ParsedThread

MESSAGES, MESSAGE_CHARACTERS = 60, 20_000
FEATURES, FEATURE_CHARACTERS = 40, 10_000
METADATA, METADATA_CHARACTERS = 40, 4_000
"""The most entries of each that are kept of one thread, and the characters over all of them."""

MAKING_CHARACTERS = 500
"""Of what is known of one feature's making."""

Json = dict[str, Any]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class PreviewedMessage:
    """A message; ``left_out`` characters of it are not in ``content``."""

    role: str
    content: str
    timestamp: datetime | None
    left_out: int


@dataclass(frozen=True, slots=True)
class PreviewedThread:
    """A thread as it will look; of the three kinds of entries so many are left out here."""

    where: str
    external_id: str
    subject: str
    label: str
    messages: list[PreviewedMessage]
    features: list[ToldFeature]
    metadata: list[Told]
    messages_left_out: int
    features_left_out: int
    metadata_left_out: int


def kept(thread: ParsedThread) -> Json:
    """What is kept of the thread, as JSON; ``previewed`` reads it."""
    messages = _Room(MESSAGES, MESSAGE_CHARACTERS)
    features = _Room(FEATURES, FEATURE_CHARACTERS)
    metadata = _Room(METADATA, METADATA_CHARACTERS)
    return {
        "where": thread.where,
        "id": thread.external_id,
        "subject": thread.subject,
        "label": thread.label,
        "messages": [one.as_dict() | messages.keep(one.content) for one in messages.first(thread.messages)],
        "features": [_kept_feature(one, features) for one in features.first(thread.features)],
        "metadata": _kept_values(thread.metadata, metadata),
        "left_out": {
            "messages": messages.left_out,
            "features": features.left_out,
            "metadata": metadata.left_out,
        },
    }


class _Room:
    """How much may still be kept of one kind; ``left_out`` counts the entries for which there was no room."""

    def __init__(self, entries: int, characters: int) -> None:
        self._entries, self._characters = entries, characters
        self.left_out = 0

    def first(self, entries: Iterable[T]) -> Iterable[T]:
        """The entries for which there is room; asks anew after each of them."""
        for one in entries:
            if self._entries and self._characters:
                self._entries -= 1
                yield one
            else:
                self.left_out += 1

    def keep(self, text: str, name: str = "content") -> Json:
        """As much of the text as there is room for."""
        found = text[: self._characters]
        self._characters -= len(found)
        return {name: found, "left_out": len(text) - len(found)}


def _kept_feature(feature: ParsedFeature, room: _Room) -> Json:
    text = room.keep(feature.content)
    # What is known of the making has room of its own: a long text is not to push it out.
    made = _kept_values(feature.provenance, _Room(METADATA, MAKING_CHARACTERS))
    return {"type": feature.type, "model": feature.model, "made": made} | text


def _kept_values(data: Json, room: _Room) -> list[Json]:
    return [{"name": shown(one.name)} | room.keep(one.value, "value") for one in room.first(Told.of(data))]


def previewed(found: Json, cleaning: Cleaning) -> PreviewedThread:
    """A thread that was kept, cleaned as it would be on its way in."""
    thread = cleaning.thread(_parsed(found))
    left_out = found.get("left_out", {})
    return PreviewedThread(
        where=thread.where,
        external_id=thread.external_id,
        subject=thread.subject,
        label=thread.label,
        messages=[
            PreviewedMessage(one.role, one.content, one.timestamp, told.get("left_out", 0))
            for one, told in zip(thread.messages, found["messages"], strict=True)
        ],
        features=[
            ToldFeature(Told(one.type, one.content, told["left_out"]), one.model, _told(told["made"]))
            for one, told in zip(thread.features, found.get("features", []), strict=True)
        ],
        metadata=_told(found.get("metadata", [])),
        messages_left_out=left_out.get("messages", 0),
        features_left_out=left_out.get("features", 0),
        metadata_left_out=left_out.get("metadata", 0),
    )


def _parsed(found: Json) -> ParsedThread:
    messages = [
        ParsedMessage(one["role"], one["content"], _time(one.get("timestamp"))) for one in found["messages"]
    ]
    features = [
        ParsedFeature(one["type"], one["content"], model=one["model"]) for one in found.get("features", [])
    ]
    return ParsedThread(
        where=found["where"],
        messages=tuple(messages),
        external_id=found.get("id", ""),
        subject=found.get("subject", ""),
        label=found.get("label", ""),
        features=tuple(features),
    )


def _time(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None


def _told(values: list[Json]) -> list[Told]:
    return [Told(one["name"], one["value"], one["left_out"]) for one in values]
