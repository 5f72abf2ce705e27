"""The forms of the wizard's steps; what a task type can be set to comes from the type's own controls."""

from typing import Any

from django import forms
from django.contrib.auth.models import Group, User
from django.utils.translation import gettext_lazy as _

from evaluations.judging.modes import MODES
from evaluations.judging.plans import LIMITS
from evaluations.judging.scenario_sessions import JudgePlan
from evaluations.models import Model, Scenario
from evaluations.pages.forms import ModelField
from evaluations.scenarios.distribution import DistributionMode
from evaluations.scenarios.drafts import DraftChecks, DraftPeople, checks_of, people_of, selection_of
from evaluations.scenarios.rules import rules_of
from evaluations.scenarios.selection import DataSelection
from evaluations.task_types.registry import task_type
from pillars.models import Pillar
from prompts.models import PromptTemplate

ASKED = [("", _("not asked")), ("asked", _("asked")), ("required", _("required"))]


class StepForm(forms.Form):
    """One step; knows the scenario, and shows errors of the services beside its fields."""

    def __init__(self, *args: Any, scenario: Scenario, user: User, **kwargs: Any) -> None:
        kwargs.setdefault("initial", self.kept(scenario))
        super().__init__(*args, **kwargs)
        self.scenario = scenario
        self.offer(scenario, user)
        for name, field in self.fields.items():
            field.widget.attrs |= {"class": _css_class(field), "id": f"id_{name}"}

    def kept(self, scenario: Scenario) -> dict[str, Any]:
        """What the scenario holds, by field."""
        raise NotImplementedError

    def offer(self, scenario: Scenario, user: User) -> None:
        """Fill the choices that depend on scenario and user."""

    def take_errors(self, errors: dict[str, list[str]], detail: str) -> None:
        """Show what the services object to beside the fields concerned."""
        for name, texts in errors.items():
            field = name.split(".")[0]
            for text in texts:
                self.add_error(field if field in self.fields else None, text)
        if not errors:
            self.add_error(None, detail)


class DataForm(StepForm):
    """Name, language and threads."""

    name = forms.CharField(label=_("Name of the scenario"), max_length=200)
    description = forms.CharField(
        label=_("Description"), required=False, widget=forms.Textarea(attrs={"rows": 2})
    )
    language = forms.ChoiceField(
        label=_("Language of texts and answers"), choices=[("de", "Deutsch"), ("en", "English")]
    )
    pillar_ids = forms.ModelMultipleChoiceField(
        Pillar.objects.none(), label=_("Pillars"), required=False, widget=forms.CheckboxSelectMultiple
    )
    search = forms.CharField(
        label=_("Only threads with this in subject or label"),
        required=False,
        help_text=_("Empty: all threads."),
    )
    messages_from = forms.IntegerField(label=_("Messages from"), required=False, min_value=1)
    messages_to = forms.IntegerField(label=_("Messages to"), required=False, min_value=1)
    with_features = forms.BooleanField(label=_("Only threads with features"), required=False)
    max_threads_per_pillar = forms.IntegerField(
        label=_("At most so many threads of a pillar"),
        required=False,
        min_value=1,
        help_text=_("Which ones is drawn. Empty: all threads."),
    )
    comparison_mode = forms.ChoiceField(
        label=_("How threads meet (comparisons)"), choices=[(mode.key.value, mode.name) for mode in MODES]
    )
    samples_per_pillar = forms.IntegerField(
        label=_("Threads drawn from each pillar (comparisons)"), min_value=1
    )

    def kept(self, scenario: Scenario) -> dict[str, Any]:
        """See the base."""
        data = selection_of(scenario)
        return {
            "name": scenario.name,
            "description": scenario.description,
            "language": scenario.language,
            "pillar_ids": list(data.pillar_ids),
            "search": data.search,
            "messages_from": data.messages_from,
            "messages_to": data.messages_to,
            "with_features": data.with_features,
            "max_threads_per_pillar": data.max_threads_per_pillar,
            "comparison_mode": data.comparison_mode or MODES[0].key.value,
            "samples_per_pillar": data.samples_per_pillar,
        }

    def offer(self, scenario: Scenario, user: User) -> None:
        """The pillars that the user may see."""
        self.fields["pillar_ids"].queryset = Pillar.objects.visible_to(user)  # type: ignore[attr-defined]

    def selection(self) -> DataSelection:
        """The choice of threads; the form must be valid."""
        data = self.cleaned_data
        return DataSelection(
            pillar_ids=[pillar.pk for pillar in data["pillar_ids"]],
            thread_ids=selection_of(self.scenario).thread_ids,
            comparison_mode=data["comparison_mode"],
            samples_per_pillar=data["samples_per_pillar"],
            max_threads_per_pillar=data["max_threads_per_pillar"],
            search=data["search"].strip(),
            messages_from=data["messages_from"],
            messages_to=data["messages_to"],
            with_features=data["with_features"],
        )


