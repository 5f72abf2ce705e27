"""ShareGPT's JSON: ``conversations: [{from, value}]``."""

from collections.abc import Iterable
from typing import Any, ClassVar

from django.utils.translation import gettext_lazy

from pillars.readers.drafts import ThreadDraft
from pillars.readers.forms.base import Hints
from pillars.readers.forms.json_form import JsonForm
from pillars.readers.forms.turns import Turns, add_turns, begin

_TURNS = Turns("conversations", "from", "value", None)


class ShareGptForm(JsonForm):
    """What ``system`` says is metadata, as in ChatML."""

    name: ClassVar[str] = "sharegpt"
    order: ClassVar[int] = 40
    title = gettext_lazy("ShareGPT JSON")
    known_by = gettext_lazy("by its lists “conversations” with “from” and “value”")

    def fits(self, record: dict[str, Any]) -> bool:
        """Whether there are such turns."""
        turns = record.get("conversations")
        return isinstance(turns, list) and any(isinstance(one, dict) and "value" in one for one in turns)

    def drafts_of(
        self, record: dict[str, Any], number: int, hints: Hints, lost: set[str]
    ) -> Iterable[ThreadDraft]:
        """See ``JsonForm.drafts_of``."""
        draft = begin(record, number, taken=("conversations",))
        entries = record["conversations"]
        if hints.roles.leave_out("system"):
            add_turns(draft, entries, _TURNS, hints.roles, lost)
            return [draft]
        system = [one["value"] for one in entries if isinstance(one, dict) and one.get("from") == "system"]
        if system:
            draft.metadata["system"] = "\n\n".join(map(str, system))
        spoken = [one for one in entries if not (isinstance(one, dict) and one.get("from") == "system")]
        add_turns(draft, spoken, _TURNS, hints.roles, lost)
        return [draft]


FORM = ShareGptForm()
