"""The answer of a classification: key phrases and reasons first, then alternatives, the label, confidence.

With several labels ``labels`` takes the place of ``label``.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Annotated, Any

from pydantic import BaseModel, Field

from evaluations.task_types.checks import Problem, known_once
from evaluations.task_types.phrases import is_in
from evaluations.task_types.schema_parts import (
    CONFIDENCE_SCORES,
    FreeText,
    Probability,
    Reasoning,
    Shape,
    TypeSchema,
    closed,
    one_of,
    person,
    point_on,
    some_of,
    text,
)

LIKELY = 0.5
"""An alternative that is more probable than this contradicts the label."""


@lru_cache(maxsize=128)
def result_shape(labels: tuple[str, ...], *, multiple: bool) -> Shape:
    """The model's answer over these labels."""
    alternative = closed("AlternativeLabel", {"label": one_of(labels), "probability": Probability})
    verdict: dict[str, Any] = {"labels": some_of(labels, 1)} if multiple else {"label": one_of(labels)}
    model = closed(
        "TextClassificationResult",
        {
            "key_phrases": Annotated[list[text(1, 500)], Field(min_length=1, max_length=5)],  # type: ignore[misc]
            "reasoning": Reasoning,
            "alternative_labels": (list[alternative], []),  # type: ignore[valid-type]
            **verdict,
            "confidence_score": point_on(CONFIDENCE_SCORES),
            "confidence": Probability,
        },
    )
    return Shape("text_classification_result", model)


def classification_schema(
    labels: tuple[str, ...], *, multiple: bool, texts: Sequence[str], language: str
) -> TypeSchema:
    """The schema over these labels for a thread with these texts, in which the key phrases must stand."""

    def finish(answer: dict[str, Any]) -> list[Problem]:
        put_in_order(answer, labels)
        return [
            *_phrases_not_found(answer, texts),
            *_wrong_alternatives(answer, labels),
            *known_once("labels", answer.get("labels", ()), labels),
        ]

    return TypeSchema(result_shape(labels, multiple=multiple), language, finish)


@lru_cache(maxsize=128)
def person_model(labels: tuple[str, ...], *, multiple: bool) -> type[BaseModel]:
    """A person's answer over these labels."""
    alternative = closed("PersonAlternative", {"label": one_of(labels), "probability": Probability})
    verdict: dict[str, Any] = {"labels": some_of(labels)} if multiple else {"label": one_of(labels)}
    phrases: Any = Annotated[list[FreeText], Field(max_length=50)]
    alternatives: Any = Annotated[list[alternative], Field(max_length=500)]  # type: ignore[valid-type]
    fields = {"key_phrases": phrases, "alternative_labels": alternatives, **verdict}
    return person("PersonTextClassification", fields)


def chosen(answer: Mapping[str, Any]) -> list[str]:
    """The label, or the labels."""
    if "labels" in answer:
        return list(answer["labels"])
    return [answer["label"]] if answer.get("label") is not None else []


def put_in_order(answer: dict[str, Any], labels: Sequence[str]) -> None:
    """Bring several labels into the order of the list."""
    if "labels" in answer:
        answer["labels"] = sorted(answer["labels"], key=list(labels).index)


def _phrases_not_found(answer: Mapping[str, Any], texts: Sequence[str]) -> list[Problem]:
    return [
        Problem(
            f"key_phrases.{place}",
            f"„{phrase}“ steht nicht im Text; zitiere wörtlich",
            f"“{phrase}” is not in the text; quote word for word",
        )
        for place, phrase in enumerate(answer["key_phrases"])
        if not is_in(phrase, texts)
    ]


def _wrong_alternatives(answer: Mapping[str, Any], labels: Sequence[str]) -> list[Problem]:
    named = [entry["label"] for entry in answer.get("alternative_labels", ())]
    again = sorted(set(named) & set(chosen(answer)))
    problems = known_once("alternative_labels", named, labels)
    if again:
        shown = ", ".join(again)
        problems.append(
            Problem(
                "alternative_labels",
                f"{shown} ist schon die Antwort und keine Alternative dazu",
                f"{shown} is the answer already and no alternative to it",
            )
        )
    return problems


def contradicts(answer: Mapping[str, Any]) -> bool:
    """Whether an alternative to a single label is called more probable than ``LIKELY``."""
    if "labels" in answer:
        return False
    return any(entry["probability"] > LIKELY for entry in answer.get("alternative_labels", ()))
