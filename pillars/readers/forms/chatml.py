"""OpenAI's chat messages: ``system``, ``user``, ``assistant``; a content may be a list of parts."""

from collections.abc import Iterable
from typing import Any, ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from pillars.readers.drafts import ThreadDraft
from pillars.readers.forms.base import Hints
from pillars.readers.forms.json_form import JsonForm
from pillars.readers.forms.turns import Turns, add_turns, begin
from pillars.readers.roles import as_word

_ROLES = frozenset({"system", "developer", "user", "assistant", "tool", "function"})
_OF_THE_SYSTEM = frozenset({"system", "developer"})
_TURNS = Turns("messages", "role", "content", "timestamp")


class ChatMlForm(JsonForm):
    """What the system says to the model is no message of the thread, but metadata (``system``)."""

    name: ClassVar[str] = "chatml"
    order: ClassVar[int] = 30
    title = gettext_lazy("chat messages as of OpenAI (ChatML)")
    known_by = gettext_lazy("by its messages of “system”, “user” and “assistant”")

    def fits(self, record: dict[str, Any]) -> bool:
        """Whether there are roles that only chat models have, or contents in parts."""
        messages = record.get("messages")
        if not isinstance(messages, list) or not messages or "features" in record:
            return False
        entries = [one for one in messages if isinstance(one, dict)]
        roles = {one.get("role") for one in entries if isinstance(one.get("role"), str)}
        in_parts = any(isinstance(one.get("content"), list) for one in entries)
        return bool(roles) and roles <= _ROLES and (in_parts or bool(roles - {"user", "assistant"}))

    def drafts_of(
        self, record: dict[str, Any], number: int, hints: Hints, lost: set[str]
    ) -> Iterable[ThreadDraft]:
        """See ``JsonForm.drafts_of``."""
        draft = begin(record, number, taken=("messages",))
        entries: list[Any] = []
        system: list[str] = []
        for place, entry in enumerate(record["messages"], start=1):
            if not isinstance(entry, dict):
                entries.append(entry)
                continue
            text = _text(entry.get("content"), draft, place)
            role = as_word(entry.get("role"))
            if role in _OF_THE_SYSTEM and not hints.roles.leave_out(role):
                system.append(text)
            elif role in ("tool", "function"):
                hint = _("What a tool said is no message of a thread; it was left out.")
                draft.note("tool_message", f"{draft.where}, {_('message %d') % place}", text, hint)
            else:
                entries.append(entry | {"content": text})
        if system:
            draft.metadata["system"] = "\n\n".join(system)
        add_turns(draft, entries, _TURNS, hints.roles, lost)
        return [draft]


def _text(content: Any, draft: ThreadDraft, place: int) -> Any:
    if not isinstance(content, list):
        return content
    texts = [part["text"] for part in content if isinstance(part, dict) and isinstance(part.get("text"), str)]
    if len(texts) < len(content):
        hint = _("Parts of a message that are no texts (pictures, files) were left out.")
        draft.note("parts_left_out", f"{draft.where}, {_('message %d') % place}", "", hint)
    return "\n\n".join(texts)


FORM = ChatMlForm()
