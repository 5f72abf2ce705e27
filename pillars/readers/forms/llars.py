"""LLARS' own JSON.

``{id?, subject?, messages: [{role, content, timestamp?}], features?, label?, metadata?}``
"""

from collections.abc import Iterable
from typing import Any, ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from pillars.readers.drafts import ThreadDraft
from pillars.readers.forms.base import Hints
from pillars.readers.forms.json_form import JsonForm
from pillars.readers.roles import Roles

_THREAD_FIELDS = frozenset({"id", "subject", "messages", "features", "label", "metadata"})
_MESSAGE_FIELDS = frozenset({"role", "content", "timestamp", "is_counsellor"})
_FEATURE_FIELDS = frozenset({"id", "type", "content", "model", "provenance"})


class LlarsForm(JsonForm):
    """Fields of a thread beyond the known ones become metadata; those of a message are named in a note."""

    name: ClassVar[str] = "llars"
    order: ClassVar[int] = 90
    title = gettext_lazy("LLARS JSON")
    known_by = gettext_lazy("by its lists “messages”")

    def fits(self, record: dict[str, Any]) -> bool:
        """Whether the record has a list of messages."""
        return isinstance(record.get("messages"), list)

    def drafts_of(
        self, record: dict[str, Any], number: int, hints: Hints, lost: set[str]
    ) -> Iterable[ThreadDraft]:
        """See ``JsonForm.drafts_of``."""
        return [_thread(record, number, hints.roles, lost)]


def _thread(record: dict[str, Any], number: int, roles: Roles, lost: set[str]) -> ThreadDraft:
    draft = ThreadDraft(_("thread %d") % number, raw=record)
    draft.identify(external_id=record.get("id"), subject=record.get("subject"), label=record.get("label"))
    if draft.external_id:
        draft.where = f"{draft.where} ({draft.external_id})"
    _metadata(draft, record)
    for place, message in enumerate(record["messages"], start=1):
        _message(draft, message, _("message %d") % place, roles, lost)
    features = record.get("features") or []
    if not isinstance(features, list):
        draft.fault("not_a_list", draft.where, features, _("“features” must be a list."))
        return draft
    for place, feature in enumerate(features, start=1):
        _feature(draft, feature, _("feature %d") % place)
    return draft


def _metadata(draft: ThreadDraft, record: dict[str, Any]) -> None:
    metadata = record.get("metadata") or {}
    if not isinstance(metadata, dict):
        draft.fault("not_an_object", draft.where, metadata, _("“metadata” must be an object."))
        return
    further = {key: value for key, value in record.items() if key not in _THREAD_FIELDS}
    draft.metadata = {**further, **metadata}


def _message(draft: ThreadDraft, message: Any, place: str, roles: Roles, lost: set[str]) -> None:
    if not isinstance(message, dict):
        draft.fault("not_a_message", f"{draft.where}, {place}", message, _("A message is an object."))
        return
    lost.update(message.keys() - _MESSAGE_FIELDS)
    said = message.get("role")
    if said is None and "is_counsellor" in message:
        said = message["is_counsellor"]
        role = roles.read_flag(said)
    else:
        role = roles.read(said)
    draft.message(place, role=role, said=said, content=message.get("content"), time=message.get("timestamp"))


def _feature(draft: ThreadDraft, feature: Any, place: str) -> None:
    if not isinstance(feature, dict):
        draft.fault("feature_incomplete", f"{draft.where}, {place}", feature, _("A feature is an object."))
        return
    provenance = feature.get("provenance") or {}
    further = {key: value for key, value in feature.items() if key not in _FEATURE_FIELDS}
    if not isinstance(provenance, dict):
        provenance = {"provenance": provenance}
    draft.feature(
        place,
        type=feature.get("type"),
        content=feature.get("content"),
        external_id=feature.get("id"),
        model=feature.get("model"),
        provenance={**further, **provenance},
    )


FORM = LlarsForm()
