"""Judge sessions as the API takes and gives them."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from evaluations.judging.pairing import ComparisonMode
from evaluations.judging.plans import SessionPlan
from evaluations.models import JudgeSession


class PlanSerializer(serializers.Serializer[Any]):
    """What a session is to be; the rules of its values are the plan's own."""

    pillar_ids = serializers.ListField(
        child=serializers.IntegerField(min_value=1), allow_empty=False, max_length=1000
    )
    comparison_mode = serializers.CharField(default=str(ComparisonMode.PILLAR_SAMPLE))
    samples_per_pillar = serializers.IntegerField(default=5)
    max_threads_per_pillar = serializers.IntegerField(default=None, allow_null=True)
    position_swap = serializers.BooleanField(default=True)
    repetitions_per_pair = serializers.IntegerField(default=1)
    session_name = serializers.CharField(default="", allow_blank=True)
    model_id = serializers.IntegerField(default=None, allow_null=True)
    prompt_template_id = serializers.IntegerField(default=None, allow_null=True)
    temperature = serializers.FloatField(default=0.0)
    worker_count = serializers.IntegerField(default=1)
    seed = serializers.IntegerField(default=None, allow_null=True)


def plan_of(fields: dict[str, Any]) -> SessionPlan:
    """The plan for checked fields."""
    return SessionPlan(**{**fields, "pillar_ids": tuple(fields["pillar_ids"])})


class PillarPairSerializer(serializers.Serializer[Any]):
    """How many pairs two pillars give."""

    pillar_a = serializers.IntegerField()
    pillar_b = serializers.IntegerField()
    pairs = serializers.IntegerField()


class EstimateSerializer(serializers.Serializer[Any]):
    """What a plan comes to."""

    total_comparisons = serializers.IntegerField()
    pairs = serializers.IntegerField()
    pairs_by_pillar = PillarPairSerializer(many=True)
    input_tokens = serializers.IntegerField()
    output_tokens = serializers.IntegerField()
    cost = serializers.FloatField()
    duration_s = serializers.FloatField()


class ModeSerializer(serializers.Serializer[Any]):
    """A way to make pairs."""

    key = serializers.CharField()
    name = serializers.CharField()
    description = serializers.CharField()


class SessionSerializer(serializers.ModelSerializer[JudgeSession]):
    """A session with its frozen configuration and how far it is; counts come from ``with_counts``."""

    session_id = serializers.IntegerField(source="pk", read_only=True)
    scenario_id = serializers.IntegerField(read_only=True)
    comparison_mode = serializers.CharField(source="config.comparison_mode", default=None, read_only=True)
    pillar_ids = serializers.ListField(
        source="config.pillar_ids", child=serializers.IntegerField(), default=[], read_only=True
    )
    samples_per_pillar = serializers.IntegerField(
        source="config.samples_per_pillar", default=None, read_only=True, allow_null=True
    )
    max_threads_per_pillar = serializers.IntegerField(
        source="config.max_threads_per_pillar", default=None, read_only=True, allow_null=True
    )
    repetitions_per_pair = serializers.IntegerField(source="repetitions", read_only=True)
    model = serializers.CharField(source="model.name", read_only=True)
    model_id = serializers.IntegerField(read_only=True)
    is_language_model = serializers.BooleanField(source="model.is_language_model", read_only=True)
    prompt_template_id = serializers.IntegerField(source="prompt_version.template_id", read_only=True)
    prompt_version = serializers.IntegerField(source="prompt_version.number", read_only=True)
    total_comparisons = serializers.IntegerField(read_only=True)
    completed_comparisons = serializers.IntegerField(read_only=True)
    failed_comparisons = serializers.IntegerField(read_only=True)

    class Meta:
        model = JudgeSession
        fields = [
            "id",
            "session_id",
            "scenario_id",
            "name",
            "status",
            "status_reason",
            "status_detail",
            "comparison_mode",
            "pillar_ids",
            "samples_per_pillar",
            "max_threads_per_pillar",
            "position_swap",
            "repetitions_per_pair",
            "model",
            "model_id",
            "is_language_model",
            "prompt_template_id",
            "prompt_version",
            "prompt_hash",
            "temperature",
            "worker_count",
            "seed",
            "total_comparisons",
            "completed_comparisons",
            "failed_comparisons",
            "created_at",
            "started_at",
            "finished_at",
        ]
        read_only_fields = fields


class RenameSerializer(serializers.Serializer[Any]):
    """A session's new name, under either of its two words."""

    session_name = serializers.CharField(max_length=200, required=False)
    name = serializers.CharField(max_length=200, required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Exactly the name can be changed, so it must be there."""
        if not attrs:
            raise serializers.ValidationError(
                {"session_name": [_("Only the name can be changed; give one.")]}
            )
        return {"name": attrs.get("session_name", attrs.get("name"))}


class WorkerSerializer(serializers.Serializer[Any]):
    """A worker process."""

    name = serializers.CharField()
    busy = serializers.BooleanField()
    heartbeat = serializers.DateTimeField(allow_null=True)


class HealthSerializer(serializers.Serializer[Any]):
    """How a session is doing."""

    status = serializers.CharField()
    workers = WorkerSerializer(many=True)
    in_flight = serializers.IntegerField()
    stale = serializers.IntegerField()
    error_rate = serializers.FloatField(allow_null=True)
    throughput_per_min = serializers.FloatField(allow_null=True)
    eta_s = serializers.FloatField(allow_null=True)
    lacks_workers = serializers.BooleanField()
