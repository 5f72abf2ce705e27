"""The form that plans a generation of features."""

from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from evaluations.generation.planning import USUAL_TARGET, GenerationPlan
from evaluations.generation.task_type import KINDS
from evaluations.models import Model, Provider
from evaluations.pages.forms import ModelField
from llars.errors import InvalidInput
from pillars.models import Pillar
from prompts.models import PromptTemplate

ONTO_SOURCE = "source"


class GenerateForm(forms.Form):
    """What a person says about a generation; ``plan()`` hands it to ``generation``."""

    type = forms.ChoiceField(label=gettext_lazy("What is to be written"))
    model_id = ModelField(
        Model.objects.none(),
        label=gettext_lazy("Model"),
        required=False,
        empty_label=gettext_lazy("the usual one"),
    )
    prompt_template_id = forms.ModelChoiceField(
        PromptTemplate.objects.none(),
        label=gettext_lazy("Prompt"),
        required=False,
        empty_label=gettext_lazy("the default for this text"),
    )
    target = forms.ChoiceField(label=gettext_lazy("Where the texts go"))
    only_missing = forms.BooleanField(
        label=gettext_lazy("Only for threads that have no such text yet"), required=False, initial=True
    )

    def __init__(self, data: Any, *, pillar: Pillar, user: User) -> None:
        super().__init__(data)
        self._pillar = pillar
        kinds = [(key, str(kind.feature_name)) for key, kind in KINDS.items()]
        self.fields["type"].choices = kinds  # type: ignore[attr-defined]
        models = Model.objects.visible_to(user).filter(provider__kind=Provider.Kind.OPENAI)
        self.fields["model_id"].queryset = models.select_related("provider")  # type: ignore[attr-defined]
        prompts = PromptTemplate.objects.usable().filter(task_type__in=[kind.key for kind in KINDS.values()])
        self.fields["prompt_template_id"].queryset = prompts  # type: ignore[attr-defined]
        self.fields["target"].choices = _targets(pillar, user)  # type: ignore[attr-defined]
        self.fields["target"].initial = str(USUAL_TARGET)
        for name in ("type", "model_id", "prompt_template_id", "target"):
            self.fields[name].widget.attrs["class"] = "form-select"
        self.fields["only_missing"].widget.attrs["class"] = "form-check-input"

    def plan(self) -> GenerationPlan:
        """The plan that the checked fields come to."""
        chosen = self.cleaned_data
        onto_source = chosen["target"] == ONTO_SOURCE
        model, prompt = chosen["model_id"], chosen["prompt_template_id"]
        return GenerationPlan(
            pillar=self._pillar.pk,
            type=chosen["type"],
            model_id=model.pk if model else None,
            prompt_template_id=prompt.pk if prompt else None,
            target_pillar=None if onto_source else int(chosen["target"]),
            onto_source=onto_source,
            only_missing=chosen["only_missing"],
        )

    def refuse(self, error: InvalidInput) -> None:
        """Show the plan's faults at their fields, or above the form where there is none."""
        for name, texts in error.errors.items():
            field = {"target_pillar": "target", "onto_source": "target"}.get(name, name)
            for text in texts:
                self.add_error(field if field in self.fields else None, text)


def _targets(pillar: Pillar, user: User) -> list[tuple[str, str]]:
    others = Pillar.objects.visible_to(user).exclude(pk=pillar.pk).order_by("number")
    into = _("into pillar %s, each in a thread made from its source")
    return [
        *((str(other.pk), into % other) for other in others),
        (ONTO_SOURCE, _("to the threads themselves, where they were not judged")),
    ]
