"""The form that corrects a thread."""

from typing import Any

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext_lazy as _

from pillars.models import Message, Thread
from pillars.readers.parsed import ParsedMessage
from pillars.versions import Correction


class CorrectionForm(forms.Form):
    """Subject, label, and each message's role and text."""

    note = forms.CharField(
        label=_("What was wrong?"),
        max_length=300,
        help_text=_("Stands beside the new version, for example: a name was left in message 3."),
    )
    subject = forms.CharField(label=_("Subject"), max_length=500, required=False)
    label = forms.CharField(label=_("Label"), max_length=200, required=False)

    def __init__(self, *args: Any, thread: Thread, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._messages = list(thread.messages.all())
        self.initial.update(subject=thread.subject, label=thread.label)
        for place, message in enumerate(self._messages, start=1):
            rows = min(14, 2 + message.content.count("\n") + len(message.content) // 90)
            self.fields[f"role_{place}"] = forms.ChoiceField(
                label=_("Role"), choices=Message.Role.choices, initial=message.role
            )
            self.fields[f"content_{place}"] = forms.CharField(
                label=_("Text"),
                initial=message.content,
                strip=False,
                widget=forms.Textarea(attrs={"rows": rows, "lang": "de"}),
            )
        for field in self.fields.values():
            is_choice = isinstance(field, forms.ChoiceField)
            field.widget.attrs["class"] = "form-select" if is_choice else "form-control"

    def turns(self) -> list[tuple[int, BoundField, BoundField]]:
        """Each message's number with its two fields."""
        places = range(1, len(self._messages) + 1)
        return [(place, self[f"role_{place}"], self[f"content_{place}"]) for place in places]

    def correction(self) -> Correction:
        """What is to be corrected, of a form that is valid."""
        data = self.cleaned_data
        messages = tuple(
            ParsedMessage(data[f"role_{place}"], _text(data[f"content_{place}"], one.content), one.timestamp)
            for place, one in enumerate(self._messages, start=1)
        )
        return Correction(note=data["note"], subject=data["subject"], label=data["label"], messages=messages)


def _text(posted: str, before: str) -> str:
    """The text as it was where only the line ends differ: browsers send their own."""
    plain = posted.replace("\r\n", "\n")
    return before if plain == before.replace("\r\n", "\n").replace("\r", "\n") else plain
