"""A scenario's results and agreement as the API gives them; ``null`` is an undefined figure."""

from typing import Any

from rest_framework import serializers

from evaluations.api.serializers.results import (
    CellSerializer,
    ConfidenceSerializer,
    CriterionSerializer,
    RankSerializer,
)
from evaluations.reports.scenario_agreement import ScenarioAgreement
from evaluations.reports.scenario_results import ScenarioResults


class EvaluatorSerializer(serializers.Serializer[Any]):
    """Who answers; the id holds within the scenario and is for ``?evaluators=``."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    kind = serializers.ChoiceField(choices=["person", "model"])


class PairCellSerializer(serializers.Serializer[Any]):
    """Two evaluators on one aspect; ``kappa`` is Cohen's, for ordered values the weighted one."""

    percent = serializers.FloatField()
    kappa = serializers.FloatField(allow_null=True)
    reason = serializers.CharField(allow_null=True)
    n = serializers.IntegerField()


class GroupMeanSerializer(serializers.Serializer[Any]):
    """The mean over pairs of evaluators of two kinds."""

    percent = serializers.FloatField(allow_null=True)
    kappa = serializers.FloatField(allow_null=True)
    n = serializers.IntegerField()
    pairs = serializers.IntegerField()


class GroupSummarySerializer(serializers.Serializer[Any]):
    """People with people, models with people, models with models."""

    human_human = GroupMeanSerializer()
    llm_human = GroupMeanSerializer()
    llm_llm = GroupMeanSerializer()


class CoefficientSerializer(serializers.Serializer[Any]):
    """A coefficient with its 95 % bootstrap interval, or the reason why there is none."""

    aspect = serializers.CharField()
    metric = serializers.CharField(source="measured.metric")
    level = serializers.CharField(source="measured.level")
    value = serializers.FloatField(source="measured.coefficient.value", allow_null=True)
    reason = serializers.CharField(source="measured.coefficient.reason", allow_null=True)
    n_items = serializers.IntegerField(source="measured.coefficient.n_items")
    n_ratings = serializers.IntegerField(source="measured.coefficient.n_ratings")
    ci_low = serializers.FloatField(source="measured.interval.low", allow_null=True)
    ci_high = serializers.FloatField(source="measured.interval.high", allow_null=True)
    ci_reason = serializers.CharField(source="measured.interval.reason", allow_null=True)


class NamedValueSerializer(serializers.Serializer[Any]):
    """What one evaluator said."""

    evaluator = serializers.IntegerField()
    value = serializers.JSONField()


class DissentSerializer(serializers.Serializer[Any]):
    """A unit on which evaluators differ, the widest first."""

    item = serializers.IntegerField()
    external_id = serializers.CharField()
    part = serializers.CharField()
    aspect = serializers.CharField()
    spread = serializers.FloatField()
    values = NamedValueSerializer(many=True)


class AgreementSerializer(serializers.Serializer[Any]):
    """Who agrees with whom, by aspect."""

    evaluators = EvaluatorSerializer(many=True)
    aspects = serializers.ListField(child=serializers.CharField())
    matrix = serializers.DictField(
        child=serializers.ListField(child=serializers.ListField(child=PairCellSerializer(allow_null=True)))
    )
    summary = serializers.DictField(child=GroupSummarySerializer())
    coefficients = CoefficientSerializer(many=True)
    disagreements = DissentSerializer(many=True)


def agreement_body(found: ScenarioAgreement) -> dict[str, Any]:
    """The agreement in the shape of ``AgreementSerializer``; its many cells are written plainly."""
    return {
        "evaluators": EvaluatorSerializer(found.evaluators, many=True).data,
        "aspects": [one.aspect.key for one in found.aspects],
        "matrix": {
            one.aspect.key: [
                [
                    None
                    if cell is None
                    else {"percent": cell.percent, "kappa": cell.kappa, "reason": cell.reason, "n": cell.n}
                    for cell in row
                ]
                for row in one.matrix
            ]
            for one in found.aspects
        },
        "summary": {one.aspect.key: GroupSummarySerializer(one.summary).data for one in found.aspects},
        "coefficients": CoefficientSerializer(
            [
                {"aspect": one.aspect.key, "measured": measured}
                for one in found.aspects
                for measured in one.coefficients
            ],
            many=True,
        ).data,
        "disagreements": DissentSerializer(found.disagreements, many=True).data,
    }


class ProgressSerializer(serializers.Serializer[Any]):
    """What is there and what is missing."""

    items = serializers.IntegerField()
    answers = serializers.IntegerField()
    expected = serializers.IntegerField()
    open = serializers.IntegerField()
    failed = serializers.IntegerField()


