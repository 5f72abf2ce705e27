"""Responses: answers with everything that belongs to them, as cards beside one another and for the API."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.db.models import Prefetch, QuerySet

from evaluations.judging.texts import ThreadTexts, item_texts
from evaluations.models import Attempt, Evaluation, Item, JudgeTask, Scenario
from evaluations.reports.scenario_answers import MODEL, PERSON, Kind
from evaluations.task_types.base import ItemTexts, Question
from evaluations.task_types.blocks import Block
from evaluations.task_types.registry import task_type


@dataclass(frozen=True, slots=True)
class ResponseCard:
    """One answer as its card shows it; a judgement that failed has a ``failure`` and no blocks.

    ``values`` are what it says on each aspect in the item's own frame, for marking disagreement.
    """

    name: str
    kind: Kind
    evaluation: Evaluation | None
    position: int
    repetition: int
    blocks: tuple[Block, ...]
    attempts: tuple[Attempt, ...] = ()
    failure: str = ""
    failure_detail: str = ""
    values: dict[str, str | float] = field(default_factory=dict)
    is_at_odds: bool = False

    @property
    def raw_response(self) -> str:
        """What the model wrote last, word for word."""
        return self.attempts[-1].raw_text if self.attempts else ""


def responses_of(
    scenario: Scenario, *, item: int | None = None, member: int | None = None, session: int | None = None
) -> QuerySet[Evaluation]:
    """Current answers with people, models, tasks and attempts at hand, a constant number of queries."""
    rows = Evaluation.objects.filter(scenario=scenario, is_current=True)
    if item is not None:
        rows = rows.filter(item=item)
    if member is not None:
        rows = rows.filter(member=member)
    if session is not None:
        rows = rows.filter(task__session=session)
    attempts = Prefetch("task__attempts", Attempt.objects.order_by("id"))
    related = ("item", "member", "model", "task__session__prompt_version__template")
    return rows.select_related(*related).prefetch_related(attempts).order_by("item__position", "pk")


def item_cards(scenario: Scenario, item: Item) -> list[ResponseCard]:
    """All cards of an item, people first, those at odds with most others marked."""
    texts = item_texts([item], ThreadTexts())[item.pk]
    cards = [_card(scenario, texts, answer) for answer in responses_of(scenario, item=item.pk)]
    cards += [_failed(task) for task in _failures(scenario, item)]
    order = {PERSON: 0, MODEL: 1}
    return sorted(_marked(cards, scenario), key=lambda card: order[card.kind])


def anonymous_cards(scenario: Scenario, item: Item, *, position: int) -> list[ResponseCard]:
    """The cards as an evaluator may see them: no names, no attempts, no failures, and those alone that
    saw the item in the same position, so that A is A on all of them."""
    return [
        replace(card, name="", attempts=())
        for card in item_cards(scenario, item)
        if card.evaluation is not None and card.position == position
    ]


def neighbours(scenario: Scenario, item: Item) -> tuple[Item | None, Item | None]:
    """The items before and after this one."""
    rows = scenario.items.order_by("position")
    return (
        rows.filter(position__lt=item.position).last(),
        rows.filter(position__gt=item.position).first(),
    )


def _card(scenario: Scenario, texts: ItemTexts, answer: Evaluation) -> ResponseCard:
    kind = task_type(scenario.task_type)
    question = Question(texts, scenario.config, scenario.language, position=answer.position)
    task = answer.task
    values = kind.values(answer.verdict, answer.scores, scenario.config)
    return ResponseCard(
        name=answer.member.name if answer.member is not None else str(answer.model),
        kind=PERSON if answer.member is not None else MODEL,
        evaluation=answer,
        position=answer.position,
        repetition=task.repetition if task is not None else 1,
        blocks=kind.card(answer.payload, question),
        attempts=tuple(task.attempts.all()) if task is not None else (),
        values={f"{one.aspect}.{one.part}" if one.part else one.aspect: one.value for one in values},
    )


def _failures(scenario: Scenario, item: Item) -> Sequence[JudgeTask]:
    failed = JudgeTask.objects.filter(session__scenario=scenario, item=item, status=JudgeTask.Status.FAILED)
    return list(
        failed.select_related("session__model")
        .prefetch_related(Prefetch("attempts", Attempt.objects.order_by("id")))
        .order_by("pk")
    )


def _failed(task: JudgeTask) -> ResponseCard:
    return ResponseCard(
        name=str(task.session.model),
        kind=MODEL,
        evaluation=None,
        position=task.position,
        repetition=task.repetition,
        blocks=(),
        attempts=tuple(task.attempts.all()),
        failure=task.failure_code,
        failure_detail=task.failure_detail,
    )


def _marked(cards: Sequence[ResponseCard], scenario: Scenario) -> list[ResponseCard]:
    """Mark the cards whose verdict is another than the most frequent one, where there is one."""
    verdict = task_type(scenario.task_type).aspects(scenario.config)[0].key
    said = [_verdict(card, verdict) for card in cards if card.values]
    counts = sorted(((said.count(value), value) for value in set(said)), reverse=True)
    most = counts[0][1] if counts and (len(counts) == 1 or counts[0][0] > counts[1][0]) else None
    return [
        replace(card, is_at_odds=bool(card.values) and _is_odd(card, verdict, said, most)) for card in cards
    ]


def _is_odd(card: ResponseCard, verdict: str, said: list[str], most: str | None) -> bool:
    if len(set(said)) < 2:
        return False
    return most is None or _verdict(card, verdict) != most


def _verdict(card: ResponseCard, verdict: str) -> str:
    """The verdict as one text, all of its parts together."""
    own = {key: value for key, value in card.values.items() if key.split(".")[0] == verdict}
    return repr(sorted(own.items()))


def evaluator_filter(evaluator: int | None) -> dict[str, int]:
    """What ``responses_of`` is to be asked for an evaluator's id (see ``scenario_answers.Evaluator``)."""
    if evaluator is None:
        return {}
    row, is_model = divmod(evaluator, 2)
    return {"session": row} if is_model else {"member": row}


def prompt_of(answer: Evaluation) -> dict[str, Any]:
    """Name, version and hash of the prompt behind a model's answer; empty for people."""
    if answer.task is None:
        return {}
    version = answer.task.session.prompt_version
    return {
        "prompt": version.template.name if version is not None else None,
        "prompt_version": version.number if version is not None else None,
        "prompt_hash": answer.prompt_hash or answer.task.session.prompt_hash,
    }
