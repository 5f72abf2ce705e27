"""Who agrees with whom in a scenario, on every aspect, and where they do not."""

from collections.abc import Collection
from dataclasses import dataclass

from django.utils.translation import gettext as _

from evaluations.models import Item, Scenario
from evaluations.reports.scenario_answers import Evaluator, Kind, ScenarioAnswers, Unit, scenario_answers
from evaluations.statistics.bootstrap import QUICK
from evaluations.statistics.disagreement import rank_disagreements
from evaluations.statistics.groups import GroupSummary, summarise_groups
from evaluations.statistics.metrics import Measured, fitting_metrics, measure_agreement, measure_correctness
from evaluations.statistics.pair_matrix import PairCell, pair_matrix
from evaluations.statistics.ratings import Ratings
from evaluations.task_types.values import Aspect
from llars.errors import InvalidInput

MOST_DISAGREEMENTS = 200
KINDS: tuple[Kind, ...] = ("person", "model")


@dataclass(frozen=True, slots=True)
class NamedValue:
    """What one evaluator said."""

    evaluator: int
    value: str | float


@dataclass(frozen=True, slots=True)
class Dissent:
    """A unit on which evaluators differ; ``part`` is the feature's key where features are judged."""

    item: int
    external_id: str
    part: str
    aspect: str
    spread: float
    values: tuple[NamedValue, ...]


@dataclass(frozen=True, slots=True)
class AspectAgreement:
    """One aspect: everybody against everybody, the groups' means, and all coefficients that fit."""

    aspect: Aspect
    matrix: list[list[PairCell | None]]
    summary: GroupSummary
    coefficients: list[Measured]


@dataclass(frozen=True, slots=True)
class ScenarioAgreement:
    """The agreement of a scenario's evaluators."""

    evaluators: list[Evaluator]
    aspects: list[AspectAgreement]
    disagreements: list[Dissent]


def chosen_evaluators(answers: ScenarioAnswers, *, kind: str = "", wanted: Collection[str] = ()) -> set[int]:
    """The ids of the evaluators of a kind, or named by id or name, among those of the scenario.

    Raises:
        InvalidInput: the kind or a name is unknown.
    """
    if kind and kind not in KINDS:
        raise InvalidInput(errors={"kind": [_("Possible are: %s.") % ", ".join(KINDS)]})
    of_kind = [one for one in answers.evaluators if not kind or one.kind == kind]
    if not wanted:
        return {one.id for one in of_kind}
    known = {name: one.id for one in of_kind for name in (one.name, str(one.id))}
    unknown = [name for name in wanted if name not in known]
    if unknown:
        message = _("Nobody here is called %s.") % ", ".join(unknown)
        raise InvalidInput(errors={"evaluators": [message]})
    return {known[name] for name in wanted}


def scenario_agreement(
    scenario: Scenario, *, kind: str = "", wanted: Collection[str] = ()
) -> ScenarioAgreement:
    """The agreement of the chosen evaluators, all of them unless told otherwise.

    Raises:
        InvalidInput: see ``chosen_evaluators``.
    """
    everything = scenario_answers(scenario)
    answers = everything.of(chosen_evaluators(everything, kind=kind, wanted=wanted))
    aspects: list[AspectAgreement] = []
    dissents: list[tuple[Aspect, Ratings]] = []
    for aspect in answers.aspects:
        ratings = answers.ratings(aspect)
        if ratings.present.any():
            aspects.append(_agreement(answers, aspect, ratings))
            dissents.append((aspect, ratings))
    return ScenarioAgreement(answers.evaluators, aspects, _disagreements(scenario, dissents))


def _agreement(answers: ScenarioAnswers, aspect: Aspect, ratings: Ratings) -> AspectAgreement:
    matrix = pair_matrix(ratings)
    seed = answers.scenario.seed
    coefficients = list(measure_agreement(ratings, fitting_metrics(ratings), seed=seed, most_work=QUICK))
    known = answers.known.get(aspect.key)
    if known:
        single = answers.single_ratings(aspect)
        right = {unit: known[unit[0]] for unit in single.units if unit[0] in known}  # type: ignore[index]
        coefficients += measure_correctness(single, right, seed=seed)
    return AspectAgreement(
        aspect=aspect,
        matrix=list(matrix.rows()),
        summary=summarise_groups(matrix, [one.kind for one in answers.evaluators]),
        coefficients=coefficients,
    )


def _disagreements(scenario: Scenario, of_aspects: list[tuple[Aspect, Ratings]]) -> list[Dissent]:
    names = dict(Item.objects.filter(scenario=scenario).values_list("pk", "external_id"))
    found: list[Dissent] = []
    for aspect, ratings in of_aspects:
        for one in rank_disagreements(ratings, limit=MOST_DISAGREEMENTS):
            if one.spread > 0:
                unit: Unit = one.unit  # type: ignore[assignment]
                values = tuple(NamedValue(int(str(rater)), value) for rater, value in one.values)
                found.append(Dissent(unit[0], names[unit[0]], unit[1], aspect.key, one.spread, values))
    return sorted(found, key=lambda one: -one.spread)[:MOST_DISAGREEMENTS]
