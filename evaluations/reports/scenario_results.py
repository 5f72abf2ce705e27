"""What a scenario came to so far: progress, distributions, known answers, and pairs of pillars."""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass

from evaluations.models import Assignment, Scenario
from evaluations.reports.pairwise_results import Confidence, PairwiseResults, confidence_of, pairwise_results
from evaluations.reports.scenario_agreement import chosen_evaluators
from evaluations.reports.scenario_answers import (
    MODEL,
    PERSON,
    Answer,
    Evaluator,
    ScenarioAnswers,
    failed_by_model,
    scenario_answers,
)
from evaluations.statistics.distributions import Distribution, distributions
from evaluations.statistics.known_labels import Confusion, accuracy, confusion, macro_f1
from evaluations.statistics.pairwise import Outcome, Winner
from evaluations.statistics.positions import PositionReport, SwappedJudgement, position_report
from evaluations.statistics.results import Coefficient
from evaluations.task_types.values import Aspect

_WINNERS: dict[str | float, Winner] = {"A": "A", "B": "B", "TIE": "TIE"}


@dataclass(frozen=True, slots=True)
class EvaluatorResults:
    """One evaluator: answers given, judgements that failed, how sure they were."""

    evaluator: Evaluator
    answers: int
    failed: int
    confidence: Confidence


@dataclass(frozen=True, slots=True)
class AspectDistribution:
    """How one evaluator's answers fall on one aspect."""

    aspect: str
    distribution: Distribution


@dataclass(frozen=True, slots=True)
class KnownResults:
    """One evaluator against the known answers on one aspect; single judgements count."""

    evaluator: int
    aspect: str
    accuracy: Coefficient
    macro_f1: Coefficient
    confusion: Confusion


@dataclass(frozen=True, slots=True)
class PositionResults:
    """What a judge that saw pairs in both positions did with them."""

    evaluator: int
    verdicts: dict[str, int]
    report: PositionReport


@dataclass(frozen=True, slots=True)
class ScenarioProgress:
    """What is there and what is missing; ``expected`` counts what people were given."""

    items: int
    answers: int
    expected: int
    open: int
    failed: int


@dataclass(frozen=True, slots=True)
class ScenarioResults:
    """The results; ``pairs`` and ``positions`` are there where two threads make an item.

    ``pairs`` is over the evaluators in ``judges``: people where any have answered, else models.
    """

    progress: ScenarioProgress
    evaluators: list[EvaluatorResults]
    aspects: tuple[Aspect, ...]
    distributions: list[AspectDistribution]
    known: list[KnownResults]
    judges: list[Evaluator]
    pairs: PairwiseResults | None
    positions: list[PositionResults]


def scenario_results(scenario: Scenario, *, kind: str = "", wanted: Collection[str] = ()) -> ScenarioResults:
    """The results of the chosen evaluators, all of them unless told otherwise.

    Raises:
        InvalidInput: the kind or an evaluator is unknown.
    """
    everything = scenario_answers(scenario)
    answers = everything.of(chosen_evaluators(everything, kind=kind, wanted=wanted))
    is_pairwise = answers.kind.threads_per_item == 2
    judges = _judges(answers)
    failed = failed_by_model(scenario.sessions.all())
    return ScenarioResults(
        progress=_progress(scenario, answers, sum(failed.values())),
        evaluators=[_of_evaluator(answers, one, failed.get(one.id, 0)) for one in answers.evaluators],
        aspects=answers.aspects,
        distributions=[found for aspect in answers.aspects for found in _distributions(answers, aspect)],
        known=[found for aspect in answers.aspects for found in _known(answers, aspect)],
        judges=judges if is_pairwise else [],
        pairs=_pairs(answers.of([one.id for one in judges])) if is_pairwise else None,
        positions=_positions(answers) if is_pairwise else [],
    )


def _progress(scenario: Scenario, answers: ScenarioAnswers, failed: int) -> ScenarioProgress:
    given = Assignment.objects.filter(member__scenario=scenario)
    return ScenarioProgress(
        items=len(answers.items),
        answers=len(answers.answers),
        expected=given.count(),
        open=given.filter(status__in=Assignment.TO_DO).count(),
        failed=failed,
    )


