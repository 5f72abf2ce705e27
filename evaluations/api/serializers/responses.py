"""Answers with everything that belongs to them, for owners and viewers."""

from typing import Any

from rest_framework import serializers

from evaluations.models import Attempt, Evaluation
from evaluations.reports.responses import prompt_of
from evaluations.reports.scenario_answers import Evaluator


class ResponseAttemptSerializer(serializers.ModelSerializer[Attempt]):
    """One call that was made."""

    class Meta:
        model = Attempt
        fields = [
            "number",
            "output_mode",
            "failure_code",
            "failure_detail",
            "raw_text",
            "input_tokens",
            "output_tokens",
            "cost",
            "latency_ms",
            "started_at",
        ]
        read_only_fields = fields


class ResponseSerializer(serializers.Serializer[Any]):
    """One answer; ``payload`` is in the frame shown, ``verdict`` and ``scores`` in the item's own."""

    id = serializers.IntegerField(source="pk")
    item = serializers.IntegerField(source="item_id")
    external_id = serializers.CharField(source="item.external_id")
    evaluator = serializers.SerializerMethodField()
    kind = serializers.SerializerMethodField()
    name = serializers.SerializerMethodField()
    version = serializers.IntegerField()
    position = serializers.IntegerField()
    repetition = serializers.IntegerField(source="task.repetition", default=1)
    recorded = serializers.BooleanField(source="is_recorded")
    payload = serializers.DictField()
    verdict = serializers.CharField()
    scores = serializers.DictField()
    confidence = serializers.FloatField(allow_null=True)
    reasoning = serializers.CharField()
    contradictory = serializers.BooleanField(source="is_contradictory")
    comment = serializers.CharField()
    annotations = serializers.DictField()
    active_time_ms = serializers.IntegerField(allow_null=True)
    prompt = serializers.SerializerMethodField()
    attempts = serializers.SerializerMethodField()
    created_at = serializers.DateTimeField()

    def get_evaluator(self, answer: Evaluation) -> int:
        """The evaluator's id within the scenario."""
        if answer.member is not None:
            return Evaluator.person(answer.member.pk, "").id
        return Evaluator.model(answer.task.session_id if answer.task is not None else 0, "").id

    def get_kind(self, answer: Evaluation) -> str:
        """Person or model."""
        return "person" if answer.member is not None else "model"

    def get_name(self, answer: Evaluation) -> str:
        """The evaluator's name."""
        return answer.member.name if answer.member is not None else str(answer.model)

    def get_prompt(self, answer: Evaluation) -> dict[str, Any]:
        """Name, version and hash; empty for people."""
        return prompt_of(answer)

    def get_attempts(self, answer: Evaluation) -> list[dict[str, Any]]:
        """Every call that was made for it."""
        attempts = list(answer.task.attempts.all()) if answer.task is not None else []
        return list(ResponseAttemptSerializer(attempts, many=True).data)
