"""The form that plans a judge session."""

from typing import Any

from django import forms
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from evaluations.judging.modes import MODES
from evaluations.judging.pairing import ComparisonMode
from evaluations.judging.plans import LIMITS, SessionPlan, usable_prompts
from evaluations.models import Model
from pillars.models import Pillar


def _limits(name: str) -> dict[str, Any]:
    low, high = LIMITS[name]
    return {"min_value": low, "max_value": high}


class ModelField(forms.ModelChoiceField):  # type: ignore[type-arg]
    """A judge; the built-in ones have their names in the reader's language."""

    def label_from_instance(self, obj: Any) -> str:
        """The judge's name, with its provider where that is another."""
        name = gettext(str(obj))
        return name if obj.provider.name in name or not obj.is_language_model else f"{name} · {obj.provider}"


class PlanForm(forms.Form):
    """What a person says about a session to be made; ``plan()`` hands it to judging."""

    pillar_ids = forms.ModelMultipleChoiceField(
        Pillar.objects.none(),
        label=_("Pillars"),
        error_messages={"required": _("Choose the pillars to compare.")},
    )
    comparison_mode = forms.ChoiceField(
        label=_("How threads meet"), choices=[(mode.key.value, mode.name) for mode in MODES]
    )
    samples_per_pillar = forms.IntegerField(
        label=_("Threads drawn from each pillar"), initial=5, **_limits("samples_per_pillar")
    )
    max_threads_per_pillar = forms.IntegerField(
        label=_("At most so many threads of a pillar"),
        required=False,
        help_text=_("Empty: all threads."),
        **_limits("max_threads_per_pillar"),
    )
    position_swap = forms.BooleanField(
        label=_("Judge each pair in both positions"),
        required=False,
        initial=True,
        help_text=_("Shows whether the judge prefers what it reads first. Doubles the calls."),
    )
    repetitions_per_pair = forms.IntegerField(
        label=_("Repetitions of each pair"), initial=1, **_limits("repetitions_per_pair")
    )
    session_name = forms.CharField(
        label=_("Name of the session"),
        max_length=200,
        required=False,
        help_text=_("Empty: a name made of the pillars and the model."),
    )
    model_id = ModelField(Model.objects.none(), label=_("Judge"), empty_label=None)
    prompt_template_id = forms.ModelChoiceField(
        usable_prompts().none(),
        label=_("Prompt"),
        empty_label=None,
        help_text=_("The newest version is frozen with the session. Its language is the judge's language."),
    )
    temperature = forms.FloatField(
        label=_("Temperature"),
        initial=0,
        widget=forms.NumberInput(attrs={"step": "0.1"}),
        help_text=_("0 to 2; 0 varies least."),
        **_limits("temperature"),
    )
    worker_count = forms.IntegerField(
        label=_("Workers"),
        initial=1,
        **_limits("worker_count"),
        help_text=_("Processes that share the session; each keeps many calls in flight."),
    )
    seed = forms.IntegerField(
        label=_("Seed"),
        required=False,
        **_limits("seed"),
        help_text=_("The same seed draws the same threads. Empty: a new one, kept with the session."),
    )

    def __init__(self, *args: Any, user: AbstractBaseUser | AnonymousUser, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.pillars = list(Pillar.objects.visible_to(user).with_thread_count())
        self._choose_from("pillar_ids", Pillar.objects.visible_to(user))
        self._choose_from("model_id", Model.objects.visible_to(user).select_related("provider"))
        self._choose_from("prompt_template_id", usable_prompts())
        for name, field in self.fields.items():
            field.widget.attrs["class"] = _css_class(field)
            field.widget.attrs.setdefault("id", f"id_{name}")

    def _choose_from(self, name: str, rows: Any) -> None:
        self.fields[name].queryset = rows  # type: ignore[attr-defined]

    def pillar_choices(self) -> list[tuple[Pillar, bool]]:
        """Each pillar with whether it is chosen."""
        chosen = {str(value) for value in self["pillar_ids"].value() or []}
        return [(pillar, str(pillar.pk) in chosen) for pillar in self.pillars]

    def mode_choices(self) -> list[tuple[str, Any, Any, bool]]:
        """Each mode with its name, its explanation and whether it is chosen."""
        chosen = self["comparison_mode"].value() or ComparisonMode.PILLAR_SAMPLE
        return [(mode.key.value, mode.name, mode.description, mode.key.value == chosen) for mode in MODES]

    def plan(self) -> SessionPlan:
        """The plan that judging takes; the form must be valid."""
        data = self.cleaned_data
        return SessionPlan(
            pillar_ids=tuple(sorted(pillar.pk for pillar in data["pillar_ids"])),
            comparison_mode=data["comparison_mode"],
            samples_per_pillar=data["samples_per_pillar"],
            max_threads_per_pillar=data["max_threads_per_pillar"],
            position_swap=data["position_swap"],
            repetitions_per_pair=data["repetitions_per_pair"],
            session_name=data["session_name"].strip() or self._made_name(),
            model_id=data["model_id"].pk,
            prompt_template_id=data["prompt_template_id"].pk,
            temperature=data["temperature"],
            worker_count=data["worker_count"],
            seed=data["seed"],
        )

    def _made_name(self) -> str:
        numbers = ", ".join(str(pillar.pk) for pillar in self.cleaned_data["pillar_ids"])
        judge = gettext(str(self.cleaned_data["model_id"]))
        return gettext("Pillars %(numbers)s") % {"numbers": numbers} + f" · {judge}"

    def take_errors(self, errors: dict[str, list[str]], detail: str) -> None:
        """Show what judging objects to beside the fields concerned."""
        for name, texts in errors.items():
            for text in texts:
                self.add_error(name if name in self.fields else None, text)
        if not errors:
            self.add_error(None, detail)


def _css_class(field: forms.Field) -> str:
    if isinstance(field.widget, forms.CheckboxInput):
        return "form-check-input"
    if isinstance(field.widget, forms.Select):
        return "form-select"
    return "form-control"
