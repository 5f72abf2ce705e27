"""The form that makes a thread from another: where it goes, what it is called, and its texts."""

from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from evaluations.generation.planning import USUAL_TARGET
from llars.row_ids import read
from pillars.derived import Derivation
from pillars.models import Pillar
from pillars.readers.parsed import ParsedFeature

MOST_FEATURES = 20
_PREFIX = "features"


class FeatureForm(forms.Form):
    """One text made from the thread; left empty, it is none."""

    type = forms.CharField(
        label=_("Type"), max_length=80, help_text=_("What the text is, for example summary or subject.")
    )
    content = forms.CharField(
        label=_("Text"), strip=False, widget=forms.Textarea(attrs={"rows": 6, "lang": "de"})
    )
    model = forms.CharField(
        label=_("Model"),
        max_length=200,
        required=False,
        help_text=_("Only where a language model wrote the text."),
    )
    note = forms.CharField(
        label=_("How it was made"),
        max_length=500,
        required=False,
        help_text=_("For example: written by hand after reading, by two people."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.widget.attrs["class"] = "form-control"
        self.fields["type"].widget.attrs["list"] = "feature-types"

    def clean_content(self) -> str:
        """The text with plain line ends; blanks alone are none."""
        text: str = self.cleaned_data["content"].replace("\r\n", "\n")
        if not text.strip():
            raise ValidationError(self.fields["content"].error_messages["required"], code="required")
        return text

    def feature(self) -> ParsedFeature:
        """The text that the checked fields come to."""
        data = self.cleaned_data
        provenance = {"note": data["note"]} if data["note"] else {}
        return ParsedFeature(
            type=data["type"], content=data["content"], model=data["model"], provenance=provenance
        )


FeatureForms = forms.formset_factory(
    FeatureForm,
    extra=0,
    min_num=1,
    max_num=MOST_FEATURES,
    absolute_max=MOST_FEATURES,
    validate_max=True,
)


class DerivationForm(forms.Form):
    """Pillar and subject, with ``features``, a form for each text."""

    pillar = forms.ModelChoiceField(
        Pillar.objects.none(), label=_("Pillar that the thread goes to"), empty_label=None
    )
    subject = forms.CharField(
        label=_("Subject"),
        max_length=500,
        required=False,
        help_text=_("What the new thread is called. May stay empty where there is a text."),
    )

    def __init__(self, data: QueryDict | None, *, user: User, extra: int = 0) -> None:
        super().__init__(data)
        self.fields["pillar"].queryset = Pillar.objects.visible_to(user)  # type: ignore[attr-defined]
        self.fields["pillar"].initial = USUAL_TARGET
        self.fields["pillar"].widget.attrs["class"] = "form-select"
        self.fields["subject"].widget.attrs["class"] = "form-control"
        self.features = FeatureForms(data, prefix=_PREFIX)
        self.features.extra = extra
        for form in self.features.forms:
            # Django asks for the first ones to be filled; which are, the rules of the domain say.
            form.empty_permitted = True

    @classmethod
    def with_room(cls, sent: QueryDict, *, user: User, focus: bool) -> "DerivationForm":
        """The form as it was sent, not judged, with one text more; ``focus``: the page begins there."""
        rows = sent.get(f"{_PREFIX}-TOTAL_FORMS", "")
        # One is there always, so that as many extra ones as were sent make one more.
        sent_rows = next(iter(read([rows])), 0)
        form = cls(None, user=user, extra=min(sent_rows, MOST_FEATURES - 1))
        form.initial = {name: sent[name] for name in form.fields if name in sent}
        for place, row in enumerate(form.features.forms):
            names = {name: f"{_PREFIX}-{place}-{name}" for name in row.fields}
            row.initial = {name: sent[key] for name, key in names.items() if key in sent}
        form.features.forms[-1].fields["type"].widget.attrs["autofocus"] = focus
        return form

    @property
    def is_full(self) -> bool:
        """Whether no further text finds room."""
        return len(self.features.forms) >= MOST_FEATURES

    def is_valid(self) -> bool:
        """Whether all can be taken as it is, the texts too."""
        return super().is_valid() & self.features.is_valid()

    def faults(self) -> list[str]:
        """What is wrong with the whole rather than with one field."""
        return [*map(str, self.non_field_errors()), *map(str, self.features.non_form_errors())]

    def derivation(self) -> Derivation:
        """What is to be made, of a form that is valid."""
        given = [form.feature() for form in self.features.forms if form.has_changed()]
        return Derivation(subject=self.cleaned_data["subject"], features=tuple(given))