class EvaluatorResultsSerializer(serializers.Serializer[Any]):
    """One evaluator in numbers."""

    id = serializers.IntegerField(source="evaluator.id")
    name = serializers.CharField(source="evaluator.name")
    kind = serializers.CharField(source="evaluator.kind")
    answers = serializers.IntegerField()
    failed = serializers.IntegerField()
    confidence = ConfidenceSerializer()


class CategorySerializer(serializers.Serializer[Any]):
    """A possible value and its name."""

    value = serializers.JSONField()
    name = serializers.CharField()


class AspectSerializer(serializers.Serializer[Any]):
    """One thing that an answer says."""

    key = serializers.CharField()
    name = serializers.CharField()
    level = serializers.CharField()
    categories = CategorySerializer(many=True)


class DistributionSerializer(serializers.Serializer[Any]):
    """How one evaluator's answers fall on one aspect."""

    evaluator = serializers.IntegerField()
    aspect = serializers.CharField()
    counts = serializers.DictField(child=serializers.IntegerField())
    mean = serializers.FloatField(allow_null=True)
    median = serializers.FloatField(allow_null=True)
    sd = serializers.FloatField(allow_null=True)
    n = serializers.IntegerField()
    missing = serializers.IntegerField()


class KnownSerializer(serializers.Serializer[Any]):
    """One evaluator against the known answers; ``confusion[known][given]`` counts judgements."""

    evaluator = serializers.IntegerField()
    aspect = serializers.CharField()
    accuracy = serializers.FloatField(source="accuracy.value", allow_null=True)
    macro_f1 = serializers.FloatField(source="macro_f1.value", allow_null=True)
    n = serializers.IntegerField(source="accuracy.n_ratings")
    categories = serializers.ListField(source="confusion.categories", child=serializers.JSONField())
    confusion = serializers.ListField(
        source="confusion.table", child=serializers.ListField(child=serializers.IntegerField())
    )


class PositionsSerializer(serializers.Serializer[Any]):
    """A judge that saw pairs in both positions."""

    evaluator = serializers.IntegerField()
    verdicts = serializers.DictField(child=serializers.IntegerField())
    swapped = serializers.IntegerField(source="report.swapped")
    agreement = serializers.FloatField(source="report.agreement", allow_null=True)
    flips = serializers.IntegerField(source="report.flips")
    flips_to_first = serializers.IntegerField(source="report.flips_to_first")
    flips_to_second = serializers.IntegerField(source="report.flips_to_second")
    first_position_preference = serializers.FloatField(
        source="report.first_position_preference", allow_null=True
    )


class ScenarioResultsSerializer(serializers.Serializer[Any]):
    """The results; the fields from ``judges`` on are there for comparisons alone."""

    progress = ProgressSerializer()
    evaluators = EvaluatorResultsSerializer(many=True)
    aspects = AspectSerializer(many=True)
    distributions = DistributionSerializer(many=True)
    known = KnownSerializer(many=True)
    judges = EvaluatorSerializer(many=True)
    matrix = CellSerializer(many=True)
    ranking = RankSerializer(many=True)
    elo_undefined = serializers.CharField(allow_blank=True)
    bradley_terry_undefined = serializers.CharField(allow_blank=True)
    criteria = CriterionSerializer(many=True)
    confidence = ConfidenceSerializer()
    positions = PositionsSerializer(many=True)


def results_body(found: ScenarioResults) -> dict[str, Any]:
    """The results in the shape of ``ScenarioResultsSerializer``."""
    body: dict[str, Any] = {
        "progress": ProgressSerializer(found.progress).data,
        "evaluators": EvaluatorResultsSerializer(found.evaluators, many=True).data,
        "aspects": [
            {
                "key": one.key,
                "name": one.name,
                "level": one.level,
                "categories": [{"value": value, "name": name} for value, name in one.categories],
            }
            for one in found.aspects
        ],
        "distributions": [_distribution(one.aspect, one.distribution) for one in found.distributions],
        "known": KnownSerializer(found.known, many=True).data,
    }
    if found.pairs is None:
        return body
    return body | {
        "judges": EvaluatorSerializer(found.judges, many=True).data,
        "matrix": CellSerializer(found.pairs.matrix, many=True).data,
        "ranking": RankSerializer(found.pairs.ranking, many=True).data,
        "elo_undefined": found.pairs.elo_undefined,
        "bradley_terry_undefined": found.pairs.bradley_terry_undefined,
        "criteria": CriterionSerializer(found.pairs.criteria, many=True).data,
        "confidence": ConfidenceSerializer(found.pairs.confidence).data,
        "positions": PositionsSerializer(found.positions, many=True).data,
    }


def _distribution(aspect: str, found: Any) -> dict[str, Any]:
    return {
        "evaluator": found.rater,
        "aspect": aspect,
        "counts": {str(value): count for value, count in found.counts},
        "mean": found.mean,
        "median": found.median,
        "sd": found.sd,
        "n": found.n,
        "missing": found.missing,
    }
