"""Records of texts under names, from a wide table or JSON: which is a message, a feature, or metadata."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from pillars.readers.columns import plain_name
from pillars.readers.drafts import ThreadDraft
from pillars.readers.forms.turns import IDS, LABELS, MODELS, SUBJECTS, TIMES
from pillars.readers.roles import CLIENT, COUNSELLOR

CLIENTS = (
    "client", "ratsuchend", "question", "frage", "anfrage", "prompt", "instruction", "input", "inp",
    "eingabe", "eingabetext", "source_text", "quelltext", "source", "article", "artikel",
)  # fmt: skip
COUNSELLORS = ("counsellor", "counselor", "beratend", "response", "answer", "antwort", "reply", "completion")
WIDE_IDS = (*IDS, "ref_nr", "src_id", "case_id", "fall_id", "fall", "item_id", "nr", "key")
_FEATURE = (
    "summary", "zusammenfassung", "output", "ausgabe", "out", "feature", "variante", "variant",
    "version_text", "situationsbeschreibung", "final_response",
)  # fmt: skip
_LONG = 40


@dataclass(frozen=True, slots=True)
class Shape:
    """Which field of a flat record is what; ``features`` are texts of a model."""

    thread: str | None
    client: str | None
    counsellor: str | None
    subject: str | None
    label: str | None
    model: str | None
    timestamp: str | None
    features: tuple[str, ...]

    @property
    def has_texts(self) -> bool:
        """Whether there is anything to make a thread of."""
        return bool(self.client or self.counsellor or self.features)


def find_shape(
    columns: Sequence[str], samples: Sequence[Mapping[str, Any]], given: Mapping[str, Any]
) -> Shape:
    """The caller's fields, and for what was not given the likeliest ones by name and by the texts' length."""
    keys = {plain_name(column): column for column in columns}
    taken = {value for value in given.values() if isinstance(value, str)} | set(given.get("features") or [])

    def find(word: str, names: Iterable[str]) -> str | None:
        if word in given:
            return str(given[word])
        found = next((keys[name] for name in names if name in keys and keys[name] not in taken), None)
        if found is not None:
            taken.add(found)
        return found

    thread = find("thread", WIDE_IDS)
    client, counsellor = find("client", CLIENTS), find("counsellor", COUNSELLORS)
    subject, label = find("subject", SUBJECTS), find("label", LABELS)
    model, time = find("model", MODELS), find("timestamp", (*TIMES, "ts", "erstellungsdatum"))
    if "features" in given:
        features = tuple(given["features"])
    else:
        features = tuple(name for name in columns if name not in taken and _is_feature(name, samples))
    return Shape(thread, client, counsellor, subject, label, model, time, features)


def _is_feature(name: str, samples: Sequence[Mapping[str, Any]]) -> bool:
    plain = plain_name(name)
    found = [record.get(name) for record in samples if record.get(name) not in (None, "")]
    values = [value for value in found if isinstance(value, str)]
    if not values or len(values) < len(found):
        return False
    if any(plain == word or plain.startswith(f"{word}_") for word in _FEATURE):
        return True
    return sum(map(len, values)) / len(values) >= _LONG and any(" " in value for value in values)


def draft_of(key: str, members: list[tuple[str, Mapping[str, Any]]], shape: Shape) -> ThreadDraft:
    """One thread out of all records of an id.

    The client's text is a message. The counsellor's is one, too, where there is one record alone; where there
    are several, they are several models' answers to the same, and each becomes a feature.
    """
    place, first = members[0]
    named = "" if key.startswith("\0") else key
    draft = ThreadDraft(
        _("thread %s") % named if named else place, raw=[dict(record) for _place, record in members]
    )
    draft.identify(
        external_id=named,
        subject=first.get(shape.subject or ""),
        label=first.get(shape.label or ""),
    )
    draft.metadata = _common(members, shape)
    time = first.get(shape.timestamp or "") or None
    if shape.client:
        for text in _different(members, shape.client):
            draft.message(shape.client, role=CLIENT, said="", content=text, time=time)
    answers_are_features = len(members) > 1
    if shape.counsellor and not answers_are_features:
        draft.message(
            shape.counsellor, role=COUNSELLOR, said="", content=first.get(shape.counsellor), time=None
        )
    features = [*((shape.counsellor,) if shape.counsellor and answers_are_features else ()), *shape.features]
    for place, record in members:
        for name in features:
            content = record.get(name)
            if isinstance(content, str) and content.strip():
                model = record.get(shape.model) if shape.model else None
                draft.feature(f"{place}, {name}", type=name, content=content, model=model)
            elif content not in (None, ""):
                draft.fault("not_text", f"{place}, {name}", content, _("A text is expected here."))
    return draft


def _different(members: list[tuple[str, Mapping[str, Any]]], name: str) -> list[Any]:
    values = [record.get(name) for _place, record in members if record.get(name) not in (None, "")]
    return [value for number, value in enumerate(values) if value not in values[:number]] or [""]


def _common(members: list[tuple[str, Mapping[str, Any]]], shape: Shape) -> dict[str, Any]:
    """The other fields: a value that all records share as it is, else the list of them."""
    used = {shape.thread, shape.client, shape.counsellor, shape.subject, shape.label, *shape.features, ""}
    if shape.model and (shape.features or len(members) > 1):
        used.add(shape.model)
    found: dict[str, Any] = {}
    for name in members[0][1]:
        if name in used:
            continue
        values = [record.get(name) for _place, record in members]
        if any(value not in (None, "") for value in values):
            found[name] = values[0] if all(value == values[0] for value in values) else values
    return found
