"""Scenarios as the API takes and gives them."""

from typing import Any

from rest_framework import serializers

from evaluations.judging.scenario_sessions import JudgePlan
from evaluations.models import JudgeSession, Member, Scenario
from evaluations.scenarios.creation import ScenarioPlan
from evaluations.scenarios.members import MemberSpec
from evaluations.scenarios.selection import DataSelection

_Ids = serializers.ListField(child=serializers.IntegerField(min_value=1), max_length=50_000)


class DataSelectionSerializer(serializers.Serializer[Any]):
    """Which threads become items; the last three fields say how pairs are made."""

    pillar_ids = serializers.ListField(child=serializers.IntegerField(min_value=1), default=list)
    thread_ids = serializers.ListField(
        child=serializers.IntegerField(min_value=1), default=list, max_length=50_000
    )
    comparison_mode = serializers.CharField(default="", allow_blank=True)
    samples_per_pillar = serializers.IntegerField(default=5, min_value=1)
    max_threads_per_pillar = serializers.IntegerField(default=None, allow_null=True, min_value=1)


class MemberSpecSerializer(serializers.Serializer[Any]):
    """A person by user name, or everybody of a group."""

    username = serializers.CharField(default="", allow_blank=True)
    group = serializers.CharField(default="", allow_blank=True)
    role = serializers.CharField(default=str(Member.Role.EVALUATOR))


class JudgePlanSerializer(serializers.Serializer[Any]):
    """How models judge."""

    repetitions = serializers.IntegerField(default=1)
    position_swap = serializers.BooleanField(default=True)
    temperature = serializers.FloatField(default=0.0)
    worker_count = serializers.IntegerField(default=1)


class ScenarioPlanSerializer(serializers.Serializer[Any]):
    """A scenario to be; the rules of its values are the plan's own."""

    name = serializers.CharField(allow_blank=True)
    task_type = serializers.CharField()
    language = serializers.CharField(default="de")
    description = serializers.CharField(default="", allow_blank=True)
    config = serializers.DictField(default=dict)
    instructions = serializers.CharField(default="", allow_blank=True)
    rules = serializers.DictField(default=dict)
    data = DataSelectionSerializer(  # type: ignore[assignment]
        default=None, allow_null=True
    )
    evaluators = MemberSpecSerializer(many=True, default=list)
    models = serializers.ListField(child=serializers.IntegerField(), default=list)
    judging = JudgePlanSerializer(default=dict)
    distribution = serializers.DictField(default=dict)
    order = serializers.CharField(default=str(Scenario.Order.SAME))
    prompt_config = serializers.DictField(default=dict)
    seed = serializers.IntegerField(default=None, allow_null=True, min_value=0, max_value=2**31 - 1)
    start_models = serializers.BooleanField(default=False)


def plan_of(fields: dict[str, Any]) -> ScenarioPlan:
    """The plan for checked fields."""
    data = fields.pop("data")
    evaluators = [MemberSpec(**one) for one in fields.pop("evaluators")]
    judging = JudgePlan(**fields.pop("judging"))
    selection = DataSelection(**data) if data is not None else None
    return ScenarioPlan(**fields, data=selection, evaluators=evaluators, judging=judging)


class ScenarioChangeSerializer(serializers.Serializer[Any]):
    """What of a scenario is to change; fields left out stay."""

    name = serializers.CharField(required=False, max_length=200)
    description = serializers.CharField(required=False, allow_blank=True)
    task_type = serializers.CharField(required=False)
    language = serializers.ChoiceField(choices=["de", "en"], required=False)
    config = serializers.DictField(required=False)
    instructions = serializers.CharField(required=False, allow_blank=True)
    rules = serializers.DictField(required=False)
    distribution = serializers.DictField(required=False)
    order = serializers.ChoiceField(choices=Scenario.Order.choices, required=False)
    prompt_config = serializers.DictField(required=False)


class ScenarioJudgeSerializer(serializers.ModelSerializer[JudgeSession]):
    """A model in a scenario and how far it is."""

    session_id = serializers.IntegerField(source="pk", read_only=True)
    model = serializers.CharField(source="model.name", read_only=True)
    is_recorded = serializers.BooleanField(read_only=True)
    total = serializers.IntegerField(source="total_comparisons", read_only=True)
    completed = serializers.IntegerField(source="completed_comparisons", read_only=True)
    failed = serializers.IntegerField(source="failed_comparisons", read_only=True)

    class Meta:
        model = JudgeSession
        fields = [
            "session_id",
            "model_id",
            "model",
            "status",
            "status_reason",
            "is_recorded",
            "total",
            "completed",
            "failed",
        ]
        read_only_fields = fields


class ScenarioSerializer(serializers.Serializer[Any]):
    """A scenario as its owners and viewers see it (``reports.scenario_progress.Overview``)."""

    id = serializers.IntegerField(source="scenario.pk")
    name = serializers.CharField(source="scenario.name")
    task_type = serializers.CharField(source="scenario.task_type")
    language = serializers.CharField(source="scenario.language")
    description = serializers.CharField(source="scenario.description")
    status = serializers.CharField(source="scenario.status")
    owner = serializers.CharField(source="scenario.owner.username")
    role = serializers.CharField()
    config = serializers.DictField(source="scenario.config")
    instructions = serializers.CharField(source="scenario.instructions")
    rules = serializers.DictField(source="scenario.rules")
    distribution = serializers.DictField(source="scenario.distribution")
    order = serializers.CharField(source="scenario.order")
    prompt_config = serializers.DictField(source="scenario.prompt_config")
    seed = serializers.IntegerField(source="scenario.seed")
    items = serializers.IntegerField()
    answers = serializers.IntegerField()
    assigned = serializers.IntegerField()
    done = serializers.IntegerField()
    models = ScenarioJudgeSerializer(many=True)
    created_at = serializers.DateTimeField(source="scenario.created_at")
    started_at = serializers.DateTimeField(source="scenario.started_at")


class ScenarioRowSerializer(serializers.Serializer[Any]):
    """A scenario in a list, for whoever takes part; nothing in it tells of sources or models."""

    id = serializers.IntegerField(source="pk")
    name = serializers.CharField()
    task_type = serializers.CharField()
    language = serializers.CharField()
    status = serializers.CharField()
    role = serializers.CharField()
    total = serializers.IntegerField()
    done = serializers.IntegerField()
    created_at = serializers.DateTimeField()


class MemberSerializer(serializers.Serializer[Any]):
    """A person in a scenario and how far they are."""

    id = serializers.IntegerField(source="pk")
    name = serializers.CharField()
    role = serializers.CharField()
    has_account = serializers.BooleanField()
    assigned = serializers.IntegerField()
    done = serializers.IntegerField()
    skipped = serializers.IntegerField()
    answers = serializers.IntegerField()


class RoleSerializer(serializers.Serializer[Any]):
    """A member's role."""

    role = serializers.CharField()


class ModelsSerializer(serializers.Serializer[Any]):
    """Models to add to a scenario."""

    models = serializers.ListField(child=serializers.IntegerField(), allow_empty=False)
    judging = JudgePlanSerializer(default=dict)
    start_models = serializers.BooleanField(default=False)
