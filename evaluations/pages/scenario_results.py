"""A scenario's tab Results: what is missing, distributions, agreement, disagreements, pairs of pillars."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from evaluations.pages.page import reader
from evaluations.pages.pairs_view import PairsView, pairs_view
from evaluations.pages.statistics_words import METRICS, REASONS
from evaluations.reports.scenario_agreement import (
    KINDS,
    AspectAgreement,
    Dissent,
    ScenarioAgreement,
    scenario_agreement,
)
from evaluations.reports.scenario_answers import Evaluator
from evaluations.reports.scenario_results import ScenarioResults, scenario_results
from evaluations.scenarios.access import get_scenario_to_read_for
from evaluations.statistics.metrics import Measured
from evaluations.statistics.pair_matrix import PairCell
from evaluations.task_types.values import Aspect
from pillars.models import Pillar

MOST_IN_MATRIX = 12
SHOWN_DISAGREEMENTS = 50


@dataclass(frozen=True, slots=True)
class MatrixRow:
    """One evaluator's row of the agreement matrix."""

    evaluator: Evaluator
    cells: Sequence[PairCell | None]


@dataclass(frozen=True, slots=True)
class CoefficientRow:
    """A coefficient with its name and, where it is undefined, the reason in words."""

    name: str
    measured: Measured
    reason: str


@dataclass(frozen=True, slots=True)
class AspectView:
    """One aspect as the page shows it; of many evaluators the matrix shows the first ones."""

    aspect: Aspect
    matrix: Sequence[MatrixRow]
    columns: Sequence[Evaluator]
    left_out: int
    found: AspectAgreement
    coefficients: Sequence[CoefficientRow]


@dataclass(frozen=True, slots=True)
class DissentRow:
    """A disagreement: who said what, with names."""

    dissent: Dissent
    aspect: str
    said: Sequence[tuple[str, str]]


@require_safe
def results(request: HttpRequest, *, pk: int) -> HttpResponse:
    """The whole tab; ``?kind=`` narrows it to people or models."""
    scenario = get_scenario_to_read_for(reader(request), pk)
    kind = request.GET.get("kind", "")
    kind = kind if kind in KINDS else ""
    found = scenario_results(scenario, kind=kind)
    agreement = scenario_agreement(scenario, kind=kind)
    context: dict[str, Any] = {
        "scenario": scenario,
        "kind": kind,
        "results": found,
        "distributions": _distributions(found),
        "known": _known(found),
        "aspects": [_aspect_view(agreement, one) for one in agreement.aspects],
        "disagreements": _disagreements(agreement),
        "view": _pairs(found),
        "tab": "results",
        "nav": "scenarios",
    }
    return render(request, "scenarios/results.html", context)


def _pairs(found: ScenarioResults) -> PairsView | None:
    if found.pairs is None or not found.pairs.pillars:
        return None
    return pairs_view(found.pairs, list(Pillar.objects.filter(pk__in=found.pairs.pillars)))


def _names(evaluators: Sequence[Evaluator]) -> dict[int, Evaluator]:
    return {one.id: one for one in evaluators}


def _distributions(found: ScenarioResults) -> list[tuple[Aspect, list[tuple[Evaluator, Any, list[Any]]]]]:
    """By aspect: evaluator, distribution, and each category's share."""
    names = _names([one.evaluator for one in found.evaluators])
    views = []
    for aspect in found.aspects:
        rows = []
        for one in found.distributions:
            if one.aspect == aspect.key:
                counts = dict(one.distribution.counts)
                number = one.distribution.n
                shares = [(name, counts.get(value, 0), number) for value, name in aspect.categories]
                rows.append((names[int(str(one.distribution.rater))], one.distribution, shares))
        if rows:
            views.append((aspect, rows))
    return views


def _known(found: ScenarioResults) -> list[tuple[Evaluator, str, Any, list[tuple[str, Any]]]]:
    names = _names([one.evaluator for one in found.evaluators])
    aspects = {aspect.key: aspect for aspect in found.aspects}
    return [
        (
            names[one.evaluator],
            aspects[one.aspect].name,
            one,
            [
                (aspects[one.aspect].named(value), row.tolist())
                for value, row in zip(one.confusion.categories, one.confusion.table, strict=True)
            ],
        )
        for one in found.known
    ]


def _aspect_view(agreement: ScenarioAgreement, found: AspectAgreement) -> AspectView:
    shown = agreement.evaluators[:MOST_IN_MATRIX]
    rows = zip(shown, found.matrix, strict=False)
    return AspectView(
        aspect=found.aspect,
        matrix=[MatrixRow(evaluator, row[: len(shown)]) for evaluator, row in rows],
        columns=shown,
        left_out=len(agreement.evaluators) - len(shown),
        found=found,
        coefficients=[_coefficient(measured) for measured in found.coefficients],
    )


def _coefficient(measured: Measured) -> CoefficientRow:
    reason = measured.coefficient.reason
    return CoefficientRow(
        name=str(METRICS[measured.metric]),
        measured=measured,
        reason=str(REASONS.get(reason, reason)) if reason is not None else "",
    )


def _disagreements(agreement: ScenarioAgreement) -> list[DissentRow]:
    names = _names(agreement.evaluators)
    aspects = {one.aspect.key: one.aspect for one in agreement.aspects}
    return [
        DissentRow(
            dissent=one,
            aspect=aspects[one.aspect].name,
            said=[(names[said.evaluator].name, aspects[one.aspect].named(said.value)) for said in one.values],
        )
        for one in agreement.disagreements[:SHOWN_DISAGREEMENTS]
    ]
