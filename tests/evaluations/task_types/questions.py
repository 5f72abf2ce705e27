"""Questions of every task type, and answers to them as a well-behaved model gives them."""

import json
from collections.abc import Mapping
from typing import Any

from evaluations.llm.material import FeatureText, MessageText, ThreadText
from evaluations.task_types.base import ItemTexts, Question, TaskType
from evaluations.task_types.registry import task_type, task_types
from tests.fake_llm.answers import Filler

CLIENT = (
    "Ich weiß seit Wochen nicht „weiter“ – und schlafe kaum noch.\nMein Chef sagt nur: Stell dich nicht an."
)
COUNSELLOR = "Guten Tag, danke für Ihre offene Mail. Was würde Ihnen jetzt am meisten helfen?"
FEATURES = {"F2": "Ein Betreff.", "F3": "Noch ein Betreff.", "F1": "Der dritte Betreff."}
LABELS = ["Arbeit", "Häusliche Gewalt", {"key": "sucht", "name": "Sucht", "description": "Alkohol, Spiel"}]

CONFIGS: dict[str, list[dict[str, Any]]] = {
    "comparison": [{}, {"allow_tie": False, "criteria": ["quality", "empathy"]}],
    "ranking": [{}, {"rank_top": 2, "keep_order": True, "buckets": {"gut": "Spitze"}}],
    "rating": [{}, {"scale": {"min": 0, "max": 10}, "criteria": "Nur die Kürze."}],
    "mail_rating": [
        {},
        {"preset": "KIA-Metriken"},
        {"criteria": ["grammar", "fluency", "structure"], "scale": {"min": 1, "max": 6}},
    ],
    "text_classification": [{"labels": LABELS}, {"labels": LABELS, "multiple": True}],
}
"""The settings that every property is tried under; a type that is not named is tried without any."""


def thread(client: str = CLIENT, counsellor: str = COUNSELLOR, subject: str = "") -> ThreadText:
    """A thread of two mails."""
    return ThreadText((MessageText("client", client), MessageText("counsellor", counsellor)), subject)


def question_for(kind: TaskType, raw: Mapping[str, Any] | None = None, **fields: Any) -> Question:
    """A question of this type, under a config as it may be given."""
    texts = ItemTexts(
        thread_a=thread(),
        thread_b=thread("Hallo.", "Guten Tag.") if kind.threads_per_item == 2 else None,
        features=tuple(FeatureText(*entry) for entry in FEATURES.items()) if kind.judges_features else (),
    )
    values: dict[str, Any] = {
        "texts": texts,
        "config": kind.read_config(raw or {}),
        "language": "de",
    } | fields
    return Question(**values)


def cases() -> list[Any]:
    """Every type with each of its configs."""
    return [(key, raw) for key in sorted(task_types()) for raw in CONFIGS.get(key, [{}])]


def case_name(value: Any) -> str:
    """A case's name in the list of tests."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)[:40]


def model_answer(question: Question, kind: TaskType) -> dict[str, Any]:
    """What the fake server answers: all that the strict view asks for, with a phrase of the thread."""
    strict = kind.answer_schema(question).strict
    filled: dict[str, Any] = Filler(
        strict, "A", "A", quote=question.texts.thread_a.messages[0].content
    ).fill()
    return filled


def asked_for(key: str, raw: Mapping[str, Any] | None = None, **fields: Any) -> tuple[TaskType, Question]:
    """A type and a question of it."""
    kind = task_type(key)
    return kind, question_for(kind, raw, **fields)
