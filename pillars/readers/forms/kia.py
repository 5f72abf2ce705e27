"""KIA's JSON: ``{chat_id, subject?, messages: [{message_id, sender, content, timestamp, generated_by}]}``."""

from collections.abc import Iterable
from typing import Any, ClassVar

from django.utils.translation import gettext_lazy

from pillars.readers.drafts import ThreadDraft
from pillars.readers.forms.base import Hints
from pillars.readers.forms.json_form import JsonForm
from pillars.readers.forms.turns import Turns, add_turns, begin

_TURNS = Turns("messages", "sender", "content", "timestamp")
_NUMBERED = frozenset({"message_id"})


class KiaForm(JsonForm):
    """Who generated which message is kept in the thread's metadata as ``generated_by``, by place."""

    name: ClassVar[str] = "kia"
    order: ClassVar[int] = 20
    title = gettext_lazy("KIA JSON")
    known_by = gettext_lazy("by its messages with a “sender”")

    def fits(self, record: dict[str, Any]) -> bool:
        """Whether messages have a sender."""
        messages = record.get("messages")
        return isinstance(messages, list) and any(
            isinstance(one, dict) and "sender" in one and "role" not in one for one in messages
        )

    def drafts_of(
        self, record: dict[str, Any], number: int, hints: Hints, lost: set[str]
    ) -> Iterable[ThreadDraft]:
        """See ``JsonForm.drafts_of``."""
        draft = begin(record, number, taken=("messages", "chat_id"))
        if record.get("chat_id") is not None:
            draft.identify(
                external_id=record["chat_id"], subject=record.get("subject"), label=record.get("label")
            )
        further: set[str] = set()
        add_turns(draft, record["messages"], _TURNS, hints.roles, further)
        lost.update(further - _NUMBERED - {"generated_by"})
        makers = {
            str(place): one["generated_by"]
            for place, one in enumerate(record["messages"], start=1)
            if isinstance(one, dict) and one.get("generated_by") not in (None, "")
        }
        if makers:
            draft.metadata["generated_by"] = makers
        return [draft]


FORM = KiaForm()