class TaskForm(StepForm):
    """What people are told and asked besides the verdict; the type's own settings are controls."""

    instructions = forms.CharField(
        label=_("Instructions"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 6, "data-markdown": ""}),
        help_text=_("Markdown; shown to evaluators at the first visit."),
    )

    def kept(self, scenario: Scenario) -> dict[str, Any]:
        """See the base; a field for each part that the type can ask for."""
        rules = rules_of(scenario)
        parts = task_type(scenario.task_type).parts
        state = {part: "required" if part in rules.required else "asked" for part in rules.asked}
        return {"instructions": scenario.instructions} | {
            f"part_{part}": state.get(part, "") for part in parts
        }

    def offer(self, scenario: Scenario, user: User) -> None:
        """A choice for each part."""
        for part, name in task_type(scenario.task_type).parts.items():
            self.fields[f"part_{part}"] = forms.ChoiceField(label=str(name), choices=ASKED, required=False)

    def rules(self) -> dict[str, Any]:
        """The rules with the parts as chosen; the form must be valid."""
        chosen = {n.removeprefix("part_"): v for n, v in self.cleaned_data.items() if n.startswith("part_")}
        return rules_of(self.scenario).model_dump(mode="json") | {
            "asked": [part for part, state in chosen.items() if state],
            "required": [part for part, state in chosen.items() if state == "required"],
        }


