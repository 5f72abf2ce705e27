"""Put a thread together from what a file says, and gather what is wrong with it."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from django.db import models
from django.utils.translation import gettext as _

from llars.storable import fault_in
from pillars.models import Feature, Thread
from pillars.readers.faults import ThreadUnreadable, problem
from pillars.readers.parsed import ParsedFeature, ParsedMessage, ParsedThread, Problem
from pillars.readers.roles import LEAVE_OUT, as_word
from pillars.readers.times import TimeUnreadable, read_time


def _limit(model: type[models.Model], name: str) -> int:
    return int(getattr(model._meta.get_field(name), "max_length", 0))


@dataclass(slots=True)
class ThreadDraft:
    """A thread in the making; ``faults`` make it unreadable, ``notes`` do not.

    ``raw`` is the thread as the file has it; ``said`` counts who wrote, by the file's word and the role that
    it was taken for. Forms of files differ in where things stand; what may stand there is decided here, once.
    """

    where: str
    external_id: str = ""
    subject: str = ""
    label: str = ""
    metadata: dict[str, Any] = field(default_factory=dict)
    messages: list[ParsedMessage] = field(default_factory=list)
    features: list[ParsedFeature] = field(default_factory=list)
    raw: Any = None
    said: Counter[tuple[str, str]] = field(default_factory=Counter)
    faults: list[Problem] = field(default_factory=list)
    notes: list[Problem] = field(default_factory=list)

    def fault(self, kind: str, where: str, value: object, hint: str) -> None:
        """Put down what makes the thread unreadable."""
        self.faults.append(problem(kind, where, value, hint))

    def identify(self, *, external_id: Any = None, subject: Any = None, label: Any = None) -> None:
        """Set what names the thread; numbers are taken as texts."""
        self.external_id = self.short_text(external_id, "id", _limit(Thread, "external_id"))
        self.subject = self.short_text(subject, "subject", _limit(Thread, "subject"))
        self.label = self.short_text(label, "label", _limit(Thread, "label"))

    def note(self, kind: str, where: str, value: object, hint: str) -> None:
        """Put down what a person should know, though the thread comes in."""
        self.notes.append(problem(kind, where, value, hint))

    def short_text(self, value: Any, name: str, limit: int) -> str:
        """A text of at most ``limit`` characters; a longer one is a fault, as nothing is ever cut."""
        if value is None:
            return ""
        if isinstance(value, dict | list | bool):
            self.fault("not_text", f"{self.where}, {name}", value, _("A text is expected here."))
            return ""
        text = str(value).strip()
        if len(text) > limit:
            hint = _("At most %(limit)d characters are possible here; these are %(count)d.")
            self.fault("too_long", f"{self.where}, {name}", text, hint % {"limit": limit, "count": len(text)})
        return self.checked(text, f"{self.where}, {name}")

    def checked(self, text: str, where: str) -> str:
        """The text, with a fault where it holds halves of characters that no database keeps."""
        if hint := fault_in(text):
            self.fault("broken_text", where, text, hint)
        return text

    def _free_values(self, values: dict[str, Any], where: str) -> dict[str, Any]:
        """What a file says beyond our own fields, with a fault for each value that no database keeps."""
        for key, value in values.items():
            if hint := fault_in(key) or fault_in(value):
                self.fault("not_storable", where, key, hint)
        return values

    def message(self, place: str, *, role: str | None, said: object, content: Any, time: Any) -> None:
        """Add a message; ``role`` is ``None`` where ``said``, what the file has for it, is not understood.

        One of the role ``LEAVE_OUT`` is counted and noted, whatever it holds.
        """
        where = f"{self.where}, {place}"
        if role == LEAVE_OUT:
            self.said[as_word(said), role] += 1
            self.note(
                "left_out", where, said, _("The message was left out, as was chosen for whoever wrote it.")
            )
            return
        if not isinstance(content, str):
            self.fault("not_text", where, content, _("The message's text is missing or is not a text."))
            return
        if not content.strip():
            hint = _("The message has no text and was left out.")
            self.notes.append(problem("empty_message", where, "", hint))
            return
        if hint := fault_in(said):
            self.fault("broken_text", where, said, hint)
            return
        if said or role is None:
            self.said[as_word(said), role or ""] += 1
        if role is None:
            # In the report another hint takes its place, once all of the file's unknown roles are known.
            self.fault("unknown_role", where, said, _("Whether counsellor or client wrote is not clear."))
            return
        self.messages.append(ParsedMessage(role, self.checked(content, where), self._time(time, where)))

    def _time(self, value: Any, where: str) -> Any:
        try:
            return read_time(value)
        except TimeUnreadable:
            hint = _(
                "The time is not understood, so the message came in without one. "
                "Understood are 2020-04-26T19:39, 26.04.2020 19:39, 26.04.20 and Unix seconds or "
                "milliseconds."
            )
            self.notes.append(problem("unknown_time", where, value, hint))
            return None

    def feature(self, place: str, *, type: Any, content: Any, external_id: Any = None, model: Any = None,
                provenance: dict[str, Any] | None = None) -> None:  # fmt: skip
        """Add a derived text; it needs a type and a text."""
        where = f"{self.where}, {place}"
        if not isinstance(content, str) or not isinstance(type, str) or not type.strip():
            self.fault("feature_incomplete", where, content, _("A feature needs a “type” and a “content”."))
            return
        self.features.append(
            ParsedFeature(
                type=self.short_text(type, f"{place}, type", _limit(Feature, "type")),
                content=self.checked(content, where),
                external_id=self.short_text(external_id, f"{place}, id", _limit(Feature, "external_id")),
                model=self.short_text(model, f"{place}, model", _limit(Feature, "model_name")),
                provenance=self._free_values(provenance or {}, where),
            )
        )

    def _why_empty(self) -> str:
        if any(one.kind == "left_out" for one in self.notes):
            return _(
                "Messages of this thread were left out, as was chosen for who wrote them; "
                "no other has a text."
            )
        return _("The thread has no message with a text.")

    def finish(self) -> ParsedThread:
        """The thread.

        Raises:
            ThreadUnreadable: there were faults, or no message is left.
        """
        self._free_values(self.metadata, f"{self.where}, metadata")
        if not self.messages and not self.faults:
            self.fault("no_messages", self.where, "", self._why_empty())
        if self.faults:
            raise ThreadUnreadable(*self.faults)
        return ParsedThread(
            where=self.where,
            messages=tuple(self.messages),
            external_id=self.external_id,
            subject=self.subject,
            label=self.label,
            features=tuple(self.features),
            metadata=self.metadata,
        )
