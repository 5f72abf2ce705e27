"""What of a session's comparisons is wanted: ``?status=&winner=&pillar=&contradictory=&failure=``."""

from typing import Any

from rest_framework import serializers

from evaluations.models import JudgeTask
from evaluations.reports.comparisons import ComparisonQuerySet


class ComparisonFilterSerializer(serializers.Serializer[Any]):
    """The filters; each one given narrows the list. ``winner`` is in the item's own frame."""

    status = serializers.ChoiceField(choices=JudgeTask.Status.choices, required=False)
    winner = serializers.ChoiceField(choices=["A", "B", "TIE"], required=False)
    pillar = serializers.IntegerField(required=False)
    contradictory = serializers.BooleanField(required=False, allow_null=True, default=None)
    failure = serializers.CharField(required=False)


def filtered(rows: ComparisonQuerySet, wanted: dict[str, Any]) -> ComparisonQuerySet:
    """The rows that fit all of the filters given."""
    if "status" in wanted:
        rows = rows.with_status(wanted["status"])
    if "winner" in wanted:
        rows = rows.won_by(wanted["winner"])
    if "pillar" in wanted:
        rows = rows.with_pillar(wanted["pillar"])
    if wanted["contradictory"] is not None:
        rows = rows.contradictory(wanted["contradictory"])
    if "failure" in wanted:
        rows = rows.filter(failure_code=wanted["failure"])
    return rows
