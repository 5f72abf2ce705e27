"""Trial runs as they are shown: item by item, the versions' answers beside one another, and their sums."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import groupby

from django.contrib.auth.models import User
from django.db.models import Prefetch, Q

from evaluations.judging.prompt_material import Material, question_of_material
from evaluations.judging.trial_runner import material_of
from evaluations.models import PromptTrial, PromptTrialCall, TrialAttempt
from evaluations.task_types.base import Question, Recorded
from evaluations.task_types.blocks import Block
from evaluations.task_types.registry import task_type
from prompts.models import PromptTemplate, PromptVersion

_LATEST = 10


@dataclass(frozen=True, slots=True)
class TrialCard:
    """One version's answer to one item; without an answer there are no blocks."""

    version: PromptVersion
    call: PromptTrialCall
    attempts: tuple[TrialAttempt, ...]
    blocks: tuple[Block, ...] = ()
    recorded: Recorded | None = None
    verdict: str = ""


@dataclass(frozen=True, slots=True)
class TrialRow:
    """One item with a card for each version; ``agree`` is ``None`` until there are two answers."""

    place: int
    material: Material
    cards: tuple[TrialCard, ...]
    agree: bool | None


@dataclass(frozen=True, slots=True)
class TrialSum:
    """What one version's calls came to: times in milliseconds, ``cost`` in the model's currency.

    Tokens, cost and time are sums over all attempts; ``latency_ms`` is their mean for each item that
    has ended, ``None`` where none has.
    """

    version: PromptVersion
    answered: int
    failed: int
    calls: int
    attempts: int
    tokens: int
    cost: Decimal
    latency_ms: float | None


@dataclass(frozen=True, slots=True)
class TrialView:
    """A whole trial; ``agreeing`` of the ``compared`` items have the same verdict from both versions."""

    rows: list[TrialRow]
    sums: list[TrialSum]
    agreeing: int
    compared: int


def latest_trials(template: PromptTemplate, *, reader: User) -> Sequence[PromptTrial]:
    """The reader's latest trials of this template's versions."""
    trials = PromptTrial.objects.visible_to(reader)
    of_template = Q(first__template=template) | Q(second__template=template)
    related = ("first__template", "second__template", "model")
    return list(trials.filter(of_template).select_related(*related)[:_LATEST])


def trial_view(trial: PromptTrial) -> TrialView:
    """The trial as it stands now."""
    related = ("item__scenario", "item__pillar_a", "item__pillar_b", "thread_a", "thread_b")
    attempts = Prefetch("attempts", TrialAttempt.objects.order_by("id"))
    calls = trial.calls.select_related(*related).prefetch_related(attempts).order_by("place", "id")
    rows = [_row(trial, place, list(found)) for place, found in groupby(calls, key=lambda call: call.place)]
    compared = [row for row in rows if row.agree is not None]
    return TrialView(
        rows=rows,
        sums=[_sum(rows, index, version) for index, version in enumerate(trial.versions)],
        agreeing=sum(1 for row in compared if row.agree),
        compared=len(compared),
    )


def _row(trial: PromptTrial, place: int, calls: list[PromptTrialCall]) -> TrialRow:
    by_version = {call.version_id: call for call in calls}
    material = material_of(calls[0])
    has_answers = any(call.payload is not None for call in calls)
    question = question_of_material(material) if has_answers else None
    cards = tuple(_card(trial, version, by_version[version.pk], question) for version in trial.versions)
    verdicts = [card.verdict for card in cards if card.recorded is not None]
    return TrialRow(place, material, cards, verdicts[0] == verdicts[1] if len(verdicts) == 2 else None)


def _card(
    trial: PromptTrial, version: PromptVersion, call: PromptTrialCall, question: Question | None
) -> TrialCard:
    attempts = tuple(call.attempts.all())
    if call.payload is None or question is None:
        return TrialCard(version, call, attempts)
    kind = task_type(trial.task_type)
    recorded = kind.record(call.payload, call.config, position=1)
    values = kind.values(recorded.verdict, recorded.scores, call.config)
    main = kind.aspects(call.config)[0].key
    said = sorted((value.part, str(value.value)) for value in values if value.aspect == main)
    return TrialCard(version, call, attempts, kind.card(call.payload, question), recorded, repr(said))


def _sum(rows: Sequence[TrialRow], index: int, version: PromptVersion) -> TrialSum:
    cards = [row.cards[index] for row in rows]
    attempts = [attempt for card in cards for attempt in card.attempts]
    status = PromptTrialCall.Status
    ended = [card for card in cards if card.call.status != status.PENDING]
    spent = sum(attempt.latency_ms for card in ended for attempt in card.attempts)
    return TrialSum(
        version=version,
        answered=sum(1 for card in ended if card.call.status == status.COMPLETED),
        failed=sum(1 for card in ended if card.call.status == status.FAILED),
        calls=len(cards),
        attempts=len(attempts),
        tokens=sum(attempt.input_tokens + attempt.output_tokens for attempt in attempts),
        cost=sum((attempt.cost for attempt in attempts), Decimal(0)),
        latency_ms=spent / len(ended) if ended else None,
    )
