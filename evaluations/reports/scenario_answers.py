"""The answers of a scenario as statistics take them: one value an evaluator, item and aspect."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from statistics import median_low
from typing import Any, Literal

from evaluations.models import Evaluation, Item, JudgeSession, JudgeTask, Scenario
from evaluations.statistics.ratings import Ratings
from evaluations.task_types.base import TaskType
from evaluations.task_types.registry import task_type
from evaluations.task_types.values import Aspect, Level

Kind = Literal["person", "model"]
PERSON: Kind = "person"
MODEL: Kind = "model"
Unit = tuple[int, str]
"""An item and the part of it that is judged by itself; the part is empty for the whole item."""


@dataclass(frozen=True, slots=True)
class Evaluator:
    """Who answers: a member or a judge session, under one kind of id so that both fit in one list."""

    id: int
    name: str
    kind: Kind
    row: int

    @classmethod
    def person(cls, member_id: int, name: str) -> "Evaluator":
        """A member; people have even ids."""
        return cls(2 * member_id, name, PERSON, member_id)

    @classmethod
    def model(cls, session_id: int, name: str) -> "Evaluator":
        """A judge session; models have odd ids."""
        return cls(2 * session_id + 1, name, MODEL, session_id)


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer in the item's own frame; a model may have several for an item, a person has one."""

    evaluator: int
    item: int
    position: int
    repetition: int
    verdict: str
    scores: dict[str, Any]
    confidence: float | None
    pillar_a: int | None = None
    pillar_b: int | None = None


@dataclass(slots=True)
class ScenarioAnswers:
    """All current answers of a scenario to the items that count, practice and repeats left out.

    ``missing`` are the (evaluator, item) of models that failed or are not through there: what they
    said of it so far is no value yet.
    """

    scenario: Scenario
    kind: TaskType
    aspects: tuple[Aspect, ...]
    evaluators: list[Evaluator]
    items: list[int]
    answers: list[Answer]
    missing: set[tuple[int, int]]
    known: dict[str, dict[Unit, str | float]] = field(default_factory=dict)

    def of(self, evaluators: Collection[int]) -> "ScenarioAnswers":
        """The same with some of the evaluators alone."""
        return ScenarioAnswers(
            self.scenario,
            self.kind,
            self.aspects,
            [one for one in self.evaluators if one.id in evaluators],
            self.items,
            [one for one in self.answers if one.evaluator in evaluators],
            {pair for pair in self.missing if pair[0] in evaluators},
            self.known,
        )

    def single_values(self, answer: Answer) -> Iterator[tuple[str, Unit, str | float]]:
        """What one answer says: aspect, unit, value."""
        for value in self.kind.values(answer.verdict, answer.scores, self.scenario.config):
            yield value.aspect, (answer.item, value.part), value.value

    def values(self, aspect: Aspect) -> list[tuple[int, Unit, str | float]]:
        """(evaluator, unit, value) on an aspect, what a model said several times put together."""
        said: dict[tuple[int, Unit], list[tuple[int, str | float]]] = {}
        for answer in self.answers:
            if (answer.evaluator, answer.item) in self.missing:
                continue
            for key, unit, value in self.single_values(answer):
                if key == aspect.key:
                    said.setdefault((answer.evaluator, unit), []).append((answer.repetition, value))
        combined = ((key, combine(values, aspect)) for key, values in said.items())
        return [(evaluator, unit, value) for (evaluator, unit), value in combined if value is not None]

    def ratings(self, aspect: Aspect) -> Ratings:
        """The values of an aspect as statistics take them; features of an item are drawn together."""
        values = self.values(aspect)
        return Ratings.from_triples(
            values,
            level=aspect.level,
            categories=[value for value, _name in aspect.categories],
            raters=[one.id for one in self.evaluators],
            clusters={unit: unit[0] for _, unit, _ in values},
        )

    def single_ratings(self, aspect: Aspect) -> Ratings:
        """The single judgements, each its own: what accuracy counts."""
        triples = [
            (answer.evaluator, (unit, answer.position, answer.repetition), value)
            for answer in self.answers
            for key, unit, value in self.single_values(answer)
            if key == aspect.key
        ]
        return Ratings.from_triples(
            triples,
            level=aspect.level,
            categories=[value for value, _name in aspect.categories],
            raters=[one.id for one in self.evaluators],
            clusters={unit: unit[0][0] for _, unit, _ in triples},
        )


def combine(said: Sequence[tuple[int, str | float]], aspect: Aspect) -> str | float | None:
    """One value for what a judge said of a unit: (repetition, value), the positions of a repetition together.

    Numbers: the lower median, which is a value that was given. Words: what both positions of a
    repetition say, and over repetitions what more than half say; else the aspect's ``undecided``.
    """
    if len(said) == 1:
        return said[0][1]
    if aspect.level is not Level.NOMINAL:
        return median_low(value for _, value in said)
    ordered = sorted(said, key=lambda one: one[0])
    repetitions = [
        _agreed([value for _, value in group], aspect)
        for _, group in groupby(ordered, key=lambda one: one[0])
    ]
    value, count = Counter(repetitions).most_common(1)[0]
    return value if count * 2 > len(repetitions) else aspect.undecided


