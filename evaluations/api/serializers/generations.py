"""Generations as the API takes and foretells them."""

from typing import Any

from rest_framework import serializers

from evaluations.generation.planning import GenerationPlan
from evaluations.generation.task_type import KINDS


class GenerationPlanSerializer(serializers.Serializer[Any]):
    """What is to be written and where it goes; ``dry_run``: only the estimate."""

    type = serializers.ChoiceField(choices=list(KINDS))
    model_id = serializers.IntegerField(default=None, allow_null=True)
    prompt_template_id = serializers.IntegerField(default=None, allow_null=True)
    target_pillar = serializers.IntegerField(default=None, allow_null=True)
    onto_source = serializers.BooleanField(default=False)
    only_missing = serializers.BooleanField(default=True)
    temperature = serializers.FloatField(default=0.0)
    seed = serializers.IntegerField(default=None, allow_null=True)
    dry_run = serializers.BooleanField(default=False)


def generation_of(pillar: int, fields: dict[str, Any]) -> GenerationPlan:
    """The plan for checked fields."""
    return GenerationPlan(
        pillar=pillar, **{name: value for name, value in fields.items() if name != "dry_run"}
    )


class GenerationEstimateSerializer(serializers.Serializer[Any]):
    """What a generation comes to; ``left_out`` threads have such a text already."""

    calls = serializers.IntegerField()
    left_out = serializers.IntegerField()
    input_tokens = serializers.IntegerField()
    output_tokens = serializers.IntegerField()
    cost = serializers.FloatField()
    duration_s = serializers.FloatField()
