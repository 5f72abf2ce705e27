"""What forms and answers of all types have in common: confidence, reasoning, language names, options."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from evaluations.task_types.controls import Control, LongText, Option, Scale

if TYPE_CHECKING:
    from evaluations.task_types.base import Question

LANGUAGE_NAMES = {"de": "Deutsch", "en": "English"}
CONFIDENCE_STEPS = 5


def confidence_control(question: "Question") -> list[Control]:
    """How sure the person is, 1 to 5, where that is asked for."""
    if "confidence" not in question.asked:
        return []
    labels = (_("guessed"), _("unsure"), _("fairly sure"), _("sure"), _("certain"))
    options = tuple(Option(str(n), label, str(n)) for n, label in enumerate(labels, start=1))
    return [
        Scale(
            name="confidence_score",
            label=_("How sure are you?"),
            part="confidence",
            required="confidence" in question.required,
            options=options,
        )
    ]


def reasoning_control(question: "Question", name: str = "reasoning") -> list[Control]:
    """The person's reason in own words, where that is asked for."""
    if "reasoning" not in question.asked:
        return []
    return [
        LongText(
            name=name,
            label=_("Why?"),
            part="reasoning",
            required="reasoning" in question.required,
            most=2000,
        )
    ]


def with_both_confidences(answer: dict[str, Any]) -> dict[str, Any]:
    """The answer with ``confidence`` (0 to 1) and ``confidence_score`` (1 to 5), where it has one of them."""
    score, confidence = answer.get("confidence_score"), answer.get("confidence")
    if score is not None and confidence is None:
        return answer | {"confidence": (score - 1) / (CONFIDENCE_STEPS - 1)}
    if confidence is not None and score is None:
        return answer | {"confidence_score": round(confidence * (CONFIDENCE_STEPS - 1)) + 1}
    return answer


def in_language(texts: Mapping[str, str], language: str) -> str:
    """A text in this language; in German, or any other, where it has none."""
    return texts.get(language) or texts.get("de") or next(iter(texts.values()), "")


def metadata_values(metadata: Mapping[str, str]) -> dict[str, str]:
    """The prompt's variables ``metadata.<key>``."""
    return {f"metadata.{key}": value for key, value in metadata.items()}
