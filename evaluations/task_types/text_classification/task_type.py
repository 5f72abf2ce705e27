"""Text classification as the engine sees it."""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from evaluations.llm.answer_schema import AnswerSchema
from evaluations.task_types.base import DataSample, Question, Recorded, TaskType
from evaluations.task_types.beginnings import Beginning
from evaluations.task_types.blocks import Block
from evaluations.task_types.checks import known_once, refuse, spellings
from evaluations.task_types.common import (
    THREAD_VARIABLES,
    in_language,
    shortened,
    thread_values,
    with_both_confidences,
)
from evaluations.task_types.controls import Control
from evaluations.task_types.gaps import Gap
from evaluations.task_types.reading import read_person_answer
from evaluations.task_types.text_classification import form, settings
from evaluations.task_types.text_classification.beginnings import beginnings
from evaluations.task_types.text_classification.display import card_of, part_names, texts_of
from evaluations.task_types.text_classification.schema import (
    chosen,
    classification_schema,
    contradicts,
    person_model,
    put_in_order,
)
from evaluations.task_types.values import Aspect, Level, Value

_MOST_GUESSED = 20
_SEVERAL = {
    "de": "Es dürfen mehrere Labels passen.",
    "en": "Several labels may fit.",
}


class TextClassification(TaskType):
    """A label of a list, or several; ``config``: ``{question, labels, multiple}``."""

    key: ClassVar[str] = "text_classification"
    name: ClassVar[str | Promise] = _("Text classification")
    description: ClassVar[str | Promise] = _("One thread: which label of a list does it have?")
    variables: ClassVar[frozenset[str]] = THREAD_VARIABLES | {"labels"}
    required_variables: ClassVar[frozenset[str]] = frozenset({"thread_content", "labels"})

    def read_config(self, config: Mapping[str, Any]) -> dict[str, Any]:
        """The labels, and whether several may be chosen."""
        return settings.read_config(config)

    def question(self, config: Mapping[str, Any], language: str) -> str:
        """The scenario's own question, or the usual one."""
        usual = settings.QUESTION_MULTIPLE if config["multiple"] else settings.QUESTION
        return config["question"] or in_language(usual, language)

    def prompt_values(self, question: Question, *, mark: str) -> dict[str, str]:
        """Values for ``variables``."""
        config, language = question.config, question.language
        lines = [_in_words(entry) for entry in config["labels"]]
        lines += [_SEVERAL[language]] if config["multiple"] else []
        return {
            **thread_values(question, self.question(config, language), mark=mark),
            "labels": "\n".join(lines),
        }

    def answer_schema(self, question: Question) -> AnswerSchema:
        """The schema over these labels; key phrases must stand in this thread."""
        return classification_schema(
            _keys(question.config),
            multiple=question.config["multiple"],
            texts=texts_of(question),
            language=question.language,
        )

    def parse_answer(self, payload: Mapping[str, Any], question: Question) -> dict[str, Any]:
        """A person's answer; a label may be called by its name."""
        config = question.config
        keys = _keys(config)
        model = person_model(keys, multiple=config["multiple"])
        given = _with_keys(payload, config)
        answer = with_both_confidences(read_person_answer(model, given, question.language))
        refuse(known_once("labels", answer.get("labels", ()), keys), question.language)
        put_in_order(answer, keys)
        return answer

    def verdict_gaps(self, answer: Mapping[str, Any], question: Question) -> list[Gap]:
        """A label must be there."""
        return [] if chosen(answer) else [Gap("label", gettext("No label was chosen."))]

    def record(self, payload: Mapping[str, Any], config: Mapping[str, Any], *, position: int) -> Recorded:
        """The verdict is the label, or the labels joined by ``|`` in the order of the list."""
        labels = settings.BETWEEN.join(chosen(payload))
        return Recorded(
            verdict=shortened(labels, settings.BETWEEN),
            scores={"label": labels},
            confidence=payload.get("confidence"),
            reasoning=payload.get("reasoning", ""),
            is_contradictory=contradicts(payload),
        )

    def aspects(self, config: Mapping[str, Any]) -> tuple[Aspect, ...]:
        """The label; where several may be chosen, the categories are those that occur."""
        labels = tuple((entry["key"], entry["name"]) for entry in config["labels"])
        shown = () if config["multiple"] else labels
        return (Aspect("label", gettext("Label"), Level.NOMINAL, shown, is_verdict=True),)

    def values(self, verdict: str, scores: Mapping[str, Any], config: Mapping[str, Any]) -> Iterator[Value]:
        """The label, or the combination of labels."""
        if said := scores.get("label"):
            yield Value("label", said)

    def verdict_in_words(self, verdict: str, config: Mapping[str, Any]) -> str:
        """The labels by their names."""
        names = {entry["key"]: entry["name"] for entry in config["labels"]}
        return ", ".join(names.get(key, key) for key in verdict.split(settings.BETWEEN))

    def answer_names(self, config: Mapping[str, Any]) -> dict[str, str]:
        """The key phrases, the label and its alternatives."""
        return super().answer_names(config) | part_names()

    def form(self, question: Question) -> tuple[Control, ...]:
        """The labels, and what else is asked."""
        return form.form_of(question)

    def payload_of(self, fields: Mapping[str, Any], question: Question) -> dict[str, Any]:
        """Fields to payload."""
        return form.payload_of(fields, multiple=question.config["multiple"])

    def fields_of(self, payload: Mapping[str, Any], question: Question) -> dict[str, Any]:
        """Payload to fields."""
        return form.fields_of(payload)

    def card(self, payload: Mapping[str, Any], question: Question) -> tuple[Block, ...]:
        """The label with alternatives and key phrases."""
        return card_of(payload, question)

    def settings_form(self) -> tuple[Control, ...]:
        """Question, labels, several."""
        return settings.settings_form()

    def beginnings(self, language: str) -> tuple[Beginning, ...]:
        """See the base."""
        return beginnings(language)

    def config_of(self, fields: Mapping[str, Any]) -> dict[str, Any]:
        """Settings to config."""
        return settings.config_of(fields)

    def settings_of(self, config: Mapping[str, Any]) -> dict[str, Any]:
        """Config to settings."""
        return settings.settings_of(config)

    def reference_from_label(self, label: str, config: Mapping[str, Any]) -> dict[str, Any] | None:
        """The label that is called so, by key or name, without regard to case."""
        key = _spellings(config).get(label.strip().casefold())
        if key is None:
            return None
        return {"labels": [key]} if config["multiple"] else {"label": key}

    def fits(self, sample: DataSample) -> str:
        """A few labels want to be found again."""
        if 2 <= len(sample.labels) <= _MOST_GUESSED and len(sample.labels) < sample.threads:
            return gettext("The threads have %(count)d different labels.") % {"count": len(sample.labels)}
        return ""


def _keys(config: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(entry["key"] for entry in config["labels"])


def _spellings(config: Mapping[str, Any]) -> dict[str, str]:
    labels = config["labels"]
    return spellings([*((e["key"], e["key"]) for e in labels), *((e["name"], e["key"]) for e in labels)])


def _with_keys(payload: Mapping[str, Any], config: Mapping[str, Any]) -> dict[str, Any]:
    """The payload with names of labels turned into keys; what is no label stays for the check to name.

    A single label is taken where several may be chosen.
    """
    known = _spellings(config)
    given = {key: value for key, value in payload.items() if value is not None}
    if config["multiple"] and "label" in given and "labels" not in given:
        given["labels"] = [given.pop("label")]
    for place in ("label", "labels"):
        value = given.get(place)
        if isinstance(value, str):
            given[place] = known.get(value.strip().casefold(), value)
        elif isinstance(value, list):
            given[place] = [known.get(str(one).strip().casefold(), one) for one in value]
    return given


def _in_words(entry: Mapping[str, str]) -> str:
    """A label as one line of a prompt."""
    shown = entry["key"] if entry["key"] == entry["name"] else f"{entry['key']} ({entry['name']})"
    return f"- {shown}: {entry['description']}" if entry["description"] else f"- {shown}"
