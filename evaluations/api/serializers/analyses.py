"""Looks behind a session's results as the API gives them; ``null`` is an undefined figure."""

from typing import Any

from rest_framework import serializers


class PositionSerializer(serializers.Serializer[Any]):
    """What swapping the sides did; ``preference_interval`` is a 95 % interval."""

    swapped = serializers.IntegerField()
    agreed = serializers.IntegerField()
    agreement = serializers.FloatField(allow_null=True)
    flips = serializers.IntegerField()
    flips_to_first = serializers.IntegerField()
    flips_to_second = serializers.IntegerField()
    flip_rate = serializers.FloatField(allow_null=True)
    first_position_preference = serializers.FloatField(allow_null=True)
    preference_interval = serializers.ListField(child=serializers.FloatField(), allow_null=True)
    is_swayed = serializers.BooleanField()


class PillarPairPositionSerializer(serializers.Serializer[Any]):
    """The same for the pairs of two pillars."""

    pillar_a = serializers.IntegerField(allow_null=True)
    pillar_b = serializers.IntegerField(allow_null=True)
    report = PositionSerializer()


class PositionAnalysisSerializer(serializers.Serializer[Any]):
    """Over the whole session, and for each pair of pillars."""

    overall = PositionSerializer()
    by_pillars = PillarPairPositionSerializer(many=True)


class PillarLengthSerializer(serializers.Serializer[Any]):
    """How long a pillar's threads are, in characters."""

    pillar = serializers.IntegerField()
    threads = serializers.IntegerField()
    mean_chars = serializers.FloatField()


class LengthAnalysisSerializer(serializers.Serializer[Any]):
    """Whether the longer thread wins; ``n`` pairs have a winner and differ in length."""

    n = serializers.IntegerField(source="report.n")
    longer_won = serializers.IntegerField(source="report.longer_won")
    shorter_won = serializers.IntegerField(source="report.shorter_won")
    ties = serializers.IntegerField(source="report.ties")
    equal = serializers.IntegerField(source="report.equal")
    longer_won_share = serializers.FloatField(source="report.longer_won_share", allow_null=True)
    interval = serializers.ListField(
        source="report.interval", child=serializers.FloatField(), allow_null=True
    )
    is_striking = serializers.BooleanField(source="report.is_striking")
    pillars = PillarLengthSerializer(many=True)


class ThreadRecordSerializer(serializers.Serializer[Any]):
    """A thread's record over its pairs."""

    thread = serializers.IntegerField()
    external_id = serializers.CharField()
    subject = serializers.CharField()
    pillar = serializers.IntegerField(allow_null=True)
    chars = serializers.IntegerField()
    wins = serializers.IntegerField()
    losses = serializers.IntegerField()
    ties = serializers.IntegerField()
    open = serializers.IntegerField()
    win_rate = serializers.FloatField(allow_null=True)
    mean_score = serializers.FloatField(allow_null=True)
