"""The form of an upload's first step."""

from typing import Any

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from pillars.models import Pillar


class PillarForm(forms.Form):
    """A pillar that is there, or the number and name of a new one."""

    pillar = forms.ModelChoiceField(
        Pillar.objects.all(),
        required=False,
        label=gettext_lazy("Pillar"),
        empty_label=gettext_lazy("choose one, or make a new one below"),
    )
    number = forms.IntegerField(
        required=False,
        label=gettext_lazy("Number of the new pillar"),
        validators=[MinValueValidator(1), MaxValueValidator(32_767)],
    )
    name = forms.CharField(required=False, max_length=120, label=gettext_lazy("Name of the new pillar"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["pillar"].widget.attrs["class"] = "form-select"
        for name in ("number", "name"):
            self.fields[name].widget.attrs["class"] = "form-control"

    def clean(self) -> dict[str, Any]:
        """One of both, whole; a number that is taken is refused."""
        cleaned = super().clean() or {}
        if cleaned.get("pillar") is not None or self.errors:
            return cleaned
        number = cleaned.get("number")
        if number is None:
            self.add_error("number", _("Choose a pillar, or give a number for a new one."))
        elif Pillar.objects.filter(number=number).exists():
            self.add_error("number", _("There is a pillar with this number already; choose it above."))
        if not cleaned.get("name"):
            self.add_error("name", _("Give the new pillar a name."))
        return cleaned

    def chosen(self) -> Pillar:
        """The pillar, made where it is a new one."""
        found: Pillar | None = self.cleaned_data["pillar"]
        if found is not None:
            return found
        return Pillar.objects.create(number=self.cleaned_data["number"], name=self.cleaned_data["name"])