def _of_evaluator(answers: ScenarioAnswers, evaluator: Evaluator, failed: int) -> EvaluatorResults:
    own = [answer for answer in answers.answers if answer.evaluator == evaluator.id]
    return EvaluatorResults(evaluator, len(own), failed, confidence_of(answer.confidence for answer in own))


def _distributions(answers: ScenarioAnswers, aspect: Aspect) -> list[AspectDistribution]:
    ratings = answers.ratings(aspect)
    if not ratings.present.any():
        return []
    return [AspectDistribution(aspect.key, found) for found in distributions(ratings) if found.n]


def _known(answers: ScenarioAnswers, aspect: Aspect) -> list[KnownResults]:
    known = answers.known.get(aspect.key)
    if not known:
        return []
    ratings = answers.single_ratings(aspect)
    right = {unit: known[unit[0]] for unit in ratings.units if unit[0] in known}  # type: ignore[index]
    found = []
    for evaluator in answers.evaluators:
        own = ratings.of_raters([evaluator.id])
        if own.present.any():
            found.append(
                KnownResults(
                    evaluator.id,
                    aspect.key,
                    accuracy(own, right),
                    macro_f1(own, right),
                    confusion(own, right),
                )
            )
    return found


def _judges(answers: ScenarioAnswers) -> list[Evaluator]:
    """Whose verdicts make the matrix: people where any have answered, else models."""
    answered = {answer.evaluator for answer in answers.answers}
    people = [one for one in answers.evaluators if one.kind == PERSON and one.id in answered]
    return people or [one for one in answers.evaluators if one.kind == MODEL and one.id in answered]


def _pairs(answers: ScenarioAnswers) -> PairwiseResults:
    """Each item by what most of the judges say of it; without a majority it is a tie, and a conflict."""
    verdict = answers.aspects[0]
    said: dict[int, list[Winner]] = {}
    for _evaluator, (item, _part), value in answers.values(verdict):
        said.setdefault(item, []).append(_WINNERS[value])
    by_item: dict[int, list[Answer]] = {}
    for answer in answers.answers:
        by_item.setdefault(answer.item, []).append(answer)
    outcomes = [
        outcome
        for item in answers.items
        if (outcome := _outcome(by_item.get(item, []), said.get(item, []))) is not None
    ]
    return pairwise_results(outcomes, answers.answers)


def _outcome(answers: list[Answer], said: list[Winner]) -> Outcome | None:
    """The item as a meeting of pillars; open where nobody has a verdict yet."""
    if not answers or answers[0].pillar_a is None or answers[0].pillar_b is None:
        return None
    winner, is_conflict = _majority(said)
    given = [answer.confidence for answer in answers if answer.confidence is not None]
    mean = sum(given) / len(given) if given else None
    return Outcome(answers[0].pillar_a, answers[0].pillar_b, winner, is_conflict, mean)


def _majority(said: list[Winner]) -> tuple[Winner | None, bool]:
    if not said:
        return None, False
    winner, count = Counter(said).most_common(1)[0]
    if count * 2 > len(said):
        return winner, False
    return "TIE", True


def _positions(answers: ScenarioAnswers) -> list[PositionResults]:
    verdict = answers.aspects[0]
    found = []
    for evaluator in answers.evaluators:
        if evaluator.kind != MODEL:
            continue
        own = answers.of([evaluator.id])
        swapped = _swapped(own.answers)
        if swapped:
            final = Counter(str(value) for _, _, value in own.values(verdict))
            found.append(PositionResults(evaluator.id, dict(final), position_report(swapped)))
    return found


def _swapped(answers: list[Answer]) -> list[SwappedJudgement]:
    said = {(one.item, one.repetition, one.position): _WINNERS[one.verdict] for one in answers}
    return [
        SwappedJudgement(unswapped, said[(item, repetition, 2)])
        for (item, repetition, position), unswapped in said.items()
        if position == 1 and (item, repetition, 2) in said
    ]
