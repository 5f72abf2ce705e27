"""Pairs to compare: each record gives two threads, which say in their metadata which pair and side they are.

Known are ``conversation_a``/``conversation_b`` (LMSYS), ``prompt``/``chosen``/``rejected``, and
``response1``/``response2`` or ``output_1``/``output_2`` with ``instruction`` and ``input``.
"""

from collections.abc import Iterable
from typing import Any, ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from pillars.readers.drafts import ThreadDraft
from pillars.readers.forms.base import Hints
from pillars.readers.forms.json_form import JsonForm
from pillars.readers.forms.turns import add_turns, begin, find_turns
from pillars.readers.roles import CLIENT, COUNSELLOR

_CONVERSATIONS = ("conversation_a", "conversation_b")
_SIDES = (
    _CONVERSATIONS,
    ("chosen", "rejected"),
    ("response1", "response2"),
    ("response_a", "response_b"),
    ("output_1", "output_2"),
)
_PROMPTS = ("prompt", "instruction", "question", "input")


class PairsForm(JsonForm):
    """The prompt is the client's message, the answer the counsellor's; a verdict stays in the metadata."""

    name: ClassVar[str] = "pairs"
    order: ClassVar[int] = 10
    title = gettext_lazy("pairs of answers to compare")
    known_by = gettext_lazy("by its two answers a record")

    def fits(self, record: dict[str, Any]) -> bool:
        """Whether both sides of a pair are there."""
        return _sides(record) is not None

    def drafts_of(
        self, record: dict[str, Any], number: int, hints: Hints, lost: set[str]
    ) -> Iterable[ThreadDraft]:
        """See ``JsonForm.drafts_of``."""
        sides = _sides(record)
        assert sides is not None  # noqa: S101  (only records that fit come here)
        return [
            _side(record, number, hints, lost, letter, side, sides)
            for letter, side in zip("ab", sides, strict=True)
        ]


def _sides(record: dict[str, Any]) -> tuple[str, str] | None:
    return next((pair for pair in _SIDES if all(side in record for side in pair)), None)


def _side(
    record: dict[str, Any],
    number: int,
    hints: Hints,
    lost: set[str],
    letter: str,
    key: str,
    sides: tuple[str, str],
) -> ThreadDraft:
    prompts = [name for name in _PROMPTS if isinstance(record.get(name), str)]
    draft = begin(record, number, taken=(*sides, *prompts))
    pair = draft.external_id or str(number)
    draft.where = _("pair %(pair)s, side %(side)s") % {"pair": pair, "side": letter.upper()}
    draft.identify(external_id=f"{pair}:{letter}", subject=draft.subject, label=draft.label)
    draft.metadata |= {"pair": pair, "side": letter}
    answer = record[key]
    if isinstance(answer, list):
        turns = find_turns({key: answer})
        if turns is None:
            draft.fault("not_a_message", draft.where, answer, _("A conversation is a list of messages."))
        else:
            add_turns(draft, answer, turns, hints.roles, lost)
        return draft
    prompt = "\n\n".join(record[name] for name in prompts if record[name].strip())
    if prompt:
        draft.message(_("prompt"), role=CLIENT, said="", content=prompt, time=None)
    draft.message(_("answer"), role=COUNSELLOR, said="", content=answer, time=None)
    if isinstance(answer, str) and not answer.strip():
        draft.fault(
            "empty_answer",
            draft.where,
            "",
            _("This side of the pair has no text. Add it, or leave the pair out."),
        )
    return draft


FORM = PairsForm()
