"""What forms and answers of all types have in common: confidence, reasoning, language names, options."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from evaluations.task_types.controls import Control, LongText, Option, Scale, ShortText
from evaluations.task_types.fences import fenced, thread_in_words
from prompts.variables import METADATA

if TYPE_CHECKING:
    from evaluations.task_types.base import Question

LANGUAGE_NAMES = {"de": "Deutsch", "en": "English"}
CONFIDENCE_STEPS = 5
LONGEST_VERDICT = 120


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


def shortened(verdict: str, signs: str) -> str:
    """A verdict that its column holds: a longer one ends after one of ``signs``, and ``…`` says so."""
    if len(verdict) <= LONGEST_VERDICT:
        return verdict
    held = verdict[: LONGEST_VERDICT - 1]
    return held[: max(held.rfind(sign) for sign in signs) + 1] + "…"


def page_language() -> str:
    """The language that pages are shown in now, ``de`` or ``en``."""
    return (get_language() or "de")[:2]


def metadata_values(metadata: Mapping[str, str]) -> dict[str, str]:
    """The prompt's variables ``metadata.<key>``."""
    return {f"metadata.{key}": value for key, value in metadata.items()}


THREAD_VARIABLES = frozenset({"thread_content", "subject", "language", "question", METADATA})


def thread_values(question: "Question", asked: str, *, mark: str) -> dict[str, str]:
    """The variables of every type that judges one thread; ``asked`` is the question in words."""
    thread = question.texts.thread_a
    return {
        "thread_content": fenced(thread_in_words(thread), mark),
        "subject": fenced(thread.subject, mark) if thread.subject else "",
        "language": LANGUAGE_NAMES[question.language],
        "question": asked,
        **metadata_values(question.texts.metadata),
    }


def features_in_words(question: "Question", *, mark: str) -> str:
    """The features in the order shown, each under its key and between fences of its own."""
    return "\n\n".join(
        f"{feature.key}:\n{fenced(feature.content, mark)}" for feature in question.texts.features
    )


def question_control(usual: str) -> Control:
    """A scenario's own question; ``usual`` is what is asked without one."""
    return ShortText(
        name="question",
        label=_("Question"),
        help=_("Empty: “%(question)s”") % {"question": usual},
        most=300,
    )


def kept(fields: Mapping[str, Any], *names: str) -> dict[str, Any]:
    """Those of the named fields that hold something."""
    return {name: fields[name] for name in names if fields.get(name) is not None}
