"""The newest answers of a scenario, people's and models'."""

from dataclasses import dataclass
from datetime import datetime

from evaluations.models import Evaluation, Scenario
from evaluations.reports.scenario_answers import MODEL, PERSON, Kind
from evaluations.task_types.registry import task_type

SHOWN = 15


@dataclass(frozen=True, slots=True)
class FeedEntry:
    """One answer: who, on which item, what in short, when; ``pk`` is the answer's."""

    pk: int
    name: str
    kind: Kind
    item: int
    position: int
    verdict: str
    confidence: float | None
    created_at: datetime


def latest_answers(scenario: Scenario, *, most: int = SHOWN) -> list[FeedEntry]:
    """The newest answers first, in one query."""
    rows = Evaluation.objects.filter(scenario=scenario, is_current=True).order_by("-created_at", "-pk")
    rows = rows.select_related("member", "model", "item").defer("payload", "reasoning", "annotations")
    kind = task_type(scenario.task_type)
    return [
        FeedEntry(
            pk=answer.pk,
            name=answer.member.name if answer.member is not None else str(answer.model),
            kind=PERSON if answer.member is not None else MODEL,
            item=answer.item_id,
            position=answer.item.position + 1,
            verdict=kind.verdict_in_words(answer.verdict, scenario.config),
            confidence=answer.confidence,
            created_at=answer.created_at,
        )
        for answer in rows[:most]
    ]