def _agreed(values: Sequence[str | float], aspect: Aspect) -> str | float | None:
    return values[0] if len(set(values)) == 1 else aspect.undecided


def scenario_answers(scenario: Scenario, *, evaluators: Collection[int] | None = None) -> ScenarioAnswers:
    """Load the answers, in a handful of queries whatever their number; ``evaluators``: theirs alone."""
    kind = task_type(scenario.task_type)
    items = counted_items(scenario)
    found = ScenarioAnswers(
        scenario=scenario,
        kind=kind,
        aspects=kind.aspects(scenario.config),
        evaluators=evaluators_of(scenario),
        items=[pk for pk, _reference in items],
        answers=[],
        missing=_missing(scenario),
    )
    pillars = _pillars(scenario)
    wanted = {pk for pk, _reference in items}
    found.answers = [
        _with_pillars(answer, pillars)
        for answer in (*_of_people(scenario), *_of_models(scenario))
        if answer.item in wanted
    ]
    found.known = _known(found, {pk: reference for pk, reference in items if reference is not None})
    return found if evaluators is None else found.of(evaluators)


def counted_items(scenario: Scenario) -> list[tuple[int, dict[str, Any] | None]]:
    """The items that count (practice and repeats do not), in order, with their known answers."""
    rows = Item.objects.filter(scenario=scenario, is_practice=False, repeat_of__isnull=True)
    return list(rows.order_by("position").values_list("pk", "reference"))


def evaluators_of(scenario: Scenario) -> list[Evaluator]:
    """People who answer or have answered, and models, in the order in which they came."""
    answered = Evaluation.objects.filter(scenario=scenario, member__isnull=False)
    people = scenario.members.filter(pk__in=answered.values("member")).order_by("pk")
    sessions = scenario.sessions.order_by("pk").values_list("pk", "model__name", "model__label")
    named = [Evaluator.model(pk, label or name) for pk, name, label in sessions]
    return [
        *(Evaluator.person(pk, name) for pk, name in people.values_list("pk", "name")),
        *_told_apart(named),
    ]


def _told_apart(models: Sequence[Evaluator]) -> Iterator[Evaluator]:
    """Two sessions of one model get the session's number in their names."""
    counts = Counter(one.name for one in models)
    for one in models:
        name = one.name if counts[one.name] == 1 else f"{one.name} #{one.row}"
        yield Evaluator(one.id, name, one.kind, one.row)


def _of_people(scenario: Scenario) -> Iterator[Answer]:
    rows = Evaluation.objects.filter(scenario=scenario, member__isnull=False, is_current=True)
    names = ("member_id", "item_id", "position", "verdict", "scores", "confidence")
    for member, item, position, verdict, scores, confidence in rows.order_by("pk").values_list(*names):
        yield Answer(2 * (member or 0), item, position, 1, verdict, scores, confidence)


def _of_models(scenario: Scenario) -> Iterator[Answer]:
    rows = Evaluation.objects.filter(scenario=scenario, task__isnull=False)
    names = ("task__session_id", "item_id", "position", "task__repetition", "verdict", "scores", "confidence")
    for session, item, position, repetition, verdict, scores, sure in rows.order_by("pk").values_list(*names):
        yield Answer(2 * session + 1, item, position, repetition, verdict, scores, sure)


def _missing(scenario: Scenario) -> set[tuple[int, int]]:
    unfinished = JudgeTask.objects.filter(session__scenario=scenario).exclude(
        status=JudgeTask.Status.COMPLETED
    )
    return {(2 * session + 1, item) for session, item in unfinished.values_list("session_id", "item_id")}


def _pillars(scenario: Scenario) -> dict[int, tuple[int | None, int | None]]:
    rows = Item.objects.filter(scenario=scenario).values_list("pk", "pillar_a_id", "pillar_b_id")
    return {pk: (pillar_a, pillar_b) for pk, pillar_a, pillar_b in rows}


def _with_pillars(answer: Answer, pillars: Mapping[int, tuple[int | None, int | None]]) -> Answer:
    pillar_a, pillar_b = pillars[answer.item]
    return Answer(
        answer.evaluator,
        answer.item,
        answer.position,
        answer.repetition,
        answer.verdict,
        answer.scores,
        answer.confidence,
        pillar_a,
        pillar_b,
    )


def _known(
    answers: ScenarioAnswers, references: Mapping[int, dict[str, Any]]
) -> dict[str, dict[Unit, str | float]]:
    """The right value of each unit that has one, by aspect."""
    config = answers.scenario.config
    known: dict[str, dict[Unit, str | float]] = {}
    for item, reference in references.items():
        recorded = answers.kind.record(reference, config, position=1)
        for value in answers.kind.values(recorded.verdict, recorded.scores, config):
            known.setdefault(value.aspect, {})[(item, value.part)] = value.value
    return known


def failed_by_model(sessions: Iterable[JudgeSession]) -> dict[int, int]:
    """How many judgements of each session failed for good, by the evaluator's id."""
    failed = JudgeTask.objects.filter(session__in=list(sessions), status=JudgeTask.Status.FAILED)
    counts = Counter(failed.values_list("session_id", flat=True))
    return {2 * session + 1: count for session, count in counts.items()}
