"""A session's results as the API gives them; ``null`` is an undefined figure, its reason stands beside."""

from typing import Any

from rest_framework import serializers


class CellSerializer(serializers.Serializer[Any]):
    """One pillar's record against another; ``pairs`` includes open ones, ``ties`` the conflicts."""

    pillar_a = serializers.IntegerField(source="side_a")
    pillar_b = serializers.IntegerField(source="side_b")
    wins_a = serializers.IntegerField()
    wins_b = serializers.IntegerField()
    ties = serializers.IntegerField()
    conflicts = serializers.IntegerField()
    pairs = serializers.IntegerField()
    open = serializers.IntegerField()
    win_rate_a = serializers.FloatField(allow_null=True)
    avg_confidence = serializers.FloatField(allow_null=True)


class RankSerializer(serializers.Serializer[Any]):
    """A pillar's place; ``ci_low`` and ``ci_high`` bound the win rate (Wilson, 95 %)."""

    pillar = serializers.IntegerField()
    wins = serializers.IntegerField()
    losses = serializers.IntegerField()
    ties = serializers.IntegerField()
    win_rate = serializers.FloatField(allow_null=True)
    elo = serializers.FloatField(allow_null=True)
    bradley_terry = serializers.FloatField(allow_null=True)
    ci_low = serializers.FloatField(allow_null=True)
    ci_high = serializers.FloatField(allow_null=True)


class CriterionSerializer(serializers.Serializer[Any]):
    """A pillar's mean score on a criterion."""

    pillar = serializers.IntegerField()
    criterion = serializers.CharField()
    mean = serializers.FloatField()
    n = serializers.IntegerField()


class ConfidenceSerializer(serializers.Serializer[Any]):
    """The judge's confidence; ten equal bins from 0 to 1."""

    mean = serializers.FloatField(allow_null=True)
    histogram = serializers.ListField(child=serializers.IntegerField())


class UsageSerializer(serializers.Serializer[Any]):
    """What all attempts took together."""

    attempts = serializers.IntegerField()
    input_tokens = serializers.IntegerField()
    output_tokens = serializers.IntegerField()
    tokens_estimated = serializers.BooleanField()
    cost = serializers.FloatField()
    time_ms = serializers.IntegerField()


class ResultsSerializer(serializers.Serializer[Any]):
    """Who won, how often, how sure; and what speaks against trusting it."""

    matrix = CellSerializer(many=True)
    ranking = RankSerializer(many=True)
    elo_undefined = serializers.CharField(allow_blank=True)
    bradley_terry_undefined = serializers.CharField(allow_blank=True)
    criteria = CriterionSerializer(many=True)
    confidence = ConfidenceSerializer()
    pairs = serializers.IntegerField()
    open_pairs = serializers.IntegerField()
    answers = serializers.IntegerField()
    swapped_pairs = serializers.IntegerField()
    flips = serializers.IntegerField()
    flip_rate = serializers.FloatField(allow_null=True)
    first_position_preference = serializers.FloatField(allow_null=True)
    longer_won_share = serializers.FloatField(allow_null=True)
    contradictory = serializers.IntegerField()
    failures = serializers.DictField(child=serializers.IntegerField())
    usage = UsageSerializer()
    warnings = serializers.ListField(child=serializers.CharField())