class PeopleForm(StepForm):
    """Who answers: people, groups, models."""

    usernames = forms.MultipleChoiceField(
        label=_("People"), required=False, widget=forms.CheckboxSelectMultiple
    )
    groups = forms.MultipleChoiceField(
        label=_("Everybody of a group"), required=False, widget=forms.CheckboxSelectMultiple
    )
    models = forms.MultipleChoiceField(label=_("Models"), required=False, widget=forms.CheckboxSelectMultiple)
    repetitions = forms.IntegerField(label=_("How often a model judges each item"), min_value=1, max_value=20)
    position_swap = forms.BooleanField(label=_("Models judge pairs in both positions"), required=False)
    temperature = forms.FloatField(
        label=_("Temperature"), min_value=LIMITS["temperature"][0], max_value=LIMITS["temperature"][1]
    )
    prompt_template_id = forms.ChoiceField(label=_("Prompt for the models"), required=False)
    additional_instructions = forms.CharField(
        label=_("Additional instructions for the models"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    def kept(self, scenario: Scenario) -> dict[str, Any]:
        """See the base."""
        people = people_of(scenario)
        return {
            "usernames": list(people.usernames),
            "groups": list(people.groups),
            "models": [str(pk) for pk in people.models],
            "repetitions": people.judging.repetitions,
            "position_swap": people.judging.position_swap,
            "temperature": people.judging.temperature,
            "prompt_template_id": scenario.prompt_config.get("template_id", ""),
            "additional_instructions": scenario.prompt_config.get("additional_instructions", ""),
        }

    def offer(self, scenario: Scenario, user: User) -> None:
        """Accounts, groups, and the models that can answer this type."""
        kind = task_type(scenario.task_type)
        models = Model.objects.visible_to(user).select_related("provider")
        able = [model for model in models if model.is_language_model or kind.is_measurable]
        label = ModelField(Model.objects.none()).label_from_instance
        prompts = PromptTemplate.objects.for_task_type(kind.key)
        choices: dict[str, list[tuple[str, str]]] = {
            "usernames": [(name, name) for name in _accounts()],
            "groups": [
                (name, name) for name in Group.objects.order_by("name").values_list("name", flat=True)
            ],
            "models": [(str(model.pk), label(model)) for model in able],
            "prompt_template_id": [("", str(_("the default")))]
            + [(str(one.pk), str(one)) for one in prompts],
        }
        for name, offered in choices.items():
            self.fields[name].choices = offered  # type: ignore[attr-defined]

    def people(self) -> DraftPeople:
        """The people and models; the form must be valid."""
        data = self.cleaned_data
        judging = JudgePlan(
            repetitions=data["repetitions"],
            position_swap=data["position_swap"],
            temperature=data["temperature"],
        )
        return DraftPeople(data["usernames"], data["groups"], [int(pk) for pk in data["models"]], judging)

    def prompt_config(self) -> dict[str, Any]:
        """The scenario's prompt; the form must be valid."""
        data = self.cleaned_data
        template = data["prompt_template_id"]
        config = {
            "template_id": int(template) if template else None,
            "additional_instructions": data["additional_instructions"],
        }
        return {name: value for name, value in config.items() if value}


class DistributionForm(StepForm):
    """Who gets which items, in which order, under which rules."""

    mode = forms.ChoiceField(
        label=_("Who gets which items"),
        choices=[
            (DistributionMode.ALL.value, _("everybody gets every item")),
            (DistributionMode.ROUND_ROBIN.value, _("each item goes to one person")),
            (DistributionMode.OVERLAP.value, _("each item goes to several people")),
        ],
        widget=forms.RadioSelect,
    )
    overlap = forms.IntegerField(
        label=_("People an item (where it goes to several)"), min_value=1, max_value=100
    )
    everyone_share = forms.IntegerField(
        label=_("Share of items that everybody does, in per cent"),
        min_value=0,
        max_value=100,
        help_text=_("So that agreement can be measured although most items are shared out."),
    )
    cap = forms.IntegerField(label=_("At most so many items a person"), required=False, min_value=1)
    batch_size = forms.IntegerField(label=_("Items in a batch"), required=False, min_value=1)
    repeats = forms.IntegerField(
        label=_("Items that come a second time"),
        min_value=0,
        help_text=_("Shows whether people agree with themselves."),
    )
    order = forms.ChoiceField(label=_("Order"), choices=Scenario.Order.choices, widget=forms.RadioSelect)
    practice = forms.IntegerField(
        label=_("Practice items at the beginning"),
        min_value=0,
        help_text=_("Taken from items with a known answer."),
    )
    gold = forms.IntegerField(
        label=_("Gold items mixed in"), min_value=0, help_text=_("Taken from items with a known answer.")
    )
    gold_feedback = forms.BooleanField(label=_("Tell the known answer after a gold item"), required=False)
    others = forms.ChoiceField(
        label=_("Other people’s and models’ answers"),
        choices=[("never", _("are never shown")), ("after_own", _("are shown after the own answer"))],
        widget=forms.RadioSelect,
    )
    may_change = forms.BooleanField(label=_("Answers may be changed later"), required=False)
    may_decline = forms.BooleanField(label=_("“I cannot judge this” is allowed"), required=False)

    def kept(self, scenario: Scenario) -> dict[str, Any]:
        """See the base."""
        given, rules, checks = scenario.distribution, rules_of(scenario), checks_of(scenario)
        return {
            "mode": given.get("mode", DistributionMode.ALL.value),
            "overlap": given.get("overlap", 2),
            "everyone_share": round(100 * given.get("everyone_share", 0)),
            "cap": given.get("cap"),
            "batch_size": given.get("batch_size"),
            "repeats": given.get("repeats", 0),
            "order": scenario.order,
            "practice": checks.practice,
            "gold": checks.gold,
            "gold_feedback": rules.gold_feedback,
            "others": rules.others,
            "may_change": rules.may_change,
            "may_decline": rules.may_decline,
        }

    def changes(self) -> dict[str, Any]:
        """Distribution, order and rules; the form must be valid."""
        data = self.cleaned_data
        distribution = {
            "mode": data["mode"],
            "overlap": data["overlap"],
            "everyone_share": data["everyone_share"] / 100,
            "repeats": data["repeats"],
        } | {name: data[name] for name in ("cap", "batch_size") if data[name]}
        own = ("gold_feedback", "others", "may_change", "may_decline")
        rules = rules_of(self.scenario).model_dump(mode="json") | {name: data[name] for name in own}
        return {"distribution": distribution, "order": data["order"], "rules": rules}

    def checks(self) -> DraftChecks:
        """Gold and practice items; the form must be valid."""
        return DraftChecks(gold=self.cleaned_data["gold"], practice=self.cleaned_data["practice"])


def _accounts() -> list[str]:
    """The accounts that can be asked, by name."""
    return list(
        User.objects.filter(is_active=True).order_by("username").values_list("username", flat=True)[:500]
    )


def _css_class(field: forms.Field) -> str:
    if isinstance(field.widget, forms.CheckboxInput | forms.CheckboxSelectMultiple | forms.RadioSelect):
        return "form-check-input"
    return "form-select" if isinstance(field.widget, forms.Select) else "form-control"
